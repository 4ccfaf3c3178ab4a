import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { link, unlinkOfProfile } from '#/app/operator/recipients/recipient.ts'
import { Client } from '#/kernel/postgres/db.ts'
import { renderLinkedNotice } from '#/messages/sms/render-service-text.ts'
import type { HandOver } from '#/ports/delivery.ts'
import { createProfile, eraseSignIns, tellLinked } from '#/slices/recipient-sign-in/recipient-sign-in.ts'
import { contactKey } from '#/slices/reminders/reminders.ts'
import {
  callApi,
  eventually,
  signInRecipient,
  shareTestProduct,
  textedCode,
  type TestHolder,
  type TestProduct,
} from '../../harness.ts'
import { handing, jobCtx } from '../../job-ctx.ts'
import { newIntake } from '../../operation-cases.ts'
import { rowsOf } from '../../operator-world.ts'

let product: TestProduct
let dutch: TestHolder
let german: TestHolder
before(async () => {
  product = await shareTestProduct()
  dutch = await product.createHolder()
  german = await product.createHolder({ defaultLocale: 'de' })
})
after(() => product?.stop())

let numbers = 0
/** A new number for each use; the twins treat those that end in 7 as ordinary. */
const newNumber = () => `+316${24_500_007 + ++numbers * 1_010}`
const pools = () => ({ operator: product.operator, login: product.login })

/** Somebody a holder knows. @returns the operator's order to link a profile to them */
async function known(holder: TestHolder, phoneNumberE164 = newNumber()) {
  const recipient = { displayName: 'Noor Jansen', phoneNumberE164 }
  const { body } = await holder.call('POST', '/appointments/intake', await newIntake(product, { recipient }))
  const [entry] = await rowsOf<{ id: string }>(
    product.operator,
    'select holder_recipient_id as id from appointment where id = $1',
    [body.data.appointmentId],
  )
  const entries = [{ platformHolderId: holder.id, holderRecipientId: entry?.id ?? '' }]
  return { phoneNumberE164, order: { entries, recipientId: null, displayName: null, email: null } }
}

async function profileOf(phoneNumberE164: string): Promise<string> {
  const profiles = await rowsOf<{ id: string }>(
    product.login,
    'select id from login.profile where phone_number_e164 = $1',
    [phoneNumberE164],
  )
  return profiles[0]?.id ?? ''
}

/** Somebody a holder knows, who signed in and waits. */
async function waiting(holder: TestHolder) {
  const { phoneNumberE164, order } = await known(holder)
  await signInRecipient(product, phoneNumberE164)
  return { phoneNumberE164, order: { ...order, profileId: await profileOf(phoneNumberE164) } }
}

/** Somebody who signed in and was linked without the command, so that no job for it is queued. */
async function linkedBeside() {
  const { phoneNumberE164, order } = await known(dutch)
  await product.createRecipient({ phoneNumberE164, links: order.entries })
  await signInRecipient(product, phoneNumberE164)
  return { phoneNumberE164, profileId: await profileOf(phoneNumberE164) }
}

/** The texts with the link to the app that a number got, once no such job is queued. */
async function toldOfLink(phoneNumberE164: string): Promise<string[]> {
  const owner = new Client({ connectionString: product.databaseUrl })
  await owner.connect()
  try {
    await eventually(async () => {
      const { rowCount } = await owner.query('select from graphile_worker.jobs where task_identifier = $1', [
        tellLinked.task,
      ])
      return rowCount === 0
    }, 20_000)
  } finally {
    await owner.end()
  }
  const { body } = await callApi(`${product.sandboxUrl}/inbox/sms?to=${encodeURIComponent(phoneNumberE164)}`, 'GET')
  const texts: string[] = body.items.map(({ text }: { text: string }) => text)
  return texts.filter((text) => text.includes(`${product.baseUrl}/my`))
}

test('who waited gets one text with the way to the app when linked, and none for later links', async () => {
  const { phoneNumberE164, order } = await waiting(dutch)
  assert.deepEqual(await toldOfLink(phoneNumberE164), [])
  const { recipientId } = await link(pools(), product.services.keys, order)
  const told = [`Tijdig: zoals u vroeg, kunt u nu uw afspraken zien: ${product.baseUrl}/my`]
  assert.deepEqual(await toldOfLink(phoneNumberE164), told)
  const audited = await rowsOf(
    product.operator,
    `select subjects, detail from audit_event where action = 'recipientToldOfLink' and $1 = any(subjects)`,
    [order.profileId],
  )
  assert.deepEqual(audited, [{ subjects: [recipientId, order.profileId], detail: { outcome: 'accepted' } }])

  await link(pools(), product.services.keys, {
    ...order,
    entries: (await known(german, phoneNumberE164)).order.entries,
  })
  await unlinkOfProfile(pools(), order.profileId)
  await link(pools(), product.services.keys, { ...order, recipientId })
  assert.deepEqual(await toldOfLink(phoneNumberE164), told)
})

test('G29 whom a test organization alone linked is told in its inbox, and not on their telephone', async () => {
  const trying = await product.createHolder({ isTest: true })
  const { phoneNumberE164, order } = await waiting(german)
  const ofTest = (await known(trying, phoneNumberE164)).order
  await link(pools(), product.services.keys, { ...order, entries: ofTest.entries })
  assert.deepEqual(await toldOfLink(phoneNumberE164), [])
  const { body } = await trying.call('GET', '/test-inbox')
  assert.equal(body.data.items.length, 1)
  assert.equal(body.data.items[0].to, phoneNumberE164)
  assert.ok(body.data.items[0].text.includes(`${product.baseUrl}/my`))
})

test('the text is in the language of the sign-in, else in the one the holder remembers, else in that of the holder', async () => {
  const ofHolder = await waiting(german)
  await link(pools(), product.services.keys, ofHolder.order)
  assert.match(
    (await toldOfLink(ofHolder.phoneNumberE164)).join(),
    /^Tijdig: Wie gewünscht können Sie Ihre Termine nun einsehen: /,
  )

  const remembered = await waiting(german)
  await product.operator.query(`update holder_recipient set locale = 'pl' where id = $1`, [
    remembered.order.entries[0]?.holderRecipientId,
  ])
  await link(pools(), product.services.keys, remembered.order)
  assert.deepEqual(await toldOfLink(remembered.phoneNumberE164), [
    renderLinkedNotice(['pl'], `${product.baseUrl}/my`).text,
  ])

  const { phoneNumberE164, order } = await known(german)
  const auth = `${product.loginUrl}/api/v1/recipient/auth`
  const { body } = await callApi(`${auth}/challenges`, 'POST', { phoneNumberE164, locale: 'ar' })
  const code = await textedCode(product, phoneNumberE164)
  await callApi(`${auth}/sessions`, 'POST', { challengeId: body.challengeId, code })
  await link(pools(), product.services.keys, { ...order, profileId: await profileOf(phoneNumberE164) })
  assert.match((await toldOfLink(phoneNumberE164)).join(), /^Tijdig: بناءً على طلبك، يمكنك الآن رؤية مواعيدك/)
})

test('two operators who link one profile at once have one text sent', async () => {
  const { phoneNumberE164, order } = await waiting(dutch)
  const name = { displayName: 'Noor Jansen' }
  const links = await Promise.all([
    link(pools(), product.services.keys, order),
    link(pools(), product.services.keys, { ...order, ...name, entries: [] }),
  ])
  assert.equal(links[0]?.recipientId, links[1]?.recipientId)
  assert.equal((await toldOfLink(phoneNumberE164)).length, 1)
})

test('nobody is told who opted out of all text messages, or never signed in', async () => {
  const out = await waiting(dutch)
  await product.operator.query(
    `insert into suppression_everywhere (channel, contact_key, is_active, source) values ('sms', $1, true, 'sms_reply')`,
    [contactKey(product.services.keys, 'sms', out.phoneNumberE164)],
  )
  await link(pools(), product.services.keys, out.order)
  assert.deepEqual(await toldOfLink(out.phoneNumberE164), [])

  const { phoneNumberE164, order } = await known(dutch)
  const now = Temporal.Now.instant()
  const profileId = await createProfile(product.login, product.services.keys, phoneNumberE164, now)
  await link(pools(), product.services.keys, { ...order, profileId })
  assert.deepEqual(await toldOfLink(phoneNumberE164), [])
})

test('nobody is told who was unlinked, blocked or erased, or switched text messages off, before the job ran', async () => {
  const changes: ((profileId: string) => Promise<unknown>)[] = [
    (profileId) => unlinkOfProfile(pools(), profileId),
    (profileId) => product.login.query(`update login.profile set status = 'inactive' where id = $1`, [profileId]),
    (profileId) => eraseSignIns(product.login, [profileId]),
    (profileId) =>
      product.operator.query(
        `update recipient set preferences = preferences || '{"offChannels": ["sms"]}'
         where id = (select recipient_id from recipient_profile_link where profile_id = $1)`,
        [profileId],
      ),
  ]
  const ctx = jobCtx(product)
  for (const change of changes) {
    const { phoneNumberE164, profileId } = await linkedBeside()
    await change(profileId)
    await tellLinked.perform(ctx, { profileId })
    assert.deepEqual(await toldOfLink(phoneNumberE164), [], String(change))
  }
  await ctx.closeMail()
})

test('a job that runs twice, also at once, sends one text, and none again after an unknown outcome or its own end', async () => {
  const ctx = jobCtx(product)
  const ending = (outcome: () => Promise<HandOver>) => ({ ...ctx, sms: handing(ctx.sms, outcome) })
  const unknown = ending(() => Promise.resolve({ outcome: 'unknown', detail: 'no answer' }))
  const jobOf = ({ profileId }: { profileId: string }) => ({ profileId })
  const ends = ending(() => Promise.reject(new Error('The process ends here')))
  const unreachable = ending(() => Promise.resolve({ outcome: 'unreachable', detail: 'no connection' }))

  const twice = await linkedBeside()
  await assert.rejects(tellLinked.perform(unreachable, jobOf(twice)), /not be handed over yet/)
  await Promise.all([tellLinked.perform(ctx, jobOf(twice)), tellLinked.perform(ctx, jobOf(twice))])
  await tellLinked.perform(ctx, jobOf(twice))
  assert.equal((await toldOfLink(twice.phoneNumberE164)).length, 1)

  const lost = await linkedBeside()
  await tellLinked.perform(unknown, jobOf(lost))
  const ended = await linkedBeside()
  await assert.rejects(tellLinked.perform(ends, jobOf(ended)), /ends here/)
  for (const one of [lost, ended]) {
    await tellLinked.perform(ctx, jobOf(one))
    assert.deepEqual(await toldOfLink(one.phoneNumberE164), [])
  }
  await ctx.closeMail()
})
