import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { call } from '#web/api/client.ts'
import type { OwnAppointment } from './appointment-queries.ts'
import { RequestForm, type Wish } from './request-form.tsx'

export function CancelForm({ appointment }: { readonly appointment: OwnAppointment }) {
  const holder = appointment.platformHolder.displayName
  const [wish, setWish] = useState<Wish>({ reasonCode: null, note: '' })
  return (
    <RequestForm
      appointment={appointment}
      kind="cancel"
      wish={wish}
      onChange={setWish}
      isDirty={wish.note !== '' || wish.reasonCode !== null}
      send={(body) => call('createRecipientCancellationRequest', { params: { appointmentId: appointment.id }, body })}
    >
      <p className="text-base">
        <Trans>
          Ask <bdi>{holder}</bdi> to cancel this appointment. They will decide and let you know.
        </Trans>
      </p>
    </RequestForm>
  )
}
