import { Trans } from '@lingui/react/macro'
import { Phone, PhoneMissed, Undo2, UserCheck } from 'lucide-react'
import { now } from '#web/api/clock.ts'
import { buttonClass } from '#web/ui/button/button-class.ts'
import { Button } from '#web/ui/button/button.tsx'
import { ErrorNote } from '#web/ui/error-state.tsx'
import type { Appointment } from '../delivery-pill.tsx'
import { useDesk, type Shown } from './use-desk.ts'
import { useMay } from '../../may.tsx'

/** A link that calls somebody, where there is a number. */
export function CallLink({ phoneNumberE164 }: { readonly phoneNumberE164: string | null }) {
  if (phoneNumberE164 === null) return null
  return (
    <a href={`tel:${phoneNumberE164}`} className={buttonClass('secondary')}>
      <Phone aria-hidden size={16} />
      <Trans>Call</Trans>
      <bdi dir="ltr">{phoneNumberE164}</bdi>
    </a>
  )
}

/** What is ticked off after a call about an appointment ahead; a confirmation by staff can be taken back. */
export function DeskButtons({ appointment, shown }: { readonly appointment: Appointment; readonly shown?: Shown }) {
  const { confirm, takeBack, note, error, isPending } = useDesk(appointment, shown)
  const may = useMay('appointments:write')
  const { confirmation, status, startsAt } = appointment
  if (!may || status !== 'registered' || Date.parse(startsAt) <= now().getTime()) return null
  const isConfirmed = confirmation.status === 'confirmed'
  if (isConfirmed && confirmation.via !== 'staff') return null
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-2">
        {isConfirmed ? (
          <Button
            isDisabled={isPending}
            icon={<Undo2 aria-hidden size={16} className="rtl:-scale-x-100" />}
            onPress={() => takeBack.mutate()}
          >
            <Trans>Take back the confirmation</Trans>
          </Button>
        ) : (
          <>
            <Button isDisabled={isPending} icon={<UserCheck aria-hidden size={16} />} onPress={() => confirm.mutate()}>
              <Trans>Confirmed by telephone</Trans>
            </Button>
            <Button
              isDisabled={isPending}
              icon={<PhoneMissed aria-hidden size={16} />}
              onPress={() => note.mutate('no_answer')}
            >
              <Trans>No answer</Trans>
            </Button>
          </>
        )}
      </div>
      <ErrorNote error={error} />
    </div>
  )
}
