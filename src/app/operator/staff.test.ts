import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { signIn, startTestProduct, type TestProduct } from '../../../test/harness.ts'
import { operatorActions } from '../../../test/operator-world.ts'
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

  test('a deactivated member of staff is the same one when invited again', async () => {
    const holder = await product.createHolder()
    await endStaff(product.operator, holder.id, holder.staffEmail)
    assert.equal((await holder.call('GET', '')).status, 403)
    assert.equal((await addStaff(product.operator, holder.id, holder.staffEmail)).id, holder.actorId)
    assert.equal((await holder.call('GET', '')).status, 200)
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
    // The second is one that signing in would refuse.
    for (const address of ['nobody', 'sänne@voorbeeld.nl', 'a@b..example'])
      await assert.rejects(addStaff(product.operator, holder.id, address), /must be one such as/)
    await assert.rejects(
      endStaff(product.operator, holder.id, 'nobody@praktijk.example'),
      /^OperatorError: No active member/,
    )
    const nowhere = '00000000-0000-4000-8000-000000000000'
    await assert.rejects(addStaff(product.operator, nowhere, 'a@b.example'), /no such platform holder/)
    assert.deepEqual(await operatorActions(product.operator, holder.id), [])
  })
})
