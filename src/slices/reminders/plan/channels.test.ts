import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Contact, chooseChannel } from './channels.ts'
import type { Channel } from '#/slices/reminders/words/words.ts'
import type { ReminderStep } from '#/slices/reminders/words/policy.ts'

const email = 'noor@example.org'
const phoneNumberE164 = '+31612345678'
const both: Contact = { email, phoneNumberE164, phoneIsLandline: false }
const onlyEmail: Contact = { email, phoneNumberE164: null }
const onlyMobile: Contact = { email: null, phoneNumberE164 }
const onlyLandline: Contact = { email: null, phoneNumberE164: '+31201234567', phoneIsLandline: true }
const emailAndLandline: Contact = { ...onlyLandline, email }

function choose(
  wanted: ReminderStep['channel'],
  fallback: ReminderStep['fallback'],
  contact: Contact,
  preferred: Channel | null = null,
): string {
  const choice = chooseChannel({ wanted, fallback, contact, preferred })
  return choice.reason ?? `${choice.channel} then ${choice.fallback ?? 'none'}`
}

test('preferred without a known preference is SMS for a mobile number, else e-mail', () => {
  assert.equal(choose('preferred', 'none', both), 'sms then none')
  assert.equal(choose('preferred', 'email', both), 'sms then email')
  assert.equal(choose('preferred', 'none', onlyEmail), 'email then none')
  assert.equal(choose('preferred', 'none', emailAndLandline), 'email then none')
})

test('a known preference decides when it can be reached', () => {
  assert.equal(choose('preferred', 'email', both, 'email'), 'email then none')
  assert.equal(choose('preferred', 'sms', both, 'email'), 'email then sms')
  assert.equal(choose('preferred', 'email', both, 'sms'), 'sms then email')
})

test('a preference narrows: the other channel is used only when the step names it as fallback', () => {
  assert.equal(choose('preferred', 'none', onlyMobile, 'email'), 'no_contact')
  assert.equal(choose('preferred', 'sms', onlyMobile, 'email'), 'sms then none')
  assert.equal(choose('preferred', 'email', onlyEmail, 'sms'), 'email then none')
})

test('a preference does not change a step with a channel of its own', () => {
  assert.equal(choose('email', 'none', both, 'sms'), 'email then none')
  assert.equal(choose('sms', 'none', both, 'email'), 'sms then none')
})

test('a channel without contact gives way to the fallback, which is then not tried twice', () => {
  assert.equal(choose('sms', 'email', onlyEmail), 'email then none')
  assert.equal(choose('email', 'sms', onlyMobile), 'sms then none')
  assert.equal(choose('sms', 'email', emailAndLandline), 'email then none')
})

test('a fallback without contact, or equal to the channel, is no fallback', () => {
  assert.equal(choose('sms', 'email', onlyMobile), 'sms then none')
  assert.equal(choose('email', 'sms', emailAndLandline), 'email then none')
  assert.equal(choose('sms', 'sms', both), 'sms then none')
})

test('without a usable channel the reason says whether a landline was in the way', () => {
  assert.equal(choose('email', 'none', onlyMobile), 'no_contact')
  assert.equal(choose('sms', 'none', onlyEmail), 'no_contact')
  assert.equal(choose('preferred', 'email', onlyLandline), 'landline')
  assert.equal(choose('sms', 'none', emailAndLandline), 'landline')
  assert.equal(choose('email', 'sms', onlyLandline), 'landline')
  assert.equal(choose('email', 'none', onlyLandline), 'no_contact')
  assert.equal(choose('preferred', 'none', onlyLandline, 'email'), 'no_contact')
  assert.equal(choose('preferred', 'none', { email: null, phoneNumberE164: null }), 'no_contact')
})

test('an opt-out or a switch closes a channel and says so, where there is an address to close', () => {
  const stopped: Contact = { ...both, closed: { sms: 'recipient_opted_out' } }
  assert.equal(choose('preferred', 'none', stopped), 'email then none')
  assert.equal(choose('sms', 'email', stopped), 'email then none')
  assert.equal(choose('sms', 'none', stopped), 'recipient_opted_out')
  assert.equal(choose('email', 'sms', stopped), 'email then none')
  assert.equal(choose('preferred', 'none', { ...stopped, email: null }), 'recipient_opted_out')
  const off: Contact = { ...both, closed: { sms: 'channel_disabled', email: 'channel_disabled' } }
  assert.equal(choose('preferred', 'email', off), 'channel_disabled')
  assert.equal(
    choose('email', 'sms', { ...off, closed: { sms: 'recipient_opted_out', email: 'channel_disabled' } }),
    'recipient_opted_out',
  )
})

test('a step without an address for it is no_contact, also when the other channel is closed', () => {
  const stopped: Contact = { ...onlyMobile, closed: { sms: 'recipient_opted_out' } }
  assert.equal(choose('email', 'none', stopped), 'no_contact')
  const closedBoth: Contact = { ...onlyEmail, closed: { sms: 'recipient_opted_out', email: 'channel_disabled' } }
  assert.equal(choose('sms', 'none', closedBoth), 'no_contact')
})

test('the channel that would be used is told with the reason, and none where there is no address', () => {
  const channelOf = (wanted: ReminderStep['channel'], contact: Contact) =>
    chooseChannel({ wanted, fallback: 'none', contact, preferred: null }).channel
  assert.equal(channelOf('preferred', { ...onlyMobile, closed: { sms: 'recipient_opted_out' } }), 'sms')
  assert.equal(channelOf('email', { ...onlyEmail, closed: { email: 'channel_disabled' } }), 'email')
  assert.equal(channelOf('sms', onlyLandline), 'sms')
  assert.equal(channelOf('email', onlyMobile), null)
})
