import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { read, type DataOf } from '#web/api/client.ts'

export type Onboarding = DataOf<'getHolderOnboarding'>
type ApiStep = Onboarding['steps'][number]

/** The pages of the wizard in order, each with the onboarding steps it covers; the message preview covers none. */
export const wizardSteps = [
  { id: 'company', name: msg`Your organization`, of: ['company', 'profile'] },
  { id: 'contacts', name: msg`Contacts`, of: ['contacts'] },
  { id: 'language', name: msg`Language and time zone`, of: ['language_timezone'] },
  { id: 'locations', name: msg`Locations`, of: ['scheduling_setup'] },
  { id: 'type', name: msg`First appointment type`, of: ['appointment_types'] },
  { id: 'preview', name: msg`See a reminder`, of: [] },
  { id: 'payment', name: msg`Payment`, of: ['payment'] },
  { id: 'calendar', name: msg`Calendar`, of: ['integration'] },
  { id: 'hand-in', name: msg`Submit`, of: [] },
] as const satisfies readonly { id: string; name: MessageDescriptor; of: readonly ApiStep['stepId'][] }[]

export type WizardStepId = (typeof wizardSteps)[number]['id']
export type WizardState = 'open' | 'done' | 'skipped'

export function onboarding(holder: string) {
  return read('getHolderOnboarding', { params: { platformHolderId: holder } })
}

export function isWizardStep(value: string): value is WizardStepId {
  return wizardSteps.some(({ id }) => id === value)
}

/** State of a wizard page. One that covers no steps is never done, and blocks nobody. */
export function stateOf(id: WizardStepId, { steps, status }: Onboarding): WizardState {
  if (id === 'hand-in') return status === 'pending_review' || status === 'completed' ? 'done' : 'open'
  const own = stepsOf(id, steps)
  if (own.length > 0 && own.every((step) => step.status === 'done')) return 'done'
  return own.some((step) => step.status === 'skipped') ? 'skipped' : 'open'
}

/** The first page on which something is still to be done. */
export function firstUnfinished(all: Onboarding): WizardStepId {
  const next = wizardSteps.find(({ id, of }) => of.length > 0 && stateOf(id, all) === 'open')
  return all.status === 'pending_review' || all.status === 'completed' ? 'hand-in' : (next?.id ?? 'hand-in')
}

/** The page after this one. */
export function nextOf(id: WizardStepId): WizardStepId {
  const place = wizardSteps.findIndex((step) => step.id === id)
  return wizardSteps[place + 1]?.id ?? 'hand-in'
}

/** Whether it can be left for later. */
export function isOptional(id: WizardStepId, { steps }: Onboarding): boolean {
  const own = stepsOf(id, steps)
  return own.length > 0 && own.every(({ required }) => !required)
}

export function stepsOf(id: WizardStepId, steps: Onboarding['steps']): readonly ApiStep[] {
  const names: readonly string[] = wizardSteps.find((step) => step.id === id)?.of ?? []
  return steps.filter(({ stepId }) => names.includes(stepId))
}
