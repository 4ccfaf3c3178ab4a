import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { nextOf, type WizardStepId } from './wizard-steps.ts'

/** Reads the onboarding again and goes to the next page, without asking about unsaved input: save first. */
export function useNextStep(step: WizardStepId): () => Promise<void> {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return async () => {
    await queries.invalidateQueries({ queryKey: ['getHolderOnboarding'] })
    await navigate({ to: '/welcome/$step', params: { step: nextOf(step) }, ignoreBlocker: true })
  }
}
