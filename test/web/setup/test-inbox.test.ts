import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTransaction } from '#/kernel/postgres/db.ts'
import { inviteStaff } from '#/slices/access/access.ts'
import { eventually, type TestHolder } from '../../harness.ts'
import { assertAccessible, startWeb } from '../world.ts'

const web = startWeb()
const phone = '+31612349955'

/** A test organization that has written to somebody, of whom it has one appointment. */
async function writing(): Promise<TestHolder> {
  const holder = await web.product.createHolder({ isTest: true, displayName: 'Praktijk De Proef' })
  const { body } = await holder.call('GET', '/reminder-policy')
  const policy = { expectedVersion: body.data.version, quietHours: null, sendRegistrationNotice: true }
  assert.equal((await holder.call('PATCH', '/reminder-policy', policy)).status, 200)
  const startsAt = (await web.product.clock.now()).round('minute').add({ hours: 24 * 4 })
  const appointment = await holder.call('POST', '/appointments/intake', {
    sourceSystem: 'tests',
    externalAppointmentId: crypto.randomUUID(),
    startsAt: startsAt.toString(),
    endsAt: startsAt.add({ minutes: 20 }).toString(),
    timezone: 'Europe/Amsterdam',
    recipient: { displayName: 'Noor Jansen', phoneNumberE164: phone },
  })
  assert.equal(appointment.status, 201, JSON.stringify(appointment.body))
  await eventually(async () => (await holder.call('GET', '/test-inbox')).body.data.items.length > 0)
  return holder
}

test('a test organization says on every page that it is one, shows what it would have sent, and lets answers be tried', async (t) => {
  const holder = await writing()
  const page = await web.open(t, { path: '/today', as: holder.staffEmail })
  const bar = page.getByRole('status').filter({ hasText: 'Test organization: messages reach nobody.' })
  await bar.getByRole('link', { name: 'Test inbox' }).click()
  await page.getByRole('heading', { level: 1, name: 'Test inbox' }).waitFor()
  await bar.waitFor()
  const messages = page.getByRole('list', { name: 'Test inbox' }).getByRole('article')
  assert.equal(await messages.count(), 1)
  assert.match((await messages.first().textContent()) ?? '', /\+31612349955/)

  await messages.first().getByRole('button', { name: 'Answer as this person' }).click()
  await page.getByLabel('Answer as this person').fill('STOP')
  await page.getByRole('button', { name: 'Send' }).click()
  // The answer, and what the person would have been texted in return.
  await eventually(async () => (await messages.count()) === 3)
  await assertAccessible(page)

  const path = await messages.last().getByRole('link').getAttribute('href')
  assert.ok(path)
  const opened = await web.open(t, { path: new URL(path).pathname })
  await opened.getByRole('status').filter({ hasText: 'Test organization: messages reach nobody.' }).waitFor()

  for (const paper of [page, opened]) {
    await paper.emulateMedia({ media: 'print' })
    await paper.getByText('Test organization: messages reach nobody.').waitFor()
  }
  assert.equal(await bar.getByRole('link').count(), 0)
})

test('who may not change appointments reads the test inbox and is offered no answer', async (t) => {
  const holder = await writing()
  const email = 'viewer@test-inbox.example'
  await inTransaction(web.product.operator, { holder: null }, (tx) => inviteStaff(tx, holder.id, email, 'viewer'))
  const page = await web.open(t, { path: '/test-inbox', as: email })
  await page.getByRole('list', { name: 'Test inbox' }).getByRole('article').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Answer as this person' }).count(), 0)
})

test('an organization that sends has neither the note nor the page', async (t) => {
  const holder = await web.product.createHolder()
  const page = await web.open(t, { path: '/test-inbox', as: holder.staffEmail })
  await page.waitForURL(/\/(today|welcome)/)
  assert.equal(await page.getByText('messages reach nobody').count(), 0)
})

test('the app of a person says of which appointments nothing reaches them', async (t) => {
  const holder = await writing()
  const { rows } = await web.product.operator.query<{ id: string }>(
    'select id from holder_recipient where platform_holder_id = $1',
    [holder.id],
  )
  const links = rows.map(({ id }) => ({ platformHolderId: holder.id, holderRecipientId: id }))
  const phoneNumberE164 = '+31612349957'
  await web.product.createRecipient({ phoneNumberE164, links })
  const page = await web.open(t, { path: '/my', as: phoneNumberE164, width: 390 })
  await page.getByRole('status').filter({ hasText: 'Test organization: messages reach nobody.' }).waitFor()
  await assertAccessible(page)
})
