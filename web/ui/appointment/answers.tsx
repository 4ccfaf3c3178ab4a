import { Trans } from '@lingui/react/macro'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { BigButton } from '#web/ui/button/big-button.tsx'
import { Answered } from './answered.tsx'
import type { OwnAppointment } from './layout.ts'

/** The buttons of what may still be done, beside each other where there is room for their words. */
export function Answers({
  allowed,
  isConfirmed,
  isPending = false,
  onConfirm,
  asking,
}: {
  readonly allowed: OwnAppointment['allowedActions']
  /** Null where the time does not hold: nothing is asked then. */
  readonly isConfirmed: boolean | null
  readonly isPending?: boolean
  readonly onConfirm?: () => void
  /** The button that opens a request, around its words. */
  readonly asking: (what: 'cancel' | 'move', words: ReactNode) => ReactNode
}) {
  return (
    <div className="flex flex-wrap gap-2.5 *:max-w-full *:grow">
      {isConfirmed !== null && (
        <div className="basis-full">
          <Answered isConfirmed={isConfirmed} />
        </div>
      )}
      {allowed.includes('confirm') && (
        <div className="basis-full">
          <BigButton look="primary" isPending={isPending} {...(onConfirm ? { onPress: onConfirm } : {})}>
            <Check aria-hidden size={20} />
            <Trans>Confirm</Trans>
          </BigButton>
        </div>
      )}
      {allowed.includes('cancel_request') && <div>{asking('cancel', <Trans>I can’t come</Trans>)}</div>}
      {allowed.includes('reschedule_request') && <div>{asking('move', <Trans>Another time</Trans>)}</div>}
    </div>
  )
}
