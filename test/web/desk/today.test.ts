import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { eventually, type TestHolder } from '../../harness.ts'
import { openWorld, storeAppointment, storeRequest, type World } from '../../operation-cases.ts'
import { arrive, assertAccessible, isFocused, screenshot, startWeb } from '../world.ts'

const web = startWeb()

/** Stores appointments of today by SQL, `minutes` from now each, with a reminder that came to this end. */
async function storeToday(holder: TestHolder, minutes: readonly number[], state = 'delivered', name = 'Visitor') {
  const { operator } = web.product
  const entry = randomUUID()
  await operator.query(
    `insert into holder_recipient (platform_holder_id, id, contact_key, folded_name) values ($1, $2::uuid, sha256($2::uuid::text::bytea), $2::uuid::text)`,
    [holder.id, entry],
  )
  await operator.query(
    `insert into appointment (platform_holder_id, id, holder_recipient_id, origin, source_system, starts_at, ends_at, timezone,
       recipient_name, recipient_phone, plan_stamp)
     select $1, gen_random_uuid(), $2, 'local', 'local', tijdig_now() + minute * interval '1 minute',
       tijdig_now() + (minute + 5) * interval '1 minute', 'Europe/Amsterdam', $4 || ' ' || number, '+31612340101', 'x'
     from unnest($3::int[]) with ordinality as given(minute, number)`,
    [holder.id, entry, minutes, name],
  )
  await operator.query(
    `insert into reminder (platform_holder_id, id, appointment_id, schedule_revision, kind, offset_key, channel, due_at, latest_at,
       state, reason_code, handed_over_at, tzdb_version)
     select $1, gen_random_uuid(), id, 1, 'reminder', 'P1D', 'sms', starts_at, starts_at, $3,
       case when $3 = 'undelivered' then 'number_unreachable' end, starts_at - interval '1 day', 'x'
     from appointment where platform_holder_id = $1 and holder_recipient_id = $2`,
    [holder.id, entry, state],
  )
}

/** An organization in whose zone it is neither early nor late, on the day of the browser; and the minutes until and since midnight. */
async function inBroadDaylight() {
  const now = await web.product.clock.now()
  const day = now.toZonedDateTimeISO('Europe/Amsterdam').toPlainDate()
  const zones = ['Europe/Amsterdam', 'America/New_York', 'Asia/Tokyo'].map((zone) => now.toZonedDateTimeISO(zone))
  const local = zones.find((one) => one.toPlainDate().equals(day) && one.hour > 2 && one.hour < 21)
  assert.ok(local)
  const holder = await web.product.createHolder({ defaultTimezone: local.timeZoneId })
  const until = local.startOfDay().add({ days: 1 }).since(local).total('minutes')
  return { holder, ahead: Math.floor(until), since: Math.floor(local.since(local.startOfDay()).total('minutes')) }
}

/** The calls to the API that a page makes from now on; those it makes by itself are left out on request. */
function callsOf(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/api/')) calls.push(`${pathname.split('/').slice(5).join('/')}${search}`)
  })
  return calls
}

async function openCounting(t: TestContext, path: string, as: string) {
  const page = await web.open(t, { path: '/help', as })
  const calls = callsOf(page)
  await page.goto(`${web.product.baseUrl}${path}`)
  await page.locator('h1').waitFor()
  return { page, calls }
}

test('a day of three hundred appointments is counted and shown to its end, in six calls and more on demand', async (t) => {
  const { holder, ahead, since } = await inBroadDaylight()
  // Most of them ahead, or behind when the day is nearly over; the last one is at the end of the day.
  await storeToday(
    holder,
    Array.from({ length: 149 }, (_, index) => Math.floor((ahead - 1) * (index / 149))),
    'delivered',
    'Ahead',
  )
  await storeToday(
    holder,
    Array.from({ length: 150 }, (_, index) => -Math.floor((since - 1) * (index / 150))),
    'delivered',
    'Earlier',
  )
  await storeToday(holder, [ahead - 1], 'delivered', 'Last of all')
  const { page, calls } = await openCounting(t, '/today', holder.staffEmail)
  const table = page.getByRole('table', { name: 'Appointments today' })
  await table.waitFor()
  await page.getByText('Nothing needs your attention').waitFor()
  assert.ok(calls.length <= 6, calls.join('\n'))
  const days = page.getByRole('region', { name: 'The next seven days' }).getByRole('listitem')
  await days.getByText('300', { exact: true }).first().waitFor()
  await page.getByText('300 appointments today').waitFor()
  await screenshot(page, 'today-long')
  while ((await table.getByText('Last of all').count()) === 0) {
    const before = await table.getByRole('row').count()
    await page.getByRole('button', { name: 'Show more', exact: true }).click()
    await eventually(async () => (await table.getByRole('row').count()) > before)
  }
  await page.getByRole('button', { name: 'Show earlier appointments' }).click()
  await page.getByRole('table', { name: 'Earlier today' }).getByText('Earlier 150').waitFor()
  await assertAccessible(page)
})

test('what needs attention is counted to the end, without what is over, and has number and reason', async (t) => {
  const world = await openWorld(web.product)
  await storeToday(world.holder, [-5, -4, -3, -2, -1], 'undelivered', 'Over')
  await storeToday(world.holder, [1_500, 1_510, 1_520, 1_530, 1_540, 1_550, 1_560], 'undelivered', 'Ahead')
  for (let count = 0; count < 27; count += 1) await storeRequest(world)
  const { page, calls } = await openCounting(t, '/today', world.holder.staffEmail)
  const needs = page.getByRole('region', { name: 'Needs your attention' })
  await needs.getByRole('link', { name: '27 requests wait for an answer' }).waitFor()
  await needs.getByRole('link', { name: 'The reminder for Ahead 1 did not arrive' }).waitFor()
  assert.equal(await needs.getByText('Over').count(), 0)
  assert.equal(await needs.getByRole('link', { name: '+31612340101' }).count(), 5)
  assert.equal(await needs.getByText('The telephone could not be reached.').count(), 5)
  assert.ok(calls.length <= 6, calls.join('\n'))
  await eventually(async () => (await page.title()) === '(27) Today – Tijdig')
  await assertAccessible(page)
  await screenshot(page, 'today-needs-you')
  await needs.getByRole('link', { name: 'And 2 more people who were not reached in the coming days' }).click()
  await arrive(page, 'People who were not reached')
  await page.getByText('7 people with an appointment in the coming seven days').waitFor()
  const rows = page.getByRole('table').getByRole('row')
  assert.equal(await rows.count(), 8)
  await assertAccessible(page)
})

test('who was promised a new time by a batch is listed where Today counts them, and nobody is said to have approved it', async (t) => {
  const { holder } = await openWorld(web.product)
  const { id } = await storeAppointment(web.product, holder)
  await web.product.operator.query('update appointment set awaits_new_time = true where id = $1', [id])
  const page = await web.open(t, { path: '/today', as: holder.staffEmail })
  const needs = page.getByRole('region', { name: 'Needs your attention' })
  await needs.getByText('Reminders wait until the appointment is moved.').waitFor()
  assert.equal(await needs.getByText(/approved/).count(), 0)
  await needs.getByRole('link', { name: '1 appointment is still to be moved' }).click()
  await arrive(page, 'To be moved')
  await assertAccessible(page)
  await screenshot(page, 'today-to-move')
  await page
    .getByRole('row', { name: /Sanne de Vries/ })
    .getByRole('link')
    .first()
    .click()
  await eventually(async () => page.url().endsWith(`/appointments/${id}`))
})

test('eight moves that were approved cost Today no call, and a page of requests is one', async (t) => {
  const world = await openWorld(web.product)
  for (let count = 0; count < 8; count += 1) await approve(world, (await storeRequest(world)).id)
  for (let count = 0; count < 25; count += 1) await storeRequest(world)
  const today = await openCounting(t, '/today', world.holder.staffEmail)
  await today.page.getByRole('link', { name: '8 appointments are still to be moved' }).waitFor()
  assert.ok(today.calls.length <= 6, today.calls.join('\n'))
  const { page, calls } = await openCounting(t, '/requests', world.holder.staffEmail)
  const lines = page.getByRole('list', { name: 'Requests' }).locator(':scope > li')
  assert.equal(await lines.count(), 25)
  await lines.first().getByText('Liever later in de week').waitFor()
  const reads = calls.filter((call) => !call.startsWith('changes'))
  assert.deepEqual(
    reads.filter((call) => call.startsWith('appointments')),
    [],
  )
  assert.equal(reads.filter((call) => call.startsWith('recipient-requests')).length, 1, reads.join('\n'))
  await page.getByRole('link', { name: 'To be moved' }).click()
  await eventually(async () => (await lines.count()) === 8)
})

test('requests are answered from the list with the keyboard, and the focus goes to the next', async (t) => {
  const world = await openWorld(web.product)
  for (let count = 0; count < 3; count += 1) await storeRequest(world)
  const page = await web.open(t, { path: '/requests', as: world.holder.staffEmail })
  const lines = page.getByRole('list', { name: 'Requests' }).locator(':scope > li')
  const link = (index: number) => lines.nth(index).getByRole('link', { name: 'Sanne de Vries' })
  await link(0).focus()
  await page.keyboard.press('ArrowDown')
  assert.ok(await isFocused(link(1)))
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  assert.ok(await isFocused(lines.nth(1).getByRole('button', { name: 'Decline' })))
  await page.keyboard.press('Enter')
  await eventually(async () => (await lines.count()) === 2)
  await eventually(() => isFocused(link(1)))
  await eventually(async () => (await page.title()) === '(2) Requests – Tijdig')
  await assertAccessible(page)
  await screenshot(page, 'requests-list')
})

test('what is open stays true: what somebody else does is on the screen within five seconds', async (t) => {
  const world = await openWorld(web.product)
  const { holder } = world
  const { id } = await storeAppointment(web.product, holder, 26, {
    recipient: { displayName: 'Live Visser', phoneNumberE164: '+31612340102' },
  })
  const as = holder.staffEmail
  const list = await web.open(t, { path: '/appointments', as })
  const one = await web.open(t, { path: `/appointments/${id}`, as })
  const today = await web.open(t, { path: '/today', as })
  const requests = await web.open(t, { path: '/requests', as })
  await requests.getByText('No open requests').waitFor()
  const { operator } = web.product
  const inTime = { timeout: 5_000 }
  await operator.query(
    `update appointment set confirmed_at = tijdig_now(), confirmed_via = 'message_link', confirmed_revision = schedule_revision, version = version + 1 where id = $1`,
    [id],
  )
  await Promise.all([
    list
      .getByRole('row', { name: /Live Visser/ })
      .getByText('Confirmed')
      .waitFor(inTime),
    one.getByRole('definition').getByText('Confirmed').waitFor(inTime),
  ])
  await operator.query(
    `update reminder set state = 'undelivered', reason_code = 'number_unreachable', handed_over_at = tijdig_now() where appointment_id = $1 and state = 'planned'`,
    [id],
  )
  await operator.query(`update appointment set confirmed_revision = null where id = $1`, [id])
  await storeRequest(world)
  // Counts that took long are read again after twenty times that; on a busy machine 0.2 s happen.
  const pauseMs = 4_000
  await Promise.all([
    one.getByRole('definition').getByText('Not delivered').waitFor(inTime),
    today
      .getByRole('link', { name: 'The reminder for Live Visser did not arrive' })
      .waitFor({ timeout: 5_000 + pauseMs }),
    today.getByRole('link', { name: '1 request waits for an answer' }).waitFor(inTime),
    requests.getByRole('link', { name: 'Sanne de Vries' }).waitFor(inTime),
  ])
  await eventually(async () => (await list.title()) === '(1) Appointments – Tijdig')
})

test('an organization that was handed in sees its approval within five seconds', async (t) => {
  const holder = await web.product.createHolder({ status: 'draft' })
  const { operator } = web.product
  await operator.query(
    `insert into onboarding (platform_holder_id, status, submitted_at) values ($1, 'pending_review', tijdig_now())
     on conflict (platform_holder_id) do update set status = 'pending_review', submitted_at = tijdig_now()`,
    [holder.id],
  )
  const page = await web.open(t, { path: '/welcome/hand-in', as: holder.staffEmail })
  const before = await page.locator('main').textContent()
  await operator.query(
    `update onboarding set status = 'completed', version = version + 1 where platform_holder_id = $1`,
    [holder.id],
  )
  await eventually(async () => (await page.locator('main').textContent()) !== before)
})

test('the question whether something changed is no use of the session, and is not asked while nobody sees the page', async (t) => {
  const holder = await web.product.createHolder()
  const page = await web.open(t, { path: '/help', as: holder.staffEmail })
  const headers: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/changes')) headers.push(request.headers()['x-tijdig-background'])
  })
  await web.product.operator.query(
    `update staff_session set last_seen_at = now() - interval '20 minutes' where platform_holder_id = $1`,
    [holder.id],
  )
  await eventually(() => Promise.resolve(headers.length >= 2))
  assert.deepEqual([...new Set(headers)], ['1'])
  const { rows } = await web.product.operator.query<{ minutes: number }>(
    `select floor(extract(epoch from now() - last_seen_at) / 60)::int as minutes from staff_session where platform_holder_id = $1`,
    [holder.id],
  )
  assert.deepEqual(rows, [{ minutes: 20 }])
  await page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'))`)
  const asked = headers.length
  await sleep(4_500)
  assert.ok(headers.length <= asked + 1, 'one that was under way at most')
})

function approve({ holder }: World, id: string) {
  const body = { clientRequestId: randomUUID(), expectedVersion: 1, decision: 'approved' }
  return holder.call('POST', `/recipient-requests/${id}/review`, body)
}
