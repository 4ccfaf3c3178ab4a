import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { storeAppointment } from '../../operation-cases.ts'
import { arrive, assertAccessible, sanne, screenshot, startWeb, typeParts } from '../world.ts'

const web = startWeb()

const inDays = (days: number) => new Date(Date.now() + days * 24 * 3_600_000).toISOString().slice(0, 10)

test('the report shows its charts with their figures, and the outcomes that are known before those that follow', async (t) => {
  const page = await web.open(t, { path: `/delivery?from=${inDays(-7)}&to=${inDays(14)}`, as: sanne })
  await page.getByText('Messages planned').first().waitFor()
  await page.locator('summary').first().press('Enter')
  await page.getByRole('table', { name: 'Where the messages are' }).waitFor()
  const names = await page.locator('dl dt').allTextContents()
  assert.deepEqual(names.slice(0, 2), ['Outcome noted', 'Did not attend'])
  await page.getByText(/People who book long ahead miss more appointments, reminded or not/).waitFor()
  await screenshot(page, 'delivery')
})

test('why people were not reached is counted to the end, or not at all where the period is too long for that', async (t) => {
  const page = await web.open(t, { path: `/delivery?from=${inDays(-7)}&to=${inDays(14)}`, as: sanne })
  const table = page.getByRole('table', { name: 'Why people were not reached' })
  await table.getByRole('row').nth(1).waitFor()
  await page.goto(`${web.product.baseUrl}/delivery?from=${inDays(-40)}&to=${inDays(14)}`)
  await page.getByText('Choose at most a month to see the reasons.').waitFor()
  assert.equal(await table.count(), 0)
})

test('what the figures are told apart by is in the address, and groups that say nothing of reminders say so', async (t) => {
  const page = await web.open(t, { path: `/delivery?from=${inDays(-7)}&to=${inDays(14)}`, as: sanne })
  await page.getByLabel('Broken down by').selectOption('Text message or e-mail')
  await page.getByRole('table', { name: 'Text message or e-mail' }).waitFor()
  assert.equal(new URL(page.url()).searchParams.get('by'), 'channel')
  await page.getByText('Not comparable', { exact: true }).first().waitFor()
  await page.reload()
  await page.getByRole('table', { name: 'Text message or e-mail' }).waitFor()
})

test('on a telephone each group is a card with all its figures, and still a row of its table', async (t) => {
  const page = await web.open(t, { path: `/delivery?from=${inDays(-7)}&to=${inDays(14)}`, as: sanne, width: 390 })
  const table = page.getByRole('table', { name: 'How far ahead it was made' })
  await table.getByRole('row').nth(1).getByText('Cancelled early').waitFor()
  assert.equal(await table.getByRole('columnheader').count(), 7)
  assert.ok(await table.evaluate((shown) => shown.scrollWidth <= (shown.parentElement?.clientWidth ?? 0)))
})

test('a period is typed and sent; one that is impossible says why', async (t) => {
  const page = await web.open(t, { path: '/delivery?from=2026-11-01&to=2026-11-20', as: sanne })
  await page.getByRole('button', { name: /^Until/ }).press('Enter')
  const until = page.getByRole('group', { name: 'Until' })
  await typeParts(until, [21])
  await page.getByRole('button', { name: 'Show', exact: true }).press('Enter')
  await page.waitForURL(/to=2026-11-21/)
  // The form is reset to the days shown: a press before that would be lost.
  await page.getByText('Saturday 21 November 2026').waitFor()
  await page.getByRole('button', { name: 'Next 2 weeks' }).press('Enter')
  await page.waitForURL((url) => url.searchParams.get('to') !== '2026-11-21')
  await page.goto(`${web.product.baseUrl}/delivery?from=2026-11-20&to=2026-11-20`)
  await page.getByRole('button', { name: /^Until/ }).press('Enter')
  await typeParts(until, [11])
  await page.getByText('The last day is before the first one.').waitFor()
  assert.ok(await page.getByRole('button', { name: 'Show', exact: true }).isDisabled())
})

test('the report is downloaded as a file that no spreadsheet takes for formulas', async (t) => {
  const holder = await web.product.createHolder({ displayName: 'Praktijk De Iep' })
  const type = await holder.call('POST', '/appointment-types', {
    clientRequestId: crypto.randomUUID(),
    name: { nl: '=HYPERLINK("https://evil.example"),x' },
    durationMinutes: 20,
  })
  const startsAt = Date.parse(`${inDays(4)}T09:00:00Z`)
  for (let number = 0; number < 6; number += 1) {
    const { status } = await holder.call('POST', '/appointments', {
      clientRequestId: crypto.randomUUID(),
      appointmentTypeId: type.body.data.id,
      startsAt: new Date(startsAt + number * 900_000).toISOString(),
      endsAt: new Date(startsAt + number * 900_000 + 600_000).toISOString(),
      timezone: 'Europe/Amsterdam',
      recipient: { displayName: `Persoon ${number}`, email: `persoon-${number}@example.com` },
    })
    assert.equal(status, 201)
  }
  const path = `/delivery?from=${inDays(0)}&to=${inDays(13)}&by=appointmentType`
  const page = await web.open(t, { path, as: holder.staffEmail })
  await page.locator('figure svg').waitFor()
  await screenshot(page, 'delivery-days')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).press('Enter')
  const lines = (await readFile(await (await download).path(), 'utf8')).replace('\u{FEFF}', '').split('\r\n')
  assert.match(lines[0] ?? '', /^Part;Name;Appointments;/)
  assert.match(lines[1] ?? '', /^Total;;6;/)
  assert.ok(
    lines.some((line) => line.startsWith(`Group;"'=HYPERLINK(""https://evil.example""),x";6;`)),
    lines.join('\n'),
  )
})

test('who was called stands beside who has appointments, small groups together, and nothing where nobody was', async (t) => {
  const holder = await web.product.createHolder({ displayName: 'Praktijk De Els', defaultLocale: 'nl' })
  const languages = ['nl', 'nl', 'nl', 'nl', 'nl', 'nl', 'tr', 'tr', 'tr', 'tr', 'tr', 'tr', 'pl', 'ar']
  const ids: string[] = []
  for (const [number, locale] of languages.entries()) {
    const recipient = { displayName: `Persoon ${number}`, email: `persoon-${number}@example.com`, locale }
    ids.push((await storeAppointment(web.product, holder, 48 + number, { recipient })).id)
  }
  const page = await web.open(t, { path: `/delivery?from=${inDays(0)}&to=${inDays(13)}`, as: holder.staffEmail })
  await page.getByText('No call was recorded about the appointments of these days.').waitFor()
  // All who read Turkish, and one of the others.
  await web.product.operator.query(
    `insert into appointment_call (platform_holder_id, id, appointment_id, outcome, called_by)
     select $1, gen_random_uuid(), one, 'no_answer', (select id from staff_member where platform_holder_id = $1 limit 1)
     from unnest($2::uuid[]) as one`,
    [holder.id, [...ids.slice(6, 12), ids[0]]],
  )
  await page.reload()
  const table = page.getByRole('table', { name: 'Who was called' })
  await table.getByRole('row', { name: /^Türkçe/ }).waitFor()
  const rows = (await table.getByRole('row').allInnerTexts()).map((row) => row.split(/\s*\t\s*/).join(' | '))
  assert.deepEqual(rows.slice(1), [
    'Language of the message',
    'Türkçe | 42.9% (6) | 85.7% (6)',
    'Small groups together | 57.1% (8) | 14.3% (1)',
    'Text message or e-mail',
    'E-mail | 100% (14) | 100% (7)',
  ])
  await page.getByText(/^Language and channel do not order the call list\./).waitFor()
  await assertAccessible(page)
  await screenshot(page, 'delivery-calls')
})

test('days without appointments say so and lead on, and an impossible period in the address becomes a possible one', async (t) => {
  const page = await web.open(t, { path: '/delivery?from=2020-01-01&to=2020-01-02', as: sanne })
  await page.getByText('No appointments in these days').waitFor()
  await screenshot(page, 'delivery-empty')
  await page.goto(`${web.product.baseUrl}/delivery?from=2020-01-20&to=2020-01-10`)
  await page.getByText(/14 December 2019 – .*10 January 2020/).waitFor()
})

test('help explains errors and keys', async (t) => {
  const page = await web.open(t, { path: '/today', as: sanne })
  await page.getByRole('link', { name: 'Help' }).press('Enter')
  await arrive(page, 'Help')
  await page.getByText('Somebody else changed this.').waitFor()
  await screenshot(page, 'help')
})
