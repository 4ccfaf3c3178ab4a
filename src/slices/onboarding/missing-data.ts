import type { Fault } from '#/kernel/errors.ts'
import type { HolderOnboarding } from './onboarding-view.ts'

/** Each thing that required steps still lack, as details of a refusal. */
export function missingData({ steps }: HolderOnboarding): Fault[] {
  return steps
    .filter(({ required, status }) => required && status !== 'done')
    .flatMap(({ stepId, missingFields }) =>
      missingFields.map((field) => ({
        path: `${stepId}.${field}`,
        code: 'required' as const,
        message: `Step ${stepId} is not done: ${field} is missing.`,
      })),
    )
}
