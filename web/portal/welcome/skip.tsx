import { Trans } from '@lingui/react/macro'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { call } from '#web/api/client.ts'
import { Button } from '#web/ui/button/button.tsx'
import { ErrorNote } from '#web/ui/error-state.tsx'
import { useMutation } from '#web/ui/use-mutation.ts'
import { useHolder } from '../holder.ts'
import { useNextStep } from './use-next-step.ts'
import { onboarding, stateOf, stepsOf, type WizardStepId } from './wizard-steps.ts'

/** Leaves an optional step for later, or opens it again. */
export function Skip({ step }: { readonly step: WizardStepId }) {
  const holder = useHolder()
  const queries = useQueryClient()
  const goOn = useNextStep(step)
  const { data } = useSuspenseQuery(onboarding(holder))
  const isSkipped = stateOf(step, data) === 'skipped'
  const stepId = stepsOf(step, data.steps)[0]?.stepId
  const choose = useMutation({
    mutationFn: (status: 'skipped' | 'open') =>
      call('updateHolderOnboardingStep', {
        params: { platformHolderId: holder, stepId: stepId ?? '' },
        body: { expectedVersion: data.version, status },
      }),
    onSuccess: async (_, status) => {
      if (status === 'skipped') await goOn()
    },
    // Also when somebody else was first, to show the present state.
    onSettled: () => queries.invalidateQueries({ queryKey: ['getHolderOnboarding'] }),
  })
  const isDone = stateOf(step, data) === 'done'
  return (
    <div className="mt-8 flex flex-col items-start gap-3 border-t border-line pt-6">
      {isSkipped && (
        <p role="status" className="text-muted">
          <Trans>You left this for later.</Trans>
        </p>
      )}
      <ErrorNote error={choose.error} />
      {isDone ? (
        <Button look="primary" onPress={() => void goOn()}>
          <Trans>Continue</Trans>
        </Button>
      ) : isSkipped ? (
        <div className="flex flex-wrap gap-2">
          <Button isPending={choose.isPending} onPress={() => choose.mutate('open')}>
            <Trans>Do it now after all</Trans>
          </Button>
          <Button look="quiet" onPress={() => void goOn()}>
            <Trans>Continue</Trans>
          </Button>
        </div>
      ) : (
        <Button
          isPending={choose.isPending}
          isDisabled={data.status === 'pending_review'}
          onPress={() => choose.mutate('skipped')}
        >
          <Trans>Leave this for later</Trans>
        </Button>
      )}
    </div>
  )
}
