import assert from 'node:assert/strict'
import { get, type IncomingMessage } from 'node:http'
import { after, before, test } from 'node:test'
import type { TrailEvent } from '#/slices/audit-trail/trail-event.ts'
import { callApi, eventually, signIn, startTestProduct, type TestHolder, type TestProduct } from '../../harness.ts'
import { storeAppointment } from '../../operation-cases.ts'

let product: TestProduct
let mine: TestHolder
let theirs: TestHolder
before(async () => {
  product = await startTestProduct({ roles: ['api', 'worker', 'sandbox'] })
  mine = await product.createHolder()
  theirs = await product.createHolder()
})
after(() => product?.stop())

type Listed = { readonly items: TrailEvent[]; readonly nextPageToken: string | null }

async function list(query: Record<string, string> = {}, by = mine): Promise<Listed> {
  const { status, body } = await by.call('GET', `/audit-events?${new URLSearchParams(query).toString()}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body.data
}

async function listAll(query: Record<string, string>, by = mine): Promise<TrailEvent[]> {
  const found: TrailEvent[] = []
  for (let pageToken: string | null = ''; pageToken !== null;) {
    const page: Listed = await list({ ...query, ...(pageToken === '' ? {} : { pageToken }) }, by)
    found.push(...page.items)
    pageToken = page.nextPageToken
  }
  return found
}

async function download(format: string, query: Record<string, string>, by = mine): Promise<Response> {
  const parameters = new URLSearchParams({ format, ...query }).toString()
  return fetch(`${product.baseUrl}/api/v1/platform-holders/${by.id}/audit-events/export?${parameters}`, {
    headers: { authorization: `Bearer ${by.apiKey}` },
  })
}

async function now(): Promise<string> {
  const { rows } = await product.operator.query<{ now: Temporal.Instant }>('select tijdig_now() as now')
  assert.ok(rows[0])
  return rows[0].now.toString({ smallestUnit: 'microsecond' })
}

/** Entries of a time long ago, one each second. */
async function fill(count: number, holder = mine, begin = '2026-01-02T00:00:00Z', values: object = {}): Promise<void> {
  await product.operator.query(
    `insert into audit_event (platform_holder_id, at, actor_kind, actor_id, action, subjects)
     select $1, $2::timestamptz + n * interval '1 second', 'staff', $3, coalesce($5, 'getHolderPerson'), array[gen_random_uuid()]
     from generate_series(1, $4) n`,
    [holder.id, begin, holder.actorId, count, (values as { action?: string }).action ?? null],
  )
}

test('who looked at an appointment is found by it: user, time, session or key, network and outcome', async () => {
  const { id } = await storeAppointment(product, mine)
  const cookie = await signIn(product, mine.staffEmail)
  const path = `${product.baseUrl}/api/v1/platform-holders/${mine.id}/appointments/${id}`
  const bySession = await callApi(path, 'GET', undefined, { cookie })
  const byKey = await mine.call('GET', `/appointments/${id}`)
  const { items } = await list({ subject: id, action: 'getHolderAppointment' })
  assert.deepEqual(
    items.map(({ requestId, credential }) => [requestId, credential?.kind]),
    [
      [byKey.headers.get('x-request-id'), 'api_key'],
      [bySession.headers.get('x-request-id'), 'session'],
    ],
  )
  const [first, second] = items
  assert.deepEqual(first?.actor, { kind: 'staff', id: mine.actorId, name: mine.staffEmail, role: 'owner' })
  assert.equal(first?.credential?.name, 'Test')
  assert.ok(first?.credential?.id)
  assert.equal(first?.network, '127.0.0.0/24')
  assert.equal(first?.outcome, 'success')
  assert.ok(first?.subjects.includes(id))
  // The session is the one whose sign-in is in the trail too.
  const signedIn = (await list({ subject: second?.credential?.id ?? '' })).items.find(
    (one) => one.action === 'staffSignedIn',
  )
  assert.equal(signedIn?.actor.id, mine.actorId)
})

test('filters leave what fits all of them, and a span is 31 days at most', async () => {
  const { id } = await storeAppointment(product, mine)
  await mine.call('GET', `/appointments/${id}`)
  const actions = async (query: Record<string, string>) => (await list(query)).items.map(({ action }) => action)
  assert.deepEqual(await actions({ subject: id, actor: mine.actorId }), [
    'getHolderAppointment',
    'createHolderAppointment',
  ])
  assert.deepEqual(await actions({ subject: id, actor: theirs.actorId }), [])
  assert.deepEqual(await actions({ subject: 'no-such-thing' }), [])
  assert.deepEqual([...new Set(await actions({ action: 'getHolderAppointment' }))], ['getHolderAppointment'])
  assert.deepEqual(await actions({ actor: mine.actorId, to: '2020-01-01T00:00:00Z' }), [])
  for (const [query, status] of [
    ['from=2026-01-01T00:00:00Z&to=2026-02-01T01:00:00Z', 200],
    ['from=2026-01-01T00:00:00Z&to=2026-02-02T00:00:00Z', 400],
    ['from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z', 400],
    ['from=2020-01-02T00:00:00Z', 400],
    ['action=a-b', 400],
    ['pageToken=x', 400],
  ] as const) {
    assert.equal((await mine.call('GET', `/audit-events?${query}`)).status, status, query)
    if (!query.includes('pageToken'))
      assert.equal(
        (await mine.call('GET', `/audit-events/export?${query}`.replace('format', ''))).status,
        status,
        query,
      )
  }
})

test('nobody sees an entry of another organization, by any filter, format or id', async () => {
  const { id } = await storeAppointment(product, theirs)
  await theirs.call('GET', `/appointments/${id}`)
  assert.equal((await list({ subject: id }, theirs)).items.length, 2)
  for (const query of [{ subject: id }, { actor: theirs.actorId }])
    assert.deepEqual((await list({ ...query })).items, [], JSON.stringify(query))
  for (const format of ['jsonl', 'csv', 'ocsf']) {
    const text = await (await download(format, {})).text()
    assert.ok(text.includes(mine.id) && !text.includes(theirs.id) && !text.includes(id), format)
  }
  assert.equal((await mine.call('GET', '/audit-control-list')).body.data.items.some(isTheirs), false)
  for (const path of ['audit-events', 'audit-events/export', 'audit-control-list']) {
    const url = `${product.baseUrl}/api/v1/platform-holders/${theirs.id}/${path}`
    const { status } = await callApi(url, 'GET', undefined, { authorization: `Bearer ${mine.apiKey}` })
    assert.equal(status, 404, path)
  }
})

const isTheirs = ({ actorId }: { readonly actorId: string }) => actorId === theirs.actorId

test('an export has the entries of the list, in its order, in each format, and is an entry itself before its first line', async () => {
  const query = { from: '2026-01-02T00:00:00Z', to: '2026-01-03T00:00:00Z' }
  await fill(1_203)
  const listed = await listAll({ ...query, pageSize: '100' })
  assert.equal(listed.length, 1_203)
  const answer = await download('jsonl', query)
  assert.equal(answer.headers.get('content-type'), 'application/x-ndjson; charset=utf-8')
  assert.equal(answer.headers.get('content-disposition'), 'attachment; filename="audit.jsonl"')
  const lines = (await answer.text()).trimEnd().split('\n')
  const expected = listed.map((event) => ({ platformHolderId: mine.id, ...event }))
  assert.deepEqual(
    lines.map((line) => JSON.parse(line)),
    expected,
  )
  const csv = (await (await download('csv', query)).text()).trimEnd().split('\r\n')
  assert.match(csv[0] ?? '', /^at,action,change,outcome,actorKind,/)
  assert.deepEqual(
    csv.slice(1).map((line) => line.split(',')[14]),
    listed.map(({ id }) => id),
  )
  const ocsf = (await (await download('ocsf', query)).text()).trimEnd().split('\n')
  assert.deepEqual(
    ocsf.map((line) => JSON.parse(line).metadata.uid),
    listed.map(({ id }) => id),
  )
  const own = await list({ action: 'exportAuditEvents' })
  assert.ok(own.items.some(({ requestId }) => requestId === answer.headers.get('x-request-id')))
})

test('an action that is rare is found beyond what one page looks at, in the list and in the export', async () => {
  const query = { from: '2026-03-02T00:00:00Z', to: '2026-03-04T00:00:00Z', action: 'rareAction' }
  await fill(3, mine, '2026-03-02T00:00:00Z', { action: 'rareAction' })
  await fill(12_000, mine, '2026-03-02T01:00:00Z')
  const page = await list(query)
  assert.deepEqual([page.items.length, page.nextPageToken === null], [0, false])
  assert.equal((await listAll(query)).length, 3)
  assert.equal((await (await download('jsonl', query)).text()).trimEnd().split('\n').length, 3)
})

test('while entries are written, each that was there is on one page, once', async () => {
  const [before, until] = [await listAll({ pageSize: '100' }), await now()]
  const over = new AbortController()
  const writers = Array.from({ length: 4 }, async () => {
    while (!over.signal.aborted) await mine.call('GET', '')
  })
  try {
    // Without an end, new entries come before the first page; with one, none is added to it.
    for (const query of [{ pageSize: '20' }, { pageSize: '20', to: until }]) {
      const found = await listAll(query)
      const ids = found.map(({ id }) => id)
      assert.equal(new Set(ids).size, ids.length)
      const missing = before.filter(({ id }) => !ids.includes(id))
      assert.deepEqual(missing, [])
    }
    const lines = (await (await download('jsonl', {})).text()).trimEnd().split('\n')
    const ids = lines.map((line) => (JSON.parse(line) as TrailEvent).id)
    assert.equal(new Set(ids).size, ids.length)
    assert.deepEqual(
      before.filter(({ id }) => !ids.includes(id)),
      [],
    )
  } finally {
    over.abort()
    await Promise.all(writers)
  }
})

test('the name of a key is no formula in the CSV', async () => {
  const holder = await product.createHolder()
  await holder.call('GET', '')
  await product.operator.query(
    `update api_key set name = '=HYPERLINK("https://x.example")' where platform_holder_id = $1`,
    [holder.id],
  )
  const text = await (await download('csv', {}, holder)).text()
  assert.ok(text.includes(`"'=HYPERLINK(""https://x.example"")"`), text)
  assert.ok(!/(^|[,"])[=+@]/m.test(text), text)
})

/** Opens an export and reads nothing of it. */
function open(query: Record<string, string>, holder: TestHolder): Promise<IncomingMessage> {
  const parameters = new URLSearchParams(query).toString()
  const url = `${product.baseUrl}/api/v1/platform-holders/${holder.id}/audit-events/export?${parameters}`
  const headers = { authorization: `Bearer ${holder.apiKey}` }
  return new Promise((resolve, reject) => get(url, { headers }, resolve).on('error', reject))
}

test('an export is read as fast as it is taken, and no further once its reader is gone', async () => {
  const holder = await product.createHolder()
  await fill(50_000, holder)
  const query = { from: '2026-01-02T00:00:00Z', to: '2026-01-04T00:00:00Z' }
  const slow = await open(query, holder)
  const left = await open(query, holder)
  left.destroy()
  await eventually(async () => {
    const line = product.logLines.find((one) => one.includes('did not reach its end'))
    return line?.includes(String(left.headers['x-request-id']))
  })
  // What the server has not read yet is gone when it comes to it: nothing was read ahead.
  await product.operator.query('delete from audit_event where platform_holder_id = $1 and at < $2', [
    holder.id,
    '2026-01-02T02:00:00Z',
  ])
  let lines = 0
  for await (const chunk of slow) lines += String(chunk).split('\n').length - 1
  assert.equal(slow.complete, true)
  assert.equal(lines, 50_000 - 7_199)
})

test('the control list counts whom each of staff opened, how often outside hours, and whom most', async () => {
  const holder = await product.createHolder()
  const [one, other] = await Promise.all([
    storeAppointment(product, holder),
    storeAppointment(product, holder, 240, { recipient: { displayName: 'Other', email: 'other@example.com' } }),
  ])
  const { rows } = await product.operator.query<{ id: string; entry: string }>(
    'select id, holder_recipient_id as entry from appointment where platform_holder_id = $1',
    [holder.id],
  )
  const entryOf = (appointment: string) => rows.find(({ id }) => id === appointment)?.entry ?? ''
  const open = (at: string, appointment: string, action = 'getHolderAppointment') =>
    product.operator.query(
      `insert into audit_event (platform_holder_id, at, actor_kind, actor_id, action, subjects)
       values ($1, $2, 'staff', $3, $4, $5)`,
      [holder.id, at, holder.actorId, action, [appointment, entryOf(appointment)]],
    )
  // Amsterdam is an hour ahead: the first is at 6:30, the last at 20:00 of a working day; the second is the same hour again.
  await open('2026-01-12T05:30:00Z', one.id)
  await open('2026-01-12T05:45:00Z', one.id, 'getHolderPerson')
  await open('2026-01-12T06:00:00Z', one.id)
  await open('2026-01-12T19:00:00Z', one.id)
  // On a Sunday, and a list, which counts for nothing.
  await open('2026-01-11T11:00:00Z', other.id)
  await open('2026-01-13T11:00:00Z', other.id, 'listHolderAppointments')
  // Of the months before and after, by local time.
  await open('2025-12-31T22:59:00Z', one.id)
  await open('2026-01-31T23:00:00Z', one.id)
  const { body } = await holder.call('GET', '/audit-control-list?month=2026-01')
  const expected = {
    actorId: holder.actorId,
    actorName: holder.staffEmail,
    people: 2,
    openings: 4,
    outsideHours: 3,
    mostOpened: entryOf(one.id),
    mostOpenings: 3,
  }
  assert.deepEqual(body.data, { month: '2026-01', items: [expected] })
  assert.equal((await list({ action: 'getAuditControlList' }, holder)).items.length, 1)
})
