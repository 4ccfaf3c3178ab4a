import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { test } from 'node:test'
import { ajv } from '#/kernel/execution/validation.ts'
import { declared } from '#/kernel/postgres/db.ts'
import { operations } from './operations.ts'
import { pathOf, toMessage } from '#/slices/events/message.ts'
import { events } from './events.ts'

const holder = '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d06'
const subjectId = '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d08'

/** What an event may say: ids, states, names and codes. A new name is put here by somebody who has looked at what it holds. */
const reviewed = new Set([
  'appointmentId',
  'requestId',
  'locationId',
  'sourceSystem',
  'externalAppointmentId',
  'status',
  'state',
  'scheduleRevision',
  'changed',
  'by',
  'via',
  'reasonCode',
  'outcome',
  'decision',
  'reason',
  'kind',
  'offset',
  'channel',
  'requestType',
  'provider',
  'errorCode',
  'eventIds',
  // Of keys and addresses, never of visits.
  'expiresAt',
  'daysLeft',
  'failingSince',
])

type Schema = {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly maxLength?: number
  readonly maxItems?: number
  readonly maximum?: number
  readonly pattern?: string
  readonly format?: string
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
}

for (const { contract } of events) {
  const { type, subject, schemaVersion, data, example } = contract
  const message = (said: object) =>
    toMessage(
      {
        platformHolderId: holder,
        id: subjectId,
        sequence: Number.MAX_SAFE_INTEGER,
        type,
        schemaVersion,
        occurredAt: Temporal.Instant.from('2026-11-24T08:00:00.123456Z'),
        subjectType: subject,
        subjectId,
        subjectVersion: 2_147_483_647,
        data: said as Readonly<Record<string, unknown>>,
      },
      Number.MAX_SAFE_INTEGER,
    )

  test(`${type}: its example fits, and it says nothing of a person`, () => {
    const isValid = ajv.compile(data)
    assert.ok(isValid(example), JSON.stringify(isValid.errors))
    assert.deepEqual(
      Object.keys(data.properties).filter((name) => !reviewed.has(name)),
      [],
    )
  })

  test(`${type}: with the largest values it has at most 8 KiB, and its data fit the table`, () => {
    const largest = largestOf(data as Schema) as object
    assert.ok(Buffer.byteLength(JSON.stringify(message(largest))) <= 8_192)
    // As PostgreSQL writes JSON: with a space after each colon and comma.
    assert.ok(Buffer.byteLength(JSON.stringify(largest, null, 1)) <= 6_144)
  })

  test(`${type}: the path of its subject is one that is served`, () => {
    const path = pathOf({ platformHolderId: holder, subjectType: subject, subjectId, data: example as never })
    if (path === null) return
    // Until endpoints can be read.
    const hasEndpoints = operations.some((one) => one.contract.path.includes('/webhook-endpoints'))
    if (subject === 'webhook_endpoint' && !hasEndpoints) return
    const served = operations.some(
      (one) =>
        one.contract.method === 'GET' &&
        new RegExp(`^/api/v1${one.contract.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
    )
    assert.ok(served, path)
  })
}

test('every type is named once, for a noun and what became of it', () => {
  const types = events.map(({ contract }) => contract.type)
  assert.deepEqual(types, [...new Set(types)])
  for (const type of types) assert.match(type, /^(ping|[a-z_]+\.[a-z_]+)$/)
})

/** These make no row what is told: they plan, claim, hand over, hold, skip, cancel or withdraw it, or only look at its state. */
const toldByNobody = new Set([
  'claim_due',
  'claim_backlog',
  'claim_siblings',
  'claim_household',
  'give_back_claimed',
  'record_attempts',
  'withdraw_revisions',
  'cancel_unsent',
  'withdraw_unsent_of_batch',
  'supersede_rows',
  'mark_leaving',
  'await_receipts',
  'take_due_unknown',
  'schedule_reconcile',
  // Used where no row is suppressed.
  'insert_reminders',
  'upsert_reminders',
  'withdraw_departures',
  'withdraw_not_left',
  'hold_for_new_time',
  'drop_held',
  'plan_suppressed_ahead',
  // Demo data, of before anybody listened.
  'insert_clinic_reminder',
])

test('every statement that can end a reminder tells it', async () => {
  const root = fileURLToPath(new URL('../slices/reminders/', import.meta.url))
  for (const file of globSync('**/*.ts', { cwd: root })) if (!file.includes('test')) await import(`${root}${file}`)
  const silent = [...declared]
    .filter(([, text]) => /insert into reminder\b|update reminder\b[^;]*?\bstate = /.test(text))
    .filter(([, text]) => !text.includes('into event '))
    .map(([name]) => name)
  assert.deepEqual(
    silent.filter((name) => !toldByNobody.has(name)),
    [],
  )
})

function largestOf({ type, enum: values, ...schema }: Schema): unknown {
  if (values) return values.toSorted((one, other) => String(other).length - String(one).length)[0]
  switch (Array.isArray(type) ? type[0] : type) {
    case 'object':
      return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, one]) => [name, largestOf(one)]))
    case 'array':
      return Array.from({ length: schema.maxItems ?? 0 }, () => largestOf(schema.items ?? {}))
    case 'integer':
      return schema.maximum ?? 2_147_483_647
    default:
      if (schema.format === 'date-time') return '2026-11-24T08:00:00.123Z'
      if (schema.maxLength === undefined) return 'a'.repeat(128)
      return (/^\^(\[A-Za-z|evt_\[0-9a-f\])/.test(schema.pattern ?? '') ? 'a' : '😀').repeat(schema.maxLength)
  }
}

test('docs/events.md lists every type with its sentence, in the order of the catalogue', () => {
  const page = readFileSync(new URL('../../docs/events.md', import.meta.url), 'utf8')
  const rows = [...page.matchAll(/^\| `([a-z_.]+)` \| (.+) \|$/gm)].map(([, type, summary]) => [type, summary])
  const told = events.map(({ contract }) => [contract.type, contract.summary])
  assert.deepEqual(
    rows.filter(([type]) => told.some(([one]) => one === type)),
    told,
  )
})
