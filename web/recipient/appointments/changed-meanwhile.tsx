import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '#web/api/api-error.ts'
import { whenText } from '#web/ui/appointment/when.tsx'
import { own, type OwnAppointment } from './appointment-queries.ts'

type Both = { readonly seen: OwnAppointment; readonly present: OwnAppointment }

/** After a version conflict, reads the appointment as it is now and keeps the one that was shown. */
export function useConflict(appointment: OwnAppointment) {
  const queryClient = useQueryClient()
  const [both, setBoth] = useState<Both | null>(null)
  const look = async (error: unknown) => {
    if (!isConflict(error)) return
    const present = await queryClient.fetchQuery({ ...own(appointment.id), staleTime: 0 })
    setBoth({ seen: appointment, present })
    await queryClient.invalidateQueries({ queryKey: ['listRecipientAppointments'] })
  }
  return { both, look }
}

const isConflict = (error: unknown) => error instanceof ApiError && error.code === 'VERSION_CONFLICT'

/** The error to show; a conflict is shown by `ChangedMeanwhile`. */
export const unlessConflict = (error: unknown) => (isConflict(error) ? null : error)

/** The appointment as it was shown and as it is now, side by side; the buttons below act on the latter. */
export function ChangedMeanwhile({ conflict: { both } }: { readonly conflict: ReturnType<typeof useConflict> }) {
  if (both === null) return null
  return (
    <div role="alert" className="flex flex-col gap-2 rounded-lg bg-warn-soft p-4 text-sm">
      <p className="font-medium text-warn">
        <Trans>This appointment has changed in the meantime. Nothing has been done yet.</Trans>
      </p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1">
        <dt className="text-muted">
          <Trans>Before</Trans>
        </dt>
        <dd className="line-through">{described(both.seen)}</dd>
        <dt className="text-muted">
          <Trans>Now</Trans>
        </dt>
        <dd className="font-medium">{described(both.present)}</dd>
      </dl>
    </div>
  )
}

function described({ startsAt, timezone, locationLabel }: OwnAppointment): string {
  const when = whenText(startsAt, timezone)
  return locationLabel === null ? when : `${when}, ${locationLabel}`
}
