import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { eventually, type TestHolder } from '../../harness.ts'
import { settle } from '../every-page.ts'
import { arrive, assertAccessible, isFocused, startWeb, typeInto } from '../world.ts'

const web = startWeb()
const requestId = 'req_0199f3c25a7e7c319d4e3f2b8a6c1d07'
let holder: TestHolder
before(async () => {
  await web.ready()
  holder = await web.product.createHolder({ defaultLocale: 'en' })
  const headers = { 'user-agent': 'practice-system/4.2 (Linux)', 'x-request-id': requestId }
  await holder.call('GET', '')
  const refused = await holder.call('POST', '/appointments', { startsAt: 'tomorrow', colour: 'Blauw' }, headers)
  assert.equal(refused.status, 400)
  await holder.call('GET', '/appointments?pageSize=5')
  await eventually(async () => (await holder.call('GET', '/request-log')).body.data.items.length === 3)
})

test('the request id of an error is pasted, and tells which fields of the call were wrong, and none of its values', async (t) => {
  const page = await web.open(t, { path: '/account/keys', as: holder.staffEmail })
  await page.getByRole('link', { name: 'API calls' }).press('Enter')
  await arrive(page, 'API calls')
  const rows = page.getByRole('table').getByRole('row')
  await eventually(async () => (await rows.count()) === 4)
  await typeInto(page.getByLabel('Request id'), requestId)
  await page.keyboard.press('Enter')
  await eventually(async () => (await rows.count()) === 2)
  assert.equal(new URL(page.url()).searchParams.get('request'), requestId)
  const link = page.getByRole('link', { name: 'createHolderAppointment' })
  await link.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'createHolderAppointment' })
  await dialog.getByText('400 VALIDATION_FAILED').waitFor()
  await dialog.getByText('The request does not match its schema.').waitFor()
  const text = (await dialog.textContent()) ?? ''
  for (const part of ['startsAt', 'invalid_format', 'colour', 'unknown_field', 'practice-system/4.2', requestId])
    assert.ok(text.includes(part), part)
  for (const value of ['tomorrow', 'Blauw', '127.0.0.1']) assert.equal(text.includes(value), false, value)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await eventually(() => isFocused(link))
  assert.equal(new URL(page.url()).searchParams.get('call'), null)
})

test('calls are filtered by answer, operation and key, and all come back by one press', async (t) => {
  const page = await web.open(t, { path: '/account/calls', as: holder.staffEmail })
  const rows = page.getByRole('table').getByRole('row')
  await page.getByLabel('Answer').selectOption('4xx')
  await eventually(async () => (await rows.count()) === 2)
  await page.getByLabel('Operation').selectOption('getHolderProfile')
  await page.getByText('No call fits these filters').waitFor()
  await page.getByLabel('Answer').selectOption('2xx')
  await page.getByRole('link', { name: 'getHolderProfile' }).waitFor()
  await page.getByLabel('API key').selectOption({ index: 1 })
  await eventually(async () => new URL(page.url()).searchParams.get('key') !== null)
  await page.getByRole('link', { name: 'getHolderProfile' }).waitFor()
  await page.getByRole('button', { name: 'Show all' }).press('Enter')
  await eventually(async () => (await rows.count()) === 4)
  assert.equal(new URL(page.url()).search, '')
})

test('who has called nothing yet is told so, and a call of another organization is not found', async (t) => {
  const other = await web.product.createHolder()
  const page = await web.open(t, { path: '/account/calls', as: other.staffEmail })
  await page.getByText('No API calls').waitFor()
  await page.goto(new URL(`/account/calls?request=${requestId}`, page.url()).href)
  await page.getByText('No call fits these filters').waitFor()
})

test('in Arabic, in the dark and on a telephone it can be used too', async (t) => {
  const look = { locale: 'ar', colorScheme: 'dark', width: 390 } as const
  const page = await web.open(t, { path: '/account/calls', as: holder.staffEmail, ...look })
  await settle(page)
  assert.equal(await page.evaluate('document.documentElement.dir'), 'rtl')
  await assertAccessible(page)
  assert.equal(await page.getByLabel('العملية').isVisible(), false)
  await page.getByRole('button', { name: 'عوامل التصفية' }).press('Enter')
  await page.getByLabel('العملية').waitFor()
  await assertAccessible(page)
  await page.getByRole('link', { name: 'createHolderAppointment' }).press('Enter')
  await page.getByRole('dialog').getByText('ما الخطأ').waitFor()
  await assertAccessible(page)
})
