import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type NoticeInput, planCancellationNotice, planChangeNotice } from './plan-notices.ts'
import type { PlannedRow } from './plan-reminders.ts'
import { defaultPolicy } from '#/slices/reminders/words/policy.ts'

const amsterdam = 'Europe/Amsterdam'

function at(local: string): Temporal.Instant {
  return Temporal.ZonedDateTime.from(`${local}[${amsterdam}]`).toInstant()
}

function notice(now: string, oldStartsAt: string, rest: Partial<NoticeInput> = {}): NoticeInput {
  return {
    now: at(now),
    oldStartsAt: at(oldStartsAt),
    timezone: amsterdam,
    recipientTimezone: null,
    quietHours: defaultPolicy.quietHours,
    recipientQuietHours: null,
    toldByChannel: 'sms',
    preferredChannel: null,
    contact: { email: 'noor@example.org', phoneNumberE164: '+31612345678' },
    offKinds: [],
    ...rest,
  }
}

function line(row: PlannedRow): string {
  const local = (instant: Temporal.Instant) =>
    instant.toZonedDateTimeISO(amsterdam).toPlainDateTime().toString().slice(5, 16)
  if (row.state === 'skipped') return row.reasonCode
  return `${row.channel} ${local(row.dueAt)} until ${local(row.latestAt)}`
}

const cancelled = (...args: Parameters<typeof notice>) => line(planCancellationNotice(notice(...args)))

function changed(now: string, oldStartsAt: string, newStartsAt: string): string {
  return line(planChangeNotice({ ...notice(now, oldStartsAt), newStartsAt: at(newStartsAt) }))
}

test('G3, G4: a notice is one row of its own kind, due at once, for four hours', () => {
  const row = planChangeNotice({
    ...notice('2027-05-10T15:00', '2027-05-20T10:00'),
    newStartsAt: at('2027-05-21T10:00'),
  })
  assert.deepEqual(row, {
    kind: 'change',
    offsetKey: 'change',
    offset: null,
    channel: 'sms',
    fallbackChannel: 'email',
    dueAt: at('2027-05-10T15:00'),
    latestAt: at('2027-05-10T19:00'),
    movedBecause: null,
    state: 'planned',
    reasonCode: null,
  })
  const cancellation = planCancellationNotice(notice('2027-05-10T15:00', '2027-05-20T10:00'))
  assert.deepEqual([cancellation.kind, cancellation.offsetKey], ['cancellation', 'cancellation'])
})

test('G8: a notice at night waits for the opening, and its four hours count from there', () => {
  assert.equal(cancelled('2027-05-10T22:00', '2027-05-20T10:00'), 'sms 05-11T08:00 until 05-11T12:00')
  assert.equal(changed('2027-05-10T22:00', '2027-05-20T10:00', '2027-05-19T10:00'), 'sms 05-11T08:00 until 05-11T12:00')
})

test('G3, G8: quiet hours do not hold back a notice when the old or the new start is under twelve hours away', () => {
  assert.equal(cancelled('2027-05-10T22:00', '2027-05-11T09:59'), 'sms 05-10T22:00 until 05-11T02:00')
  assert.equal(cancelled('2027-05-10T22:00', '2027-05-11T10:00'), 'sms 05-11T08:00 until 05-11T10:00')
  assert.equal(changed('2027-05-10T22:00', '2027-05-11T09:00', '2027-05-20T09:00'), 'sms 05-10T22:00 until 05-11T02:00')
  assert.equal(changed('2027-05-10T22:00', '2027-05-20T09:00', '2027-05-11T09:00'), 'sms 05-10T22:00 until 05-11T02:00')
})

test('G5: a notice never lives past the earlier of the old and the new start', () => {
  assert.equal(changed('2027-05-10T15:00', '2027-05-10T16:00', '2027-05-20T10:00'), 'sms 05-10T15:00 until 05-10T16:00')
  assert.equal(changed('2027-05-10T15:00', '2027-05-20T10:00', '2027-05-10T17:30'), 'sms 05-10T15:00 until 05-10T17:30')
  assert.equal(cancelled('2027-05-10T15:00', '2027-05-10T15:00'), 'too_late')
})

test('G8: a notice whose opening comes after the start is skipped', () => {
  const longNight = { quietHours: { from: '20:00', to: '19:00', days: null } }
  assert.equal(cancelled('2027-05-10T22:00', '2027-05-11T15:00', longNight), 'quiet_hours')
})

test('G8: quiet hours hold in the zone of the recipient', () => {
  const inCuracao = { recipientTimezone: 'America/Curacao' }
  assert.equal(cancelled('2027-05-10T22:00', '2027-05-20T10:00', inCuracao), 'sms 05-10T22:00 until 05-11T02:00')
})

test('a notice goes by the channel that told them last, or by the one that is left', () => {
  const time = ['2027-05-10T15:00', '2027-05-20T10:00'] as const
  const email = 'noor@example.org'
  const onlyEmail = { email, phoneNumberE164: null }
  assert.match(cancelled(...time, { toldByChannel: 'email' }), /^email /)
  assert.match(cancelled(...time, { toldByChannel: 'sms', contact: onlyEmail }), /^email /)
  assert.equal(cancelled(...time, { contact: { email: null, phoneNumberE164: null } }), 'no_contact')
})
