import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Check, Circle, CircleDashed } from 'lucide-react'
import { useCurrentInSight } from '#web/ui/data/current-in-sight.ts'
import { stateOf, wizardSteps, type Onboarding, type WizardState, type WizardStepId } from './wizard-steps.ts'

/** Links to the steps with the state of each; on a telephone, the progress in one line. */
export function StepList({ current, onboarding }: { readonly current: WizardStepId; readonly onboarding: Onboarding }) {
  const { t, i18n } = useLingui()
  const number = wizardSteps.findIndex(({ id }) => id === current) + 1
  const count = wizardSteps.length
  const row = useCurrentInSight<HTMLOListElement>()
  return (
    <nav aria-label={t`Steps`} className="min-w-0">
      <p className="mb-2 text-xs text-muted">
        <Trans>
          Step {number} of {count}
        </Trans>
      </p>
      <ol ref={row} className="relative flex gap-1 overflow-x-auto pb-1 @min-[43rem]:flex-col @min-[43rem]:gap-0.5">
        {wizardSteps.map(({ id, name }) => (
          <li key={id}>
            <Link
              to="/welcome/$step"
              params={{ step: id }}
              className="flex min-h-9 items-center gap-2.5 rounded-md px-2.5 text-sm whitespace-nowrap"
              activeProps={{ className: 'bg-sunken font-medium text-ink' }}
              inactiveProps={{ className: 'text-muted hover:bg-sunken hover:text-ink' }}
            >
              <StepIcon state={stateOf(id, onboarding)} />
              {i18n._(name)}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}

function StepIcon({ state }: { readonly state: WizardState }) {
  if (state === 'done')
    return (
      <>
        <Check aria-hidden size={15} strokeWidth={2.5} className="shrink-0 text-ok" />
        <span className="sr-only">
          <Trans>Done:</Trans>
        </span>
      </>
    )
  if (state === 'skipped')
    return (
      <>
        <CircleDashed aria-hidden size={15} className="shrink-0" />
        <span className="sr-only">
          <Trans>Skipped:</Trans>
        </span>
      </>
    )
  return <Circle aria-hidden size={15} className="shrink-0" />
}
