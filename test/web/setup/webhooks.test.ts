import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { newAppointment } from '../../operation-cases.ts'
import { addDelivery } from '../../webhook-cases.ts'
import { startReceiver, type Receiver } from '../../webhook-world.ts'
import { assertAccessible, startWeb } from '../world.ts'

const web = startWeb()
let receiver: Receiver
before(async () => {
  receiver = await startReceiver((response) => response.end('Taken'))
})
after(() => receiver?.close())

test('a webhook is added, its secret shown once, and tried; what it was told can be looked at and sent again', async (t) => {
  const holder = await web.product.createHolder({ defaultLocale: 'en' })
  const page = await web.open(t, { path: '/setup', as: holder.staffEmail })
  await page.getByRole('link', { name: 'Webhooks' }).press('Enter')
  await page.getByText('No webhooks yet').waitFor()
  await assertAccessible(page)

  await page.getByRole('link', { name: 'Add a webhook' }).press('Enter')
  const form = page.getByRole('dialog', { name: 'Add a webhook' })
  await form.getByLabel('Address').fill('http://192.0.2.1/tijdig')
  await form.getByLabel('Address').press('Enter')
  await form.locator('[name=url][aria-invalid=true]').waitFor()
  await form.getByLabel('Only what you choose').press('Space')
  await form.getByLabel('appointment.registered').press('Space')
  await assertAccessible(page)
  await form.getByLabel('Address').fill(receiver.url)
  await form.getByRole('button', { name: 'Add' }).press('Enter')

  const shown = page.getByRole('alertdialog', { name: 'The secret of this webhook' })
  const secret = await shown.locator('code').innerText()
  assert.match(secret, /^whsec_/)
  await assertAccessible(page)
  await shown.getByLabel('I have stored it').press('Space')
  await shown.getByRole('button', { name: 'Close' }).press('Enter')
  await page.getByRole('heading', { level: 1, name: new URL(receiver.url).host }).waitFor()
  assert.ok(!(await page.content()).includes(secret))

  await page.getByRole('button', { name: 'Test', exact: true }).press('Enter')
  const trial = page.getByRole('dialog', { name: 'Test' })
  await trial.getByRole('button', { name: 'Call it now' }).press('Enter')
  await trial.getByText('Taken').waitFor()
  await assertAccessible(page)
  await page.keyboard.press('Escape')
  assert.equal(JSON.parse(receiver.calls.at(-1)?.body ?? '').type, 'ping')

  await holder.call('POST', '/appointments', await newAppointment(web.product))
  const row = page.getByRole('row').filter({ hasText: 'appointment.registered' })
  await row.getByText('Delivered').waitFor({ timeout: 120_000 })
  await row.getByRole('link').press('Enter')
  const delivery = page.getByRole('dialog', { name: 'appointment.registered' })
  await delivery.getByText(/webhook-id: evt_/).waitFor()
  assert.equal(await delivery.getByText('Taken').count(), 1)
  await assertAccessible(page)
  await delivery.getByRole('button', { name: 'Send again' }).press('Enter')
  await delivery.getByText('Taken').nth(1).waitFor({ timeout: 120_000 })
  const told = receiver.calls.filter(({ body }) => JSON.parse(body).type === 'appointment.registered')
  assert.equal(new Set(told.map(({ headers }) => headers['webhook-id'])).size, 1)
  assert.equal(told.length, 2)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Pause' }).press('Enter')
  await page.getByText('It is not called.').waitFor()
  const waits = page.getByText('This waits until the webhook is switched on again.')
  await row.getByRole('link').press('Enter')
  await delivery.getByRole('button', { name: 'Send again' }).press('Enter')
  await waits.waitFor()
  await delivery.getByText('Paused').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'More', exact: true }).last().press('Enter')
  await page.getByRole('menuitem', { name: 'Send what was missed again' }).press('Enter')
  const missed = page.getByRole('dialog', { name: 'Send what was missed again' })
  await missed.getByLabel('All', { exact: true }).press('Space')
  await missed.getByRole('button', { name: 'Send again' }).press('Enter')
  await missed.waitFor({ state: 'detached' })
  await waits.nth(1).waitFor()
  assert.equal(told.length, 2)
  await page.getByRole('button', { name: 'Switch on' }).press('Enter')
  const question = page.getByRole('dialog', { name: 'Switch on' })
  await question.getByLabel('Leave it out').press('Space')
  await assertAccessible(page)
  await question.getByRole('button', { name: 'Switch on' }).press('Enter')
  await page.getByRole('button', { name: 'Pause' }).waitFor()

  await page.getByRole('button', { name: 'More', exact: true }).last().press('Enter')
  await page.getByRole('menuitem', { name: 'Remove' }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).press('Enter')
  await page.getByText('No webhooks yet').waitFor()
})

test('a search that stopped before it found a rare event says that the next page searches further', async (t) => {
  const { product } = web
  const holder = await product.createHolder({ defaultLocale: 'en' })
  const added = { clientRequestId: randomUUID(), url: receiver.url, eventTypes: ['ping'] }
  const made = await holder.call('POST', '/webhook-endpoints', added)
  const endpointId = made.body.data.endpoint.id as string
  const one = { platformHolderId: holder.id, endpointId, state: 'delivered' } as const
  await addDelivery(product, { ...one, type: 'appointment.cancelled' })
  const eventId = await addDelivery(product, { ...one, type: 'reminder.sent' })
  await product.operator.query(
    `insert into webhook_delivery (platform_holder_id, endpoint_id, position, event_id, state)
     select $1, $2, 1000 + many, $3, 'delivered' from generate_series(1, 2100) many`,
    [holder.id, endpointId, eventId],
  )
  const path = `/setup/webhooks/${endpointId}?type=appointment.cancelled`
  const page = await web.open(t, { path, as: holder.staffEmail })
  await page.getByText('No match so far. The next page searches further.').waitFor()
  await page.getByRole('button', { name: 'Next page' }).press('Enter')
  await page.getByRole('row').filter({ hasText: 'appointment.cancelled' }).waitFor()
})

test('the catalogue has an example of each event, to copy', async (t) => {
  const holder = await web.product.createHolder({ defaultLocale: 'en' })
  const page = await web.open(t, { path: '/setup/webhooks/events', as: holder.staffEmail })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.locator('summary', { hasText: 'appointment.confirmed' }).press('Enter')
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Copy' }).press('Enter')
  await page.getByText('Copied.').waitFor()
  const copied = JSON.parse(await page.evaluate<string>('navigator.clipboard.readText()'))
  assert.equal(copied.type, 'appointment.confirmed')
  assert.equal(copied.subject.type, 'appointment')
})
