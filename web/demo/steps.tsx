import { Trans, useLingui } from '@lingui/react/macro'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/button/button.tsx'

export type Step = 'submit' | 'ring' | 'confirm' | 'done'

const order: readonly Step[] = ['submit', 'ring', 'confirm', 'done']

/** The product in four steps, and what happens when a message does not arrive. */
export function Steps({
  step,
  person,
  unreachable,
  isPending,
  hasFailed,
  onSubmit,
  onFail,
  onLook,
}: {
  readonly step: Step
  readonly person: string
  readonly unreachable: string
  readonly isPending: boolean
  readonly hasFailed: boolean
  readonly onSubmit: () => void
  readonly onFail: () => void
  readonly onLook: () => void
}) {
  const { t } = useLingui()
  const at = order.indexOf(step)
  const words: readonly (readonly [Step, string])[] = [
    ['submit', t`An appointment is made`],
    ['ring', t`The telephone buzzes`],
    ['confirm', t`A tap confirms`],
    ['done', t`The portal knows`],
  ]
  return (
    <section aria-label={t`What to try`} className="rounded-lg border border-line bg-surface p-3 shadow-raised lg:p-4">
      <ol className="flex flex-wrap gap-x-3 gap-y-2 sm:gap-x-6">
        {words.map(([name, word], index) => {
          const isDone = index < at || step === 'done'
          return (
            <li
              key={name}
              aria-current={index === at ? 'step' : undefined}
              className="flex items-center gap-2 text-sm text-muted aria-[current=step]:font-medium aria-[current=step]:text-ink"
            >
              <span
                className={`grid size-6 shrink-0 place-items-center rounded-full text-xs font-semibold ${isDone ? 'bg-ok-soft text-ok' : index === at ? 'bg-accent text-on-accent' : 'bg-sunken text-muted'}`}
              >
                {isDone ? <Check aria-hidden size={14} strokeWidth={3} /> : index + 1}
              </span>
              <span className={index === at ? '' : 'max-sm:sr-only'}>{word}</span>
            </li>
          )
        })}
      </ol>
      <div className="mt-3 flex lg:mt-4 flex-wrap items-center gap-x-4 gap-y-3">
        {step === 'submit' && (
          <Say text={t`Make an appointment for ${person}, as staff or their system would.`}>
            <Button look="primary" isPending={isPending} onPress={onSubmit}>
              <Trans>Make the appointment</Trans>
            </Button>
          </Say>
        )}
        {step === 'ring' && (
          <Say text={t`It is now in the portal. In a moment the message will arrive on the telephone.`} />
        )}
        {step === 'confirm' && <Say text={t`Tap the link in the newest message, and then the button behind it.`} />}
        {step === 'done' && (
          <Say
            text={
              hasFailed
                ? t`${unreachable} cannot be reached: the portal says so, and why. Press +1 day and watch the reminders come in.`
                : t`The portal shows it as confirmed. Now somebody whose telephone cannot be reached:`
            }
          >
            <Button onPress={onLook}>
              <Trans>See it in the portal</Trans>
            </Button>
            {!hasFailed && (
              <Button look="primary" isPending={isPending} onPress={onFail}>
                {t`Try ${unreachable}`}
              </Button>
            )}
          </Say>
        )}
      </div>
    </section>
  )
}

function Say({ text, children }: { readonly text: string; readonly children?: ReactNode }) {
  return (
    <>
      <p role="status" className="min-w-0 grow basis-64 text-sm lg:text-base">
        {text}
      </p>
      {children}
    </>
  )
}
