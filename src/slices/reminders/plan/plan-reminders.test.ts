import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Contact } from './channels.ts'
import { type EarlierPlan, type PlanInput, type PlannedRow, planReminders } from './plan-reminders.ts'
import { defaultPolicy, type ReminderStep } from '#/slices/reminders/words/policy.ts'

const amsterdam = 'Europe/Amsterdam'
const email = 'noor@example.org'
const phoneNumberE164 = '+31612345678'
const weekAhead: ReminderStep = { offset: 'P7D', channel: 'email', fallback: 'none', kind: 'reminder' }
const dayAhead: ReminderStep = { offset: 'P1D', channel: 'preferred', fallback: 'email', kind: 'confirm_prompt' }

function reminder(offset: string): ReminderStep {
  return { offset, channel: 'preferred', fallback: 'email', kind: 'reminder' }
}

type Case = Partial<Omit<PlanInput, 'appointment' | 'policy' | 'now'>> & {
  startsAt: string
  now: string
  timezone?: string
  contact?: Contact
  policy?: Partial<PlanInput['policy']>
}

/** Times are wall clock in the appointment's zone. */
function plan(input: Case): PlannedRow[] {
  const { startsAt, now, timezone = amsterdam, contact = { email, phoneNumberE164 }, policy, ...rest } = input
  return planReminders({
    steps: [weekAhead, dayAhead],
    skipIfConfirmed: false,
    recipientTimezone: null,
    recipientQuietHours: null,
    preferredChannel: null,
    offKinds: [],
    earlier: null,
    occasion: 'registered',
    confirmed: false,
    ...rest,
    appointment: { startsAt: at(startsAt, timezone), timezone, contact },
    policy: { ...defaultPolicy, ...policy },
    now: at(now, timezone),
  })
}

function at(local: string, timezone = amsterdam): Temporal.Instant {
  return Temporal.ZonedDateTime.from(`${local}[${timezone}]`).toInstant()
}

/** One line per row: key, local due time, then channel and moves, or the reason why not. */
function lines(rows: PlannedRow[], timezone = amsterdam): string[] {
  return rows.map((row) => {
    const due = row.dueAt.toZonedDateTimeISO(timezone).toPlainDateTime().toString({ smallestUnit: 'minute' })
    const outcome = row.state === 'planned' ? [row.channel, row.movedBecause] : [row.reasonCode]
    return [row.offsetKey, due, ...outcome].filter((part) => part !== null).join(' ')
  })
}

test('G6: an appointment well ahead gets a row for every step', () => {
  const rows = plan({ startsAt: '2027-05-20T10:00', now: '2027-05-01T12:00' })
  assert.deepEqual(lines(rows), ['P7D 2027-05-13T10:00 email', 'P1D 2027-05-19T10:00 sms'])
  assert.deepEqual(rows[1], {
    kind: 'confirm_prompt',
    offsetKey: 'P1D',
    offset: 'P1D',
    channel: 'sms',
    fallbackChannel: 'email',
    dueAt: at('2027-05-19T10:00'),
    latestAt: at('2027-05-19T14:00'),
    movedBecause: null,
    state: 'planned',
    reasonCode: null,
  })
})

test('G6: an offset already past is skipped with the reason, and the rest still goes', () => {
  const rows = plan({ startsAt: '2027-05-20T10:00', now: '2027-05-15T12:00' })
  assert.deepEqual(lines(rows), ['P7D 2027-05-13T10:00 due_in_past', 'P1D 2027-05-19T10:00 sms'])
})

test('G6: an offset due this very instant is not past', () => {
  const rows = plan({ startsAt: '2027-05-20T10:00', now: '2027-05-19T10:00' })
  assert.deepEqual(lines(rows), ['P7D 2027-05-13T10:00 due_in_past', 'P1D 2027-05-19T10:00 sms'])
})

test('G6: when every offset is past, one short-notice reminder is due ten minutes after registration', () => {
  const rows = plan({ startsAt: '2027-05-20T10:00', now: '2027-05-19T15:00' })
  assert.deepEqual(lines(rows), [
    'P7D 2027-05-13T10:00 due_in_past',
    'P1D 2027-05-19T10:00 due_in_past',
    'short_notice 2027-05-19T15:10 sms',
  ])
  assert.equal(rows[2]!.kind, 'reminder')
  assert.equal(rows[2]!.offset, null)
  assert.equal(rows[2]!.fallbackChannel, 'email')
  assert.equal(rows[2]!.latestAt.toString(), at('2027-05-20T09:30').toString())
})

const nothing: EarlierPlan = { unsent: new Map(), told: new Set(), isKnown: false, plannedInTime: new Set() }

test('G6: whoever knows nothing of an appointment that is moved near, or whose steps now lie behind, gets a short notice', () => {
  const late = { startsAt: '2027-05-20T10:00', now: '2027-05-19T15:00' }
  const has = (input: Partial<Case>) => plan({ ...late, ...input }).some((row) => row.offsetKey === 'short_notice')
  assert.ok(has({ occasion: 'reopened' }))
  for (const occasion of ['rescheduled', 'policy_changed'] as const) {
    assert.ok(has({ occasion, earlier: nothing }), occasion)
    assert.equal(has({ occasion, earlier: { ...nothing, isKnown: true } }), false, occasion)
  }
  assert.equal(has({ occasion: 'start_kept', earlier: nothing }), false, 'a change of the contact alone sends nothing')
  const plannedInTime = new Set(['P7D', 'P1D'])
  assert.equal(
    has({ occasion: 'policy_changed', earlier: { ...nothing, plannedInTime } }),
    false,
    'these steps were planned in time',
  )
  assert.ok(has({ occasion: 'policy_changed', earlier: { ...nothing, plannedInTime }, steps: [reminder('P2D')] }))
  assert.equal(has({ policy: { shortNotice: false } }), false)
})

test('G19: a step whose row is due goes at its own instant in the form it has now', () => {
  const unsent = {
    dueAt: at('2027-05-18T20:59'),
    latestAt: at('2027-05-19T00:59'),
    movedBecause: 'quiet_hours_earlier' as const,
    isUnderReview: false,
    isReleased: false,
  }
  const earlier = { ...nothing, unsent: new Map([['P1D', unsent]]) }
  const changed: ReminderStep = { offset: 'P1D', channel: 'email', fallback: 'sms', kind: 'reminder' }
  const replan = (now: string) =>
    plan({ startsAt: '2027-05-20T07:30', now, steps: [changed], occasion: 'policy_changed', earlier })
  // Its nominal instant, 07:30, is ahead, and it would wait for the opening if it were planned only now.
  const [row] = replan('2027-05-18T20:59:30')
  assert.deepEqual(lines([row!]), ['P1D 2027-05-18T20:59 email quiet_hours_earlier'])
  assert.deepEqual([row!.kind, row!.fallbackChannel], ['reminder', 'sms'])
  assert.equal(row!.latestAt.toString(), unsent.latestAt.toString())
  // Past its last useful instant it is planned as if it were new.
  assert.deepEqual(lines(replan('2027-05-19T02:00')), ['P1D 2027-05-19T08:00 email quiet_hours_later'])
  // Once its nominal instant has passed, its own instant is the only one left.
  assert.deepEqual(lines(replan('2027-05-19T07:31')), ['P1D 2027-05-18T20:59 email quiet_hours_earlier'])
})

test('G6: closer to the start than the minimum lead there is no short-notice reminder', () => {
  const keys = (now: string) => lines(plan({ startsAt: '2027-05-20T15:00', now, steps: [dayAhead] })).slice(1)
  assert.deepEqual(keys('2027-05-20T14:31'), [])
  assert.deepEqual(keys('2027-05-20T14:25'), ['short_notice 2027-05-20T14:35 too_late'])
  assert.deepEqual(keys('2027-05-20T14:20'), ['short_notice 2027-05-20T14:30 too_late'])
  assert.deepEqual(keys('2027-05-20T14:19'), ['short_notice 2027-05-20T14:29 sms'])
})

test('G6: steps that could not go for another reason do not call for a short-notice reminder', () => {
  const far = { startsAt: '2027-05-20T10:00', now: '2027-05-01T12:00' }
  assert.deepEqual(plan({ ...far, steps: [] }), [])
  const bySms: ReminderStep = { ...dayAhead, channel: 'sms', fallback: 'none' }
  const rows = plan({ ...far, steps: [bySms], contact: { email, phoneNumberE164: null } })
  assert.deepEqual(lines(rows), ['P1D 2027-05-19T10:00 no_contact'])
})

test('G6: a start in the past plans nothing and says why', () => {
  const rows = plan({ startsAt: '2027-05-20T10:00', now: '2027-05-20T10:00', policy: { sendRegistrationNotice: true } })
  assert.deepEqual(
    rows.map((row) => row.reasonCode),
    ['due_in_past', 'due_in_past', 'due_in_past'],
  )
})

test('G8: a short-notice reminder registered at night waits for the opening', () => {
  const rows = plan({ startsAt: '2027-05-20T10:00', now: '2027-05-19T22:00', steps: [dayAhead] })
  assert.equal(lines(rows)[1], 'short_notice 2027-05-20T08:00 sms quiet_hours_later')
})

test('G8: a short-notice reminder never goes earlier than ten minutes after registration', () => {
  const rows = plan({ startsAt: '2027-05-20T10:00', now: '2027-05-19T20:55', steps: [dayAhead] })
  assert.equal(lines(rows)[1], 'short_notice 2027-05-20T08:00 sms quiet_hours_later')
})

test('G8: a short-notice reminder whose opening comes too late is skipped', () => {
  const rows = plan({ startsAt: '2027-05-20T08:15', now: '2027-05-19T22:00', steps: [dayAhead] })
  assert.equal(lines(rows)[1], 'short_notice 2027-05-19T22:10 quiet_hours')
  const atItsLast = plan({ startsAt: '2027-05-20T08:30', now: '2027-05-19T22:00', steps: [dayAhead] })
  assert.equal(lines(atItsLast)[1], 'short_notice 2027-05-19T22:10 quiet_hours', 'due at its last useful instant')
})

test('G8: a reminder due at night goes the evening before, and its grace counts from there', () => {
  const rows = plan({ startsAt: '2027-05-20T07:30', now: '2027-05-01T12:00', steps: [dayAhead] })
  assert.deepEqual(lines(rows), ['P1D 2027-05-18T20:59 sms quiet_hours_earlier'])
  assert.equal(rows[0]!.latestAt.toString(), at('2027-05-19T00:59').toString())
})

test('G8: quiet hours hold in the zone of the recipient when it is known', () => {
  const rows = plan({
    startsAt: '2027-05-20T14:00',
    now: '2027-05-01T12:00',
    steps: [dayAhead],
    recipientTimezone: 'America/Curacao',
  })
  assert.deepEqual(lines(rows), ['P1D 2027-05-19T14:00 sms'], '08:00 in Curacao')
  const earlier = plan({
    startsAt: '2027-05-20T13:00',
    now: '2027-05-01T12:00',
    steps: [dayAhead],
    recipientTimezone: 'America/Curacao',
  })
  assert.deepEqual(lines(earlier, 'America/Curacao'), ['P1D 2027-05-18T20:59 sms quiet_hours_earlier'])
})

test('G7: a reminder the day before keeps the wall clock over the change of clocks', () => {
  for (const day of ['2027-03-28', '2027-10-31']) {
    const [row] = plan({ startsAt: `${day}T09:00`, now: `${day.slice(0, 7)}-01T12:00`, steps: [dayAhead] })
    assert.equal(row!.dueAt.toZonedDateTimeISO(amsterdam).toPlainTime().toString(), '09:00:00', day)
  }
})

test('G7: zones west, without daylight saving and with odd offsets plan on their own wall clock', () => {
  for (const timezone of ['America/Vancouver', 'America/Curacao', 'Asia/Kathmandu', 'Pacific/Chatham']) {
    const rows = plan({ startsAt: '2026-11-02T09:00', now: '2026-10-20T12:00', timezone })
    assert.deepEqual(lines(rows, timezone), ['P7D 2026-10-26T09:00 email', 'P1D 2026-11-01T09:00 sms'], timezone)
  }
})

test('G5: a step inside the minimum lead, or exactly at it, can never go', () => {
  const rows = plan({
    startsAt: '2027-05-20T15:00',
    now: '2027-05-01T12:00',
    steps: [reminder('PT1H'), dayAhead, reminder('PT25H')],
    policy: { minLeadMinutes: 1440 },
  })
  assert.deepEqual(lines(rows), [
    'PT25H 2027-05-19T14:00 sms',
    'P1D 2027-05-19T15:00 too_late',
    'PT1H 2027-05-20T14:00 too_late',
  ])
})

test('G5: moving out of quiet hours does not bring a row past the minimum lead', () => {
  const rows = plan({
    startsAt: '2027-05-20T08:20',
    now: '2027-05-19T22:00',
    steps: [reminder('PT1H')],
    occasion: 'rescheduled',
  })
  assert.deepEqual(lines(rows), ['PT1H 2027-05-20T07:20 quiet_hours'])
})

test('G5: a row at night that is past the minimum lead either way is too late, not held by quiet hours', () => {
  const rows = plan({
    startsAt: '2027-05-20T06:00',
    now: '2027-05-01T12:00',
    steps: [reminder('PT8H')],
    policy: { minLeadMinutes: 600 },
  })
  assert.deepEqual(lines(rows), ['PT8H 2027-05-19T22:00 too_late'])
  const tonight = plan({
    startsAt: '2027-05-20T06:00',
    now: '2027-05-19T21:30',
    steps: [reminder('PT8H')],
    policy: { minLeadMinutes: 600 },
  })
  assert.deepEqual(lines(tonight), ['PT8H 2027-05-19T22:00 too_late'])
})

test('G6: two rows moved to the same instant become one, the nearest to the start', () => {
  const steps = [reminder('PT10H'), reminder('PT12H'), reminder('P2D')]
  const rows = plan({ startsAt: '2027-05-20T11:00', now: '2027-05-01T12:00', steps })
  assert.deepEqual(lines(rows), [
    'P2D 2027-05-18T11:00 sms',
    'PT10H 2027-05-19T20:59 sms quiet_hours_earlier',
    'PT12H 2027-05-19T20:59 superseded',
  ])
})

test('of steps at one instant the later one in the policy goes, and falls back to the channel of the other', () => {
  const bySms: ReminderStep = { offset: 'P1D', channel: 'sms', fallback: 'none', kind: 'reminder' }
  const byMail: ReminderStep = { offset: 'PT24H', channel: 'email', fallback: 'none', kind: 'confirm_prompt' }
  const input = { startsAt: '2027-05-20T11:00', now: '2027-05-01T12:00' }
  const wayOf = (rows: PlannedRow[]) =>
    rows.map((row) => [row.offsetKey, row.channel, row.fallbackChannel, row.reasonCode].join(' '))
  const mailLast = plan({ ...input, steps: [bySms, byMail] })
  assert.deepEqual(wayOf(mailLast), ['P1D sms  superseded', 'PT24H email sms '])
  const smsLast = plan({ ...input, steps: [byMail, bySms] })
  assert.deepEqual(wayOf(smsLast), ['P1D sms email ', 'PT24H email  superseded'])
  // A row that cannot go replaces nothing.
  const onlyPhone = { email: null, phoneNumberE164 }
  assert.deepEqual(wayOf(plan({ ...input, steps: [bySms, byMail], contact: onlyPhone })), [
    'P1D sms  ',
    'PT24H   no_contact',
  ])
  assert.deepEqual(wayOf(plan({ ...input, steps: [bySms, byMail], offKinds: ['confirm_prompt'] })), [
    'P1D sms  ',
    'PT24H email  recipient_opted_out',
  ])
})

test('steps of different instants are planned alike in any order', () => {
  const steps = [reminder('PT10H'), reminder('PT12H'), reminder('P1D'), reminder('P7D')]
  const input = { startsAt: '2027-05-20T11:00', now: '2027-05-01T12:00' }
  for (const ordered of [steps, steps.toReversed()]) {
    assert.deepEqual(lines(plan({ ...input, steps: ordered })), [
      'P7D 2027-05-13T11:00 sms',
      'P1D 2027-05-19T11:00 sms',
      'PT10H 2027-05-19T20:59 sms quiet_hours_earlier',
      'PT12H 2027-05-19T20:59 superseded',
    ])
  }
})

test('a registration notice is due at once, or when quiet hours end, and makes a short-notice reminder needless', () => {
  const policy = { sendRegistrationNotice: true }
  const byDay = plan({ startsAt: '2027-05-20T10:00', now: '2027-05-19T15:00', steps: [dayAhead], policy })
  assert.deepEqual(lines(byDay), ['P1D 2027-05-19T10:00 due_in_past', 'registration 2027-05-19T15:00 sms'])
  assert.equal(byDay[1]!.kind, 'confirmation')
  const byNight = plan({ startsAt: '2027-05-20T10:00', now: '2027-05-18T22:00', steps: [dayAhead], policy })
  assert.deepEqual(lines(byNight), ['registration 2027-05-19T08:00 sms quiet_hours_later', 'P1D 2027-05-19T10:00 sms'])
  assert.deepEqual(
    plan({ startsAt: '2027-05-20T10:00', now: '2027-05-18T22:00', steps: [], policy, occasion: 'rescheduled' }),
    [],
  )
})

test('a registration notice due together with a reminder gives way to it', () => {
  const rows = plan({
    startsAt: '2027-05-20T08:00',
    now: '2027-05-18T22:00',
    steps: [dayAhead],
    policy: { sendRegistrationNotice: true },
  })
  assert.deepEqual(lines(rows), ['P1D 2027-05-19T08:00 sms', 'registration 2027-05-19T08:00 superseded'])
})

test('G20: a confirmed appointment gets no prompts, but plain reminders unless the type says otherwise', () => {
  const input = {
    startsAt: '2027-05-20T10:00',
    now: '2027-05-01T12:00',
    confirmed: true,
    occasion: 'policy_changed' as const,
  }
  assert.deepEqual(lines(plan(input)), ['P7D 2027-05-13T10:00 email', 'P1D 2027-05-19T10:00 confirmed'])
  assert.deepEqual(lines(plan({ ...input, skipIfConfirmed: true })), [
    'P7D 2027-05-13T10:00 confirmed',
    'P1D 2027-05-19T10:00 confirmed',
  ])
  const late = { ...input, now: '2027-05-19T15:00', occasion: 'reopened' as const }
  assert.ok(plan(late).every((row) => row.offsetKey !== 'short_notice'))
})

test('a row nobody can receive is skipped with the reason', () => {
  const landline = { email: null, phoneNumberE164: '+31201234567', phoneIsLandline: true }
  const rows = plan({ startsAt: '2027-05-20T10:00', now: '2027-05-01T12:00', contact: landline })
  assert.deepEqual(lines(rows), ['P7D 2027-05-13T10:00 no_contact', 'P1D 2027-05-19T10:00 landline'])
  assert.equal(rows[0]!.channel, null)
})
