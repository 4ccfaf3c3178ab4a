import assert from 'node:assert/strict'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { type TestHolder } from '../../harness.ts'
import { screenshot, startWeb } from '../world.ts'

const web = startWeb()

const heading = 'Naam;Mobiel;E-mail;Datum;Tijd;Duur;Behandeling;Taal'
const rows = [
  'Noor van Dam;06 12345678;;24-11-2027;14:30;20;Controle;nl',
  'Ömer Yıldız;+31 6 87654321;omer@example.com;2027-11-25;9.15;;;tr',
  ';06 12345678;;24-11-2027;10:00;20;;',
  'Eva Smit;;;24-11-2027;11:00;20;;',
  'Bram Bos;06 1;;24-11-2027;11:30;20;;',
  'Iris Kok;06 12345679;;31-02-2027;12:00;20;;',
  'Tess Mol;06 12345670;;24-11-2020;12:30;20;;',
  '=HYPERLINK(1);06 12345671;;32-11-2027;12:30;20;;',
]
const csv = [heading, ...rows].join('\r\n')

async function choose(page: Page, name: string, text: string | Buffer): Promise<void> {
  await page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) })
}

async function signedIn(t: Parameters<typeof web.open>[0], look: { mayRepeat?: boolean } = {}) {
  const holder = await web.product.createHolder()
  const page = await web.open(t, { path: '/appointments/import', as: holder.staffEmail, ...look })
  return { holder, page }
}

async function appointmentsOf(holder: TestHolder): Promise<Made[]> {
  const { body } = await holder.call('GET', '/appointments?from=2027-01-01T00:00:00Z&pageSize=100')
  return body.data.items as Made[]
}

/** The longest time that the page's own thread computed without a pause, from now until it is asked; in milliseconds. */
async function longestTask(page: Page): Promise<() => Promise<number>> {
  const browser = page.context().browser()
  assert.ok(browser)
  await browser.startTracing(page, { categories: ['toplevel'] })
  return async () => {
    const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
    const threads = traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
    const isOfPage = ({ pid, tid }: TraceEvent) => threads.some((thread) => thread.pid === pid && thread.tid === tid)
    // Time of the processor, because others run beside it.
    return Math.max(0, ...traceEvents.filter(isOfPage).map(({ tdur }) => (tdur ?? 0) / 1_000))
  }
}

type TraceEvent = { name: string; pid: number; tid: number; tdur?: number; args: { name?: string } }

const refusedFor = (seconds: number) => ({
  status: 429,
  headers: { 'retry-after': String(seconds), 'content-type': 'application/json' },
  body: JSON.stringify({
    error: { code: 'RATE_LIMITED', message: 'Slow down.', retryable: true, details: [] },
    requestId: 'req_00000000000000000000000000000000',
  }),
})

type Made = { startsAt: string; endsAt: string; title: string; recipient: Record<string, string | null> }

test('columns map by their names, what cannot be made is told with its line and reason, and the rest is made', async (t) => {
  const { holder, page } = await signedIn(t, { mayRepeat: true })
  await choose(page, 'agenda.csv', csv)
  await page.getByRole('button', { name: 'Make 2 appointments' }).waitFor()
  const left = page.getByRole('table', { name: 'Left out: 6' })
  const reasons = await left.getByRole('row').allTextContents()
  assert.deepEqual(
    reasons.slice(1).map((text) => text.slice(0, 12)),
    ['4No name06 1', '5Neither a m', '6This telepho', '7There is no', '8In the past', '9There is no'].map((text) =>
      text.slice(0, 12),
    ),
  )
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download these rows' }).press('Enter'),
  ])
  assert.equal(download.suggestedFilename(), 'agenda-left-out.csv')
  const saved = await readFile(await download.path(), 'utf8')
  // As a Dutch spreadsheet opens it: each value in a column of its own, and none of them a formula.
  assert.match(saved, /^\u{FEFF}Line;Reason;Naam;Mobiel;.*\r\n4;No name;;06 12345678;/u)
  assert.match(saved, /\r\n9;There is no such day;'=HYPERLINK/)
  await screenshot(page, 'import-preview')
  await page.getByRole('button', { name: 'Make 2 appointments' }).press('Enter')
  await page.getByText('2 appointments are made').waitFor()
  const made = await appointmentsOf(holder)
  assert.deepEqual(
    made.map(({ startsAt, endsAt, recipient }) => [startsAt, endsAt, recipient['displayName'], recipient['locale']]),
    [
      ['2027-11-24T13:30:00.000Z', '2027-11-24T13:50:00.000Z', 'Noor van Dam', 'nl'],
      ['2027-11-25T08:15:00.000Z', '2027-11-25T08:45:00.000Z', 'Ömer Yıldız', 'tr'],
    ],
  )
  assert.equal(made[0]?.recipient['phoneNumberE164'], '+31612345678')
  await page.getByRole('button', { name: 'Another file' }).click()
  // The agenda of the week after, with what is there already.
  await choose(page, 'next-week.csv', `${csv}\r\nNoor van Dam;06 12345678;;01-12-2027;14:30;20;Controle;`)
  await page
    .getByRole('table', { name: 'Left out: 8' })
    .getByText('This person already has an appointment at that time')
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Make 1 appointment' }).click()
  await page.getByText('1 appointment is made').waitFor()
  // Without a language in the file, the one that is remembered.
  assert.deepEqual(
    (await appointmentsOf(holder)).map(({ recipient }) => recipient['locale']),
    ['nl', 'tr', 'nl'],
  )
})

test('a column that nothing tells is chosen by the keyboard, and the preview follows', async (t) => {
  const { page } = await signedIn(t)
  await choose(page, 'list.csv', 'who,reach,start\r\nMia Prins,mia@example.com,11/24/2027 2:30 pm\r\n')
  await page.getByText(/^None of the rows can become an appointment yet\./).waitFor()
  for (const [label, option] of [
    ['Name', 'who'],
    ['E-mail address', 'reach'],
  ] as const) {
    await page.getByLabel(label, { exact: true }).first().pressSequentially(option)
  }
  await page.getByRole('button', { name: 'Make 1 appointment' }).waitFor()
  await page.getByRole('table', { name: 'Appointments to be made' }).getByText('14:30–15:00').waitFor()
})

test('a calendar file gives its events, and those that recur as they come', async (t) => {
  const { holder, page } = await signedIn(t)
  const day = (await web.product.clock.now()).toZonedDateTimeISO('Europe/Amsterdam').toPlainDate().add({ days: 3 })
  const at = (time: string) => `${day.toString().replaceAll('-', '')}T${time}00`
  const event = (uid: string, ...lines: string[]) => ['BEGIN:VEVENT', `UID:${uid}`, ...lines, 'END:VEVENT'].join('\r\n')
  const zoned = (time: string, until: string) => [
    `DTSTART;TZID=Europe/Amsterdam:${at(time)}`,
    `DTEND;TZID=Europe/Amsterdam:${at(until)}`,
  ]
  const file = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    // The zone that is named counts, also where the file does not describe it.
    event(
      'one',
      ...zoned('0900', '0920').map((line) => line.replace('Amsterdam', 'London')),
      'SUMMARY:Controle',
      'DESCRIPTION:Naam: Lea Vos\\nTel: 06 12345678',
    ),
    event('', ...zoned('1030', '1040'), 'DESCRIPTION:Naam: Kim Vos\\nTel: 06 12345679'),
    event(
      'two',
      ...zoned('1100', '1130'),
      'RRULE:FREQ=WEEKLY;COUNT=3',
      'DESCRIPTION:Naam: Jan Post\\nE-mail: jan@example.com',
    ),
    event('three', `DTSTART;VALUE=DATE:${at('').slice(0, 8)}`, 'SUMMARY:Dicht'),
    event('four', ...zoned('1200', '1230'), 'SUMMARY:Overleg'),
    'END:VCALENDAR',
    '',
  ].join('\r\n')
  await choose(page, 'calendar.ics', file)
  await page.getByRole('table', { name: 'Left out: 2' }).getByText('Lasts all day').waitFor()
  await page.getByRole('button', { name: 'Make 5 appointments' }).click()
  await page.getByText('5 appointments are made').waitFor()
  const { body } = await holder.call('GET', '/appointments?pageSize=100')
  const made = body.data.items as Made[]
  assert.deepEqual(
    made.map(({ recipient }) => recipient['displayName']),
    ['Lea Vos', 'Kim Vos', 'Jan Post', 'Jan Post', 'Jan Post'],
  )
  assert.equal(
    made[0]?.startsAt,
    day
      .toZonedDateTime({ timeZone: 'Europe/Amsterdam', plainTime: '10:00' })
      .toInstant()
      .toString({ fractionalSecondDigits: 3 }),
  )
})

test('an import waits when it is asked to and while there is no connection, stops and goes on, and makes each row once', async (t) => {
  const { holder, page } = await signedIn(t, { mayRepeat: true })
  const many = Array.from(
    { length: 40 },
    (_, index) => `Mens ${index};mens${index}@example.com;2027-11-24 ${10 + (index % 8)}:00`,
  )
  let calls = 0
  let isOffline = true
  const countdown = Promise.withResolvers<void>()
  await page.route('**/appointments', async (route) => {
    calls += 1
    const call = calls
    if (call < 3) return route.continue()
    if (call === 3) return route.fulfill(refusedFor(9))
    // What is said last is on the page: the connection fails when the countdown was seen.
    await countdown.promise
    // The answer is lost after the appointment was made.
    if (call === 4) await route.fetch()
    return isOffline ? route.abort() : route.continue()
  })
  await choose(page, 'many.csv', ['name;email;date', ...many].join('\n'))
  await page.getByRole('button', { name: 'Make 40 appointments' }).click()
  await page.getByText('Waiting for a moment, so that others can work too.').waitFor()
  await page.getByText(/^This can go on in \d seconds?\.$/).waitFor()
  countdown.resolve()
  await page.getByText('No connection. It goes on by itself.').waitFor()
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByText(/Stopped with \d+ rows left/).waitFor()
  await page.getByText(/^It goes on with line \d+ of the file\. Nothing is made twice\.$/).waitFor()
  isOffline = false
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('40 appointments are made').waitFor()
  assert.equal((await appointmentsOf(holder)).length, 40)
})

test('twenty thousand rows leave the page free, and are asked about once, whatever is chosen for them', async (t) => {
  const { page } = await signedIn(t)
  const many = Array.from({ length: 20_000 }, (_, index) => {
    const hour = 10 + (index % 8)
    return `Mens ${index};06${12_000_000 + index};2027-11-${hour} ${hour}:00;${hour}:30`
  })
  const longest = await longestTask(page)
  let asked = 0
  let isRefused = false
  await page.route('**/appointments/matches', (route) => {
    asked += 1
    return isRefused ? route.fulfill(refusedFor(3)) : route.continue()
  })
  // By its path: what stands in memory is decoded in the page first, which would be measured with it.
  const file = join(await mkdtemp(join(tmpdir(), 'import-')), 'many.csv')
  await writeFile(file, ['naam;mobiel;datum;later', ...many].join('\n'))
  await page.locator('input[type=file]').setInputFiles(file)
  const make = page.getByRole('button', { name: 'Make 20,000 appointments' })
  const preview = page.getByRole('table', { name: 'Appointments to be made' })
  await make.and(page.locator(':not([aria-disabled])')).waitFor({ timeout: 120_000 })
  const ms = await longest()
  t.diagnostic(`longest task ${ms} ms`)
  assert.ok(ms > 0 && ms < 100, `${ms} ms`)
  assert.equal(asked, 80)
  // What says nothing of a name or a start asks nothing again.
  await page.getByText('Columns and type').click()
  await page.getByLabel('Minutes per appointment').fill('20')
  await preview.getByText('10:00–10:20').first().waitFor()
  assert.equal(asked, 80)
  // Other starts are asked about; the allowance is used up, and says for how long.
  isRefused = true
  await page.getByLabel('Time', { exact: true }).selectOption({ label: 'later' })
  await page.getByRole('alert').getByText('Too many requests at once.').waitFor()
  await page.getByText(/^This can go on in \d seconds?\.$/).waitFor()
  assert.ok(await make.isDisabled())
  const again = page.getByRole('button', { name: 'Try again' })
  assert.ok(await again.isDisabled())
  isRefused = false
  await again.click()
  await preview.getByText('10:30–10:50').first().waitFor()
  await make.and(page.locator(':not([aria-disabled])')).waitFor({ timeout: 120_000 })
  assert.equal(asked, 161)
})

test('a file that is neither says so', async (t) => {
  const { page } = await signedIn(t)
  await choose(page, 'photo.csv', 'nothing here\nat all')
  await page.getByRole('alert').getByText('This is neither a CSV file nor a calendar file.').waitFor()
})
