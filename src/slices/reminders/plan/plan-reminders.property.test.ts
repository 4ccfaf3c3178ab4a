import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { type PlanInput, type PlannedRow, planReminders } from './plan-reminders.ts'
import { offsetKey } from './offset.ts'
import { isQuiet } from './quiet-hours.ts'

const zones = [
  'Europe/Amsterdam',
  'America/Vancouver',
  'America/Curacao',
  'Asia/Kathmandu',
  'Pacific/Chatham',
  'Australia/Lord_Howe',
  'America/Nuuk',
  'Africa/Casablanca',
  'Asia/Beirut',
]
const offsets = ['PT1H', 'PT2H', 'PT10H', 'PT12H', 'PT24H', 'P1D', 'P1DT2H', 'P2D', 'P1W', 'P30D']
const clock = fc
  .integer({ min: 0, max: 47 })
  .map((half) => `${String(half >> 1).padStart(2, '0')}:${half % 2 === 0 ? '00' : '30'}`)

const quietHours = fc.option(
  fc
    .record({
      from: clock,
      to: clock,
      days: fc.option(fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }), { nil: null }),
    })
    .filter(({ from, to }) => from !== to),
  { nil: null },
)

const steps = fc.uniqueArray(
  fc.record({
    offset: fc.constantFrom(...offsets),
    channel: fc.constantFrom('preferred' as const, 'sms' as const, 'email' as const),
    fallback: fc.constantFrom('none' as const, 'sms' as const, 'email' as const),
    kind: fc.constantFrom('reminder' as const, 'confirm_prompt' as const),
  }),
  { maxLength: 5, selector: (step) => step.offset },
)

const contact = fc.record({
  email: fc.constantFrom('noor@example.org', null),
  phoneNumberE164: fc.constantFrom('+31612345678', null),
  phoneIsLandline: fc.boolean(),
})

const minutesFrom2027 = (minutes: number) => Temporal.Instant.from('2027-01-01T00:00:00Z').add({ minutes })

const anyInput: fc.Arbitrary<PlanInput> = fc
  .record({
    now: fc.integer({ min: 0, max: 365 * 1440 }).map(minutesFrom2027),
    // Half of the starts are near, where offsets are past and quiet hours get in the way.
    startsInMinutes: fc.oneof(fc.integer({ min: -120, max: 2 * 1440 }), fc.integer({ min: 0, max: 40 * 1440 })),
    timezone: fc.constantFrom(...zones),
    contact,
    policy: fc.record({
      minLeadMinutes: fc.constantFrom(0, 30, 60, 600, 1440),
      quietHours,
      shortNotice: fc.boolean(),
      sendRegistrationNotice: fc.boolean(),
    }),
    steps,
    skipIfConfirmed: fc.boolean(),
    recipientTimezone: fc.option(fc.constantFrom(...zones), { nil: null }),
    recipientQuietHours: fc.option(
      fc.record({
        from: fc.constantFrom('06:00', '12:30', '20:00'),
        to: fc.constantFrom('09:00', '14:00', '23:30'),
        timezone: fc.constantFrom(...zones),
      }),
      { nil: null },
    ),
    preferredChannel: fc.constantFrom('sms' as const, 'email' as const, null),
    occasion: fc.constantFrom(
      'registered' as const,
      'reopened' as const,
      'rescheduled' as const,
      'policy_changed' as const,
      'start_kept' as const,
    ),
    offKinds: fc.constantFrom([], ['confirm_prompt' as const]),
    confirmed: fc.boolean(),
  })
  .map(({ startsInMinutes, timezone, contact, ...rest }) => {
    const appointment = { startsAt: rest.now.add({ minutes: startsInMinutes }), timezone, contact }
    return Object.assign(rest, { appointment, earlier: null })
  })

function always(holds: (rows: PlannedRow[], input: PlanInput) => void): void {
  fc.assert(
    fc.property(anyInput, (input) => holds(planReminders(input), input)),
    { numRuns: 2000 },
  )
}

function inOrder(...instants: Temporal.Instant[]): boolean {
  return instants.every((instant, index) => index === 0 || Temporal.Instant.compare(instants[index - 1]!, instant) <= 0)
}

test('G5: every planned row is ahead, due before its latest instant, and that before the minimum lead', () => {
  always((rows, { now, appointment, policy }) => {
    const bound = appointment.startsAt.subtract({ minutes: policy.minLeadMinutes })
    for (const row of rows) {
      if (row.state === 'planned') assert.ok(inOrder(now, row.dueAt, row.latestAt, bound), row.offsetKey)
    }
  })
})

test('G8: no planned row is due in quiet hours', () => {
  always((rows, { policy, recipientTimezone, recipientQuietHours, appointment }) => {
    const timezone = recipientTimezone ?? appointment.timezone
    const quiet = { quietHours: policy.quietHours, timezone, recipientQuietHours }
    for (const row of rows) {
      if (row.state === 'planned') assert.equal(isQuiet(row.dueAt, quiet), false, row.offsetKey)
    }
  })
})

test('G1 and G22: every step has exactly one row, no key comes twice, and a row not planned says why', () => {
  always((rows, { steps }) => {
    const keys = rows.map((row) => row.offsetKey)
    assert.equal(new Set(keys).size, keys.length)
    for (const step of steps) assert.ok(keys.includes(offsetKey(step.offset)), step.offset)
    for (const row of rows) assert.equal(row.reasonCode === null, row.state === 'planned')
    for (const row of rows) assert.ok(row.state === 'skipped' || row.channel !== null)
  })
})

test('G6: never a burst: planned rows have instants of their own, and a short-notice row is planned alone', () => {
  always((rows, { occasion, policy }) => {
    const planned = rows.filter((row) => row.state === 'planned')
    assert.equal(new Set(planned.map((row) => row.dueAt.toString())).size, planned.length)
    const shortNotice = rows.filter((row) => row.offsetKey === 'short_notice')
    assert.ok(shortNotice.length <= 1)
    if (shortNotice.length === 0) return
    assert.ok(policy.shortNotice && (occasion === 'registered' || occasion === 'reopened'))
    assert.ok(planned.every((row) => row.offsetKey === 'short_notice'))
  })
})

test('the plan is in order, at most ten rows, and the same for the same input', () => {
  always((rows, input) => {
    assert.ok(inOrder(...rows.map((row) => row.dueAt)))
    assert.ok(rows.length <= 10)
    // The order in the policy matters only for steps at the same instant.
    const isApart = !['P1D', 'PT24H'].every((offset) => input.steps.some((step) => step.offset === offset))
    if (isApart) assert.deepEqual(planReminders({ ...input, steps: input.steps.toReversed() }), rows)
  })
})
