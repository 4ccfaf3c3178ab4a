import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { RadioGroup } from '#web/ui/form/radio-group.tsx'
import { useHolder } from '../../holder.ts'
import { reminderPolicy } from '../reminders/policy-queries.ts'
import { useStepsText } from '../reminders/policy-text.ts'
import { StepsEditor } from '../reminders/steps-editor.tsx'
import type { TypeFields } from './type-fields.ts'

/** Reminders as for all appointments, or a plan of its own. */
export function PlanFields({
  value: { reminderPlan, skipIfConfirmed },
  onChange,
}: {
  readonly value: Pick<TypeFields, 'reminderPlan' | 'skipIfConfirmed'>
  readonly onChange: (change: Partial<TypeFields>) => void
}) {
  const { t } = useLingui()
  const { steps } = useSuspenseQuery(reminderPolicy(useHolder())).data
  const stepsText = useStepsText()
  return (
    <>
      <RadioGroup
        label={t`Reminder schedule`}
        choices={[
          { id: 'shared', name: t`Same as for all appointments`, note: stepsText(steps) },
          { id: 'own', name: t`Its own schedule` },
        ]}
        value={reminderPlan === null ? 'shared' : 'own'}
        onChange={(plan) => onChange({ reminderPlan: plan === 'own' ? { steps } : null })}
      />
      {reminderPlan !== null && (
        <StepsEditor
          path="reminderPlan.steps"
          steps={reminderPlan.steps}
          onChange={(changed) => onChange({ reminderPlan: { steps: changed } })}
        />
      )}
      <Checkbox isSelected={skipIfConfirmed} onChange={(isOn) => onChange({ skipIfConfirmed: isOn })}>
        <Trans>No more reminders once somebody has confirmed</Trans>
      </Checkbox>
    </>
  )
}
