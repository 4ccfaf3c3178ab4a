import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultPolicy, type QuietHours, type ReminderStep, type SmsSender } from '#/slices/reminders/words/policy.ts'
import { type PolicyFault, validatePolicy, validateSteps } from './validate-policy.ts'

const smsSender: SmsSender = { mode: 'alphanumeric', value: 'Tandarts', canReceive: false }

function brief(faults: PolicyFault[]): string[] {
  return faults.map(({ path, code }) => `${path} ${code}`)
}

function withOffsets(...offsets: string[]): ReminderStep[] {
  return offsets.map((offset) => ({ offset, channel: 'preferred', fallback: 'email', kind: 'reminder' }))
}

const quiet = (quietHours: QuietHours) => brief(validatePolicy({ ...defaultPolicy, smsSender, quietHours }))
const sender = (sms: Partial<SmsSender>) =>
  brief(validatePolicy({ ...defaultPolicy, smsSender: { ...smsSender, ...sms } }))

test('the policy a holder starts with has no faults', () => {
  assert.deepEqual(validatePolicy({ ...defaultPolicy, smsSender }), [])
  assert.deepEqual(validatePolicy({ ...defaultPolicy, smsSender, quietHours: null, steps: [] }), [])
})

test('offsets are well-formed, in range and unique by meaning', () => {
  const faults = validateSteps(withOffsets('P1W', 'P1M', 'PT30M', 'P7D'), 'reminderPlan.steps')
  assert.deepEqual(brief(faults), [
    'reminderPlan.steps[1].offset invalid_format',
    'reminderPlan.steps[2].offset out_of_range',
    'reminderPlan.steps[3].offset conflict',
  ])
  assert.deepEqual(validateSteps(withOffsets('P1D', 'PT24H'), 'steps'), [])
})

test('a policy has at most five steps', () => {
  const six = withOffsets('P1D', 'P2D', 'P3D', 'P4D', 'P5D', 'P6D')
  assert.deepEqual(validateSteps(six.slice(1), 'steps'), [])
  assert.deepEqual(brief(validateSteps(six, 'steps')), ['steps too_long'])
})

test('the minimum lead is a whole number of minutes within a day', () => {
  const lead = (minLeadMinutes: number) => brief(validatePolicy({ ...defaultPolicy, smsSender, minLeadMinutes }))
  for (const minutes of [0, 1440]) assert.deepEqual(lead(minutes), [])
  for (const minutes of [-1, 1441, 1.5, Number.NaN]) assert.deepEqual(lead(minutes), ['minLeadMinutes out_of_range'])
})

test('G8: malformed and empty quiet hours are refused when written', () => {
  assert.deepEqual(quiet({ from: '21:00', to: '24:00', days: null }), ['quietHours.to invalid_format'])
  assert.deepEqual(quiet({ from: '9:00', to: '10:00', days: null }), ['quietHours.from invalid_format'])
  assert.deepEqual(quiet({ from: '21:00', to: '21:00', days: null }), ['quietHours.to conflict'])
  assert.deepEqual(quiet({ from: '00:00', to: '23:59', days: [1, 7] }), [])
})

test('the weekdays of quiet hours are named, real and unique', () => {
  const days = (...days: number[]) => quiet({ from: '21:00', to: '08:00', days })
  assert.deepEqual(days(), ['quietHours.days too_short'])
  assert.deepEqual(days(0, 8), ['quietHours.days out_of_range'])
  assert.deepEqual(days(1, 1), ['quietHours.days conflict'])
})

test('an alphanumeric sender is 1 to 11 letters, digits and spaces with a letter among them', () => {
  for (const value of ['A', 'Tandarts 24', '24uurszorg']) assert.deepEqual(sender({ value }), [], value)
  for (const value of ['', '12345', '   ', 'Café', 'A-Z', 'A\n']) {
    assert.deepEqual(sender({ value }), ['smsSender.value invalid_format'], value)
  }
  assert.deepEqual(sender({ value: 'Tandartsen24' }), ['smsSender.value too_long'])
})

test('only a numeric sender in E.164 can receive replies', () => {
  assert.deepEqual(sender({ mode: 'numeric', value: '+31612345678', canReceive: true }), [])
  assert.deepEqual(sender({ canReceive: true }), ['smsSender.canReceive not_allowed'])
  for (const value of ['0612345678', '31612345678', '+1234567890123456', 'Tandarts']) {
    assert.deepEqual(sender({ mode: 'numeric', value }), ['smsSender.value invalid_format'], value)
  }
})
