import { Trans, useLingui } from '@lingui/react/macro'
import { Plus, Trash2 } from 'lucide-react'
import type { DataOf } from '#web/api/client.ts'
import { Button, IconButton } from '#web/ui/button/button.tsx'
import { useFocusAfterRemoval } from '#web/ui/form/focus-after-removal.ts'
import { Select } from '#web/ui/form/select.tsx'
import { OffsetFields } from './offset-fields.tsx'

export type Step = DataOf<'getHolderReminderPolicy'>['steps'][number]

const stepsMax = 5

/** The moments before an appointment at which somebody is reminded, each with its channel and what it asks. */
export function StepsEditor({
  path,
  steps,
  onChange,
}: {
  /** Path of the steps in the request, so that faults are shown at their step. */
  readonly path: string
  readonly steps: readonly Step[]
  readonly onChange: (steps: Step[]) => void
}) {
  const { t } = useLingui()
  const removal = useFocusAfterRemoval<HTMLDivElement>()
  const remove = (index: number) => {
    removal.note(index)
    onChange(steps.filter((_, at) => at !== index))
  }
  const change = (index: number, change: Partial<Step>) =>
    onChange(steps.map((step, at) => (at === index ? { ...step, ...change } : step)))
  return (
    <div ref={removal.list} className="flex flex-col gap-3">
      {steps.length === 0 && (
        <p className="text-muted">
          <Trans>Nobody is reminded.</Trans>
        </p>
      )}
      <ol className="flex flex-col gap-3">
        {steps.map((step, index) => {
          const number = index + 1
          return (
            <li key={index}>
              <fieldset
                aria-label={t`Reminder ${number}`}
                className="grid grid-cols-[minmax(0,1fr)_2.25rem] items-start gap-2 rounded-lg border border-line bg-surface py-4 ps-4 pe-2"
              >
                <div className="grid grid-cols-1 gap-x-4 gap-y-3 sm:grid-cols-2">
                  <OffsetFields
                    name={`${path}.${index}.offset`}
                    label={t`When`}
                    value={step.offset}
                    onChange={(offset) => change(index, { offset })}
                  />
                  <Select
                    label={t`Purpose`}
                    choices={[
                      { id: 'confirm_prompt', name: t`Asks to confirm` },
                      { id: 'reminder', name: t`Reminds` },
                    ]}
                    value={step.kind}
                    onChange={(kind) => change(index, { kind })}
                  />
                  <Select
                    label={t`Channel`}
                    choices={[
                      { id: 'preferred', name: t`As the person prefers` },
                      { id: 'sms', name: t`Text message` },
                      { id: 'email', name: t`E-mail` },
                    ]}
                    value={step.channel}
                    onChange={(channel) => change(index, { channel })}
                  />
                  <Select
                    label={t`If that fails`}
                    choices={[
                      { id: 'none', name: t`Nothing more` },
                      { id: 'sms', name: t`Text message` },
                      { id: 'email', name: t`E-mail` },
                    ]}
                    value={step.fallback}
                    onChange={(fallback) => change(index, { fallback })}
                  />
                </div>
                <IconButton label={t`Remove reminder ${number}`} data-focus-next onPress={() => remove(index)}>
                  <Trash2 aria-hidden size={16} />
                </IconButton>
              </fieldset>
            </li>
          )
        })}
      </ol>
      <div data-focus-last>
        <Button
          icon={<Plus aria-hidden size={16} />}
          isDisabled={steps.length >= stepsMax}
          onPress={() => onChange([...steps, nextStep(steps)])}
        >
          <Trans>Add a reminder</Trans>
        </Button>
        {steps.length >= stepsMax && (
          <p className="mt-2 text-xs text-muted">
            <Trans>Five is the maximum.</Trans>
          </p>
        )}
      </div>
    </div>
  )
}

/** A new step, at a number of days that no other has. */
function nextStep(steps: readonly Step[]): Step {
  const taken = new Set(steps.map(({ offset }) => offset))
  const days = [1, 3, 7, 2, 5, 14].find((candidate) => !taken.has(`P${candidate}D`)) ?? 10
  return { offset: `P${days}D`, channel: 'preferred', fallback: 'email', kind: 'reminder' }
}
