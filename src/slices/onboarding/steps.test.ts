import assert from 'node:assert/strict'
import { test } from 'node:test'
import { profileExample } from '#/slices/holders/profile.ts'
import { computeSteps, stepIds, type OnboardingFacts, type StepId } from './steps.ts'

const at = Temporal.Instant.from('2026-12-03T13:30:00Z')
const everything: OnboardingFacts = {
  profile: profileExample,
  profileChangedAt: at,
  appointmentTypeAt: at,
  payment: { isActive: true, updatedAt: at },
  calendarConnectedAt: at,
  messageAt: at,
}
const skippedAt = '2026-12-02T08:00:00.000Z'

const statusOf = (stepId: StepId, facts: Partial<OnboardingFacts>, skipped: Record<string, string> = {}) =>
  computeSteps({ ...everything, ...facts }, skipped).find((step) => step.stepId === stepId)
const profile = (changes: Partial<typeof profileExample>) => ({ profile: { ...profileExample, ...changes } })

test('with everything stored every step is done, in order, and the last three are optional', () => {
  const steps = computeSteps(everything, {})
  assert.deepEqual(
    steps.map(({ stepId, status, missingFields }) => [stepId, status, missingFields]),
    stepIds.map((stepId) => [stepId, 'done', []]),
  )
  assert.deepEqual(
    steps.filter(({ required }) => !required).map(({ stepId }) => stepId),
    ['payment', 'integration', 'test_message'],
  )
})

test('each step names what it lacks', () => {
  const lacking: [StepId, Partial<OnboardingFacts>, string[]][] = [
    ['company', profile({ legalName: '', headquartersPlace: ' ' }), ['legalName', 'headquartersPlace']],
    ['profile', profile({ branch: '' }), ['branch']],
    ['contacts', profile({ billingEmail: '', generalContactName: '' }), ['generalContactName', 'billingEmail']],
    ['scheduling_setup', profile({ schedulingSetup: null }), ['schedulingSetup']],
    ['appointment_types', { appointmentTypeAt: null }, ['appointmentType']],
    ['payment', { payment: { isActive: false, updatedAt: at } }, ['paymentMethod']],
    ['integration', { calendarConnectedAt: null }, ['calendarConnection']],
    ['test_message', { messageAt: null }, ['handedOverReminder']],
  ]
  for (const [stepId, facts, missing] of lacking) {
    const step = statusOf(stepId, facts)
    assert.deepEqual([step?.status, step?.missingFields], ['open', missing], stepId)
  }
})

test('an empty inventory is one that was given', () => {
  assert.equal(statusOf('scheduling_setup', profile({ schedulingSetup: { locations: [] } }))?.status, 'done')
})

test('only optional steps are skipped, and data makes a skipped one done', () => {
  const skipped = Object.fromEntries(stepIds.map((stepId) => [stepId, skippedAt]))
  const step = statusOf('integration', { calendarConnectedAt: null }, skipped)
  assert.deepEqual([step?.status, step?.updatedAt?.toString()], ['skipped', '2026-12-02T08:00:00Z'])
  assert.equal(statusOf('integration', {}, skipped)?.status, 'done')
  assert.equal(statusOf('appointment_types', { appointmentTypeAt: null }, skipped)?.status, 'open')
})

test('a message cannot be tried before the holder is active', () => {
  const draft = { ...profile({ status: 'draft' }), messageAt: null }
  assert.equal(statusOf('test_message', draft)?.status, 'blocked')
  assert.equal(statusOf('test_message', draft, { test_message: skippedAt })?.status, 'skipped')
})
