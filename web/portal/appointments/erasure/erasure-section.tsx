import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#web/ui/button/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Section } from '#web/ui/page.tsx'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { formatDate } from '#web/ui/time/dates.ts'
import { useHolder } from '../../holder.ts'
import type { Appointment } from '../delivery-pill.tsx'
import { ErasureForm } from './erasure-form.tsx'
import { erasureRequests, type ErasureRequest } from './erasure-queries.ts'

/** What the person of an appointment asked by letter, and the way to enter it. */
export function ErasureSection({ appointment }: { readonly appointment: Appointment }) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const { items } = useSuspenseQuery(erasureRequests(useHolder(), appointment.id)).data
  const isWaiting = items.some(({ completedAt }) => completedAt === null)
  return (
    <Section
      title={t`Erasure`}
      actions={
        !isWaiting && (
          <Button look="quiet" onPress={() => setOpen(true)}>
            <Trans>Asked by letter…</Trans>
          </Button>
        )
      }
    >
      {items.length === 0 && (
        <p className="text-muted">
          <Trans>Did this person write to you that their data must go? Enter it here.</Trans>
        </p>
      )}
      <ul className="flex flex-col gap-3">
        {items.map((request) => (
          <li key={request.id}>
            <Standing request={request} />
          </li>
        ))}
      </ul>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={t`Erasure asked by letter`}>
        <ErasureForm appointment={appointment} onDone={() => setOpen(false)} />
      </Dialog>
    </Section>
  )
}

function Standing({ request }: { readonly request: ErasureRequest }) {
  const { status, receivedOn, dueAt, enteredBy, completedAt, message } = request
  // Days without a zone.
  const dayOf = (instant: string) => formatDate(instant, currentLocale(), 'UTC')
  const day = dayOf(status === 'completed' ? (completedAt ?? dueAt) : dueAt)
  const received = dayOf(`${receivedOn}T00:00:00Z`)
  const colleague = enteredBy ?? '–'
  return (
    <>
      <span className="block">
        {status === 'completed' ? (
          <Trans>Erased on {day}</Trans>
        ) : status === 'rejected' ? (
          <Trans>Declined: {message}</Trans>
        ) : (
          <Trans>Will be decided by {day}</Trans>
        )}
      </span>
      <span className="block text-xs text-muted">
        <Trans>
          The letter came in on {received}; entered by {colleague}
        </Trans>
      </span>
    </>
  )
}
