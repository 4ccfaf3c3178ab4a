import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { callApi, eventually, mailsTo, signIn, startTestProduct, type TestProduct } from '../../../../test/harness.ts'
import { operatorActions } from '../../../../test/operator-world.ts'
import { addStaff, endStaff } from './staff.ts'

describe('tijdig staff', () => {
  let product: TestProduct
  before(async () => {
    product = await startTestProduct()
  })
  after(() => product.stop())

  test('whoever is invited can sign in, and is refused once deactivated', async () => {
    const holder = await product.createHolder()
    const invited = await addStaff(product.operator, holder.id, ' Sanne@Praktijk.example ')
    assert.deepEqual(invited, {
      id: invited.id,
      email: 'sanne@praktijk.example',
      platformHolderId: holder.id,
      status: 'active',
      holderStatus: 'active',
      isMailed: false,
    })
    const cookie = await signIn(product, 'sanne@praktijk.example')
    const read = () =>
      fetch(`${product.baseUrl}/api/v1/platform-holders/${holder.id}`, { headers: { cookie } }).then(
        (answer) => answer.status,
      )
    assert.equal(await read(), 200)
    const ended = await endStaff(product.operator, holder.id, 'SANNE@praktijk.example')
    assert.deepEqual([ended.id, ended.status], [invited.id, 'inactive'])
    assert.notEqual(await read(), 200)
    assert.deepEqual(await operatorActions(product.operator, holder.id), ['staffInvited', 'staffDeactivated'])
  })

  test('whoever is invited is written to once, in the language of the holder or their own, and nobody of a suspended holder', async () => {
    const holder = await product.createHolder({ displayName: 'Praxis Linde', defaultLocale: 'de' })
    const email = 'jana@praxis.example'
    const invite = () => addStaff(product.operator, holder.id, email, { wantsMail: true })
    const mails = () => mailsTo(product, email)
    assert.equal((await invite()).isMailed, true)
    const [first] = await eventually(async () => ((await mails()).length > 0 ? mails() : null))
    assert.match(
      first?.text ?? '',
      /Sie haben jetzt Zugang zu den Terminen von Praxis Linde\. Melden Sie sich mit dieser E-Mail-Adresse an/,
    )
    assert.ok(first?.text.includes(`${product.baseUrl}/sign-in`))
    assert.equal((await invite()).isMailed, false)

    await endStaff(product.operator, holder.id, email)
    await product.operator.query(`update staff_member set interface_locale = 'fr' where email = $1`, [email])
    assert.equal((await invite()).isMailed, true)
    await eventually(async () => (await mails()).length === 2)
    assert.match((await mails())[0]?.text ?? '', /Vous avez désormais accès aux rendez-vous de Praxis Linde/)

    await endStaff(product.operator, holder.id, email)
    await product.operator.query(`update platform_holder set status = 'suspended' where platform_holder_id = $1`, [
      holder.id,
    ])
    assert.equal((await invite()).isMailed, false)
  })

  test('a deactivated member of staff who is invited again is the same one, without a session or key of before', async () => {
    const holder = await product.createHolder()
    const cookie = await signIn(product, holder.staffEmail)
    const statuses = async () => {
      const byCookie = await callApi(`${product.baseUrl}/api/v1/me`, 'GET', undefined, { cookie })
      return [(await holder.call('GET', '')).status, byCookie.status]
    }
    assert.deepEqual(await statuses(), [200, 200])
    await addStaff(product.operator, holder.id, holder.staffEmail)
    assert.deepEqual(await statuses(), [200, 200], 'who works there already keeps what they have')
    const ended = await endStaff(product.operator, holder.id, holder.staffEmail)
    assert.deepEqual([ended.revokedKeys, ended.endedSessions], [1, 1])
    assert.deepEqual(await statuses(), [401, 401])
    const { rows } = await product.operator.query(
      `select e.detail, k.id = any(e.subjects) as names_key from audit_event e join api_key k using (platform_holder_id)
       where platform_holder_id = $1 and action = 'staffDeactivated'`,
      [holder.id],
    )
    assert.deepEqual(rows, [{ detail: { revokedKeys: 1, endedSessions: 1, endedPasskeys: 0 }, namesKey: true }])
    assert.equal((await addStaff(product.operator, holder.id, holder.staffEmail)).id, holder.actorId)
    assert.deepEqual(await statuses(), [401, 401])
  })

  test('of an answer to an invitation and its end at the same moment nobody is left with access', async () => {
    const holder = await product.createHolder()
    const headers = { cookie: await signIn(product, holder.staffEmail), origin: product.baseUrl, 'x-service-csrf': '1' }
    for (let round = 0; round < 10; round += 1) {
      const email = `new-${round}@${holder.id}.example`
      const body = { clientRequestId: randomUUID(), email, staffRole: 'viewer', locale: 'nl' }
      await callApi(`${product.baseUrl}/api/v1/platform-holders/${holder.id}/staff`, 'POST', body, headers)
      const link = /#invitation=([A-Za-z0-9_-]{43})/
      const token = await eventually(async () => link.exec((await mailsTo(product, email))[0]?.text ?? '')?.[1])
      const answering = callApi(`${product.baseUrl}/auth/staff/invitation/session`, 'POST', { token }, headers)
      // Each round a little later.
      for (let before = 0; before < round; before += 1) await product.operator.query('select 1')
      const [answer, ended] = await Promise.all([answering, endStaff(product.operator, holder.id, email)])
      assert.deepEqual(ended.endedSessions, ended.was === 'active' ? 1 : 0)
      // A session that is ended before its answer is read is refused there.
      assert.ok(ended.was === 'active' ? answer.status < 500 : answer.status === 404, String(answer.status))
      const { rows } = await product.operator.query(
        `select from staff_member where platform_holder_id = $1 and email = $2 and status <> 'inactive'`,
        [holder.id, email],
      )
      assert.equal(rows.length, 0)
    }
  })

  test('what an assignment left behind that the version before ended comes to nothing either', async () => {
    const holder = await product.createHolder()
    await product.operator.query(`update staff_member set status = 'inactive' where platform_holder_id = $1`, [
      holder.id,
    ])
    await addStaff(product.operator, holder.id, holder.staffEmail)
    assert.equal((await holder.call('GET', '')).status, 401)
  })

  test('who was let in with an address that signing in refuses can be deactivated', async () => {
    const holder = await product.createHolder()
    const unusable = 'sänne@voorbeeld.nl'
    await product.operator.query(`update staff_member set email = $2 where platform_holder_id = $1`, [
      holder.id,
      unusable,
    ])
    assert.equal((await endStaff(product.operator, holder.id, unusable)).status, 'inactive')
  })

  test('what cannot be is refused in one sentence', async () => {
    const holder = await product.createHolder()
    // Signing in would refuse the second.
    for (const address of ['nobody', 'sänne@voorbeeld.nl', 'a@b..example'])
      await assert.rejects(addStaff(product.operator, holder.id, address), /must be one such as/)
    await assert.rejects(
      endStaff(product.operator, holder.id, 'nobody@praktijk.example'),
      /^OperatorError: Nobody who works for .* or is invited has/,
    )
    const nowhere = '00000000-0000-4000-8000-000000000000'
    await assert.rejects(addStaff(product.operator, nowhere, 'a@b.example'), /no such platform holder/)
    assert.deepEqual(await operatorActions(product.operator, holder.id), [])
  })
})
