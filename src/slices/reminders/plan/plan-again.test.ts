import assert from 'node:assert/strict'
import { test } from 'node:test'
import { planAgain } from './plan-again.ts'

const now = Temporal.Instant.from('2027-01-11T09:00:00Z')
const input: Parameters<typeof planAgain>[0] = {
  now,
  startsAt: now.add({ hours: 24 }),
  timezone: 'Europe/Amsterdam',
  recipientTimezone: null,
  quietHours: { from: '21:00', to: '08:00', days: null },
  recipientQuietHours: null,
  contact: { email: 'noor@example.com', phoneNumberE164: '+31612340101' },
  offKinds: [],
  minLeadMinutes: 30,
  channel: 'email',
  kind: 'reminder',
  times: 1,
}
const planned = (changes: Partial<typeof input>) => {
  const row = planAgain({ ...input, ...changes })
  return typeof row === 'string' ? row : `${row.offsetKey} ${row.channel} ${row.fallbackChannel} ${row.dueAt}`
}

test('it goes at once by the channel that was chosen, and by no other', () => {
  assert.equal(planned({}), `again 1 email null ${now}`)
  assert.equal(planned({ channel: 'sms', times: 2 }), `again 2 sms null ${now}`)
})

test('in quiet hours it waits for the morning, if that is before the appointment', () => {
  const night = Temporal.Instant.from('2027-01-11T21:00:00Z')
  assert.equal(planned({ now: night }), 'again 1 email null 2027-01-12T07:00:00Z')
  assert.equal(planned({ now: night, startsAt: Temporal.Instant.from('2027-01-12T07:15:00Z') }), 'quiet_hours')
})

test('where nothing would go it says why', () => {
  assert.equal(planned({ contact: { email: null, phoneNumberE164: '+31612340101' } }), 'no_contact')
  assert.equal(
    planned({ contact: { ...input.contact, closed: { email: 'recipient_opted_out' } } }),
    'recipient_opted_out',
  )
  assert.equal(planned({ contact: { ...input.contact, closed: { email: 'channel_disabled' } } }), 'channel_disabled')
  const landline = { email: null, phoneNumberE164: '+31201234567', phoneIsLandline: true }
  assert.equal(planned({ channel: 'sms', contact: landline }), 'landline')
  assert.equal(planned({ offKinds: ['reminder'] }), 'recipient_opted_out')
  assert.equal(planned({ startsAt: now.add({ minutes: 30 }) }), 'too_late')
})
