import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call, type BodyOf } from '#web/api/client.ts'
import { toast } from '#web/ui/overlay/toast.tsx'
import { Page } from '#web/ui/page.tsx'
import { readAnew } from '#web/ui/query-client.ts'
import { useMutation } from '#web/ui/use-mutation.ts'
import { useHolder, useProfile } from '../../holder.ts'
import { changedByAppointment } from '../appointment-queries.ts'
import { AppointmentForm } from './appointment-form.tsx'
import { useFilledIn } from './filled-in.ts'

const route = getRouteApi('/shell/appointments/new')

/** An appointment that no other system knows of. */
export function NewAppointmentPage() {
  const { t } = useLingui()
  const params = { platformHolderId: useHolder() }
  const { defaultTimezone } = useProfile()
  const search = route.useSearch()
  const draft = useFilledIn(search)
  const [clientRequestId] = useState(() => crypto.randomUUID())
  const queries = useQueryClient()
  const navigate = useNavigate()
  const create = useMutation({
    mutationFn: (body: Omit<BodyOf<'createHolderAppointment'>, 'clientRequestId'>) =>
      call('createHolderAppointment', { params, body: { clientRequestId, ...body } }),
    onSuccess: async ({ id }) => {
      await readAnew(queries, changedByAppointment)
      toast(t`The appointment is made, and its reminders are planned`)
      await navigate({ to: '/appointments/$appointmentId', params: { appointmentId: id }, ignoreBlocker: true })
    },
  })
  return (
    <Page title={t`New appointment`}>
      <AppointmentForm
        key={JSON.stringify(search)}
        draft={draft}
        timeZone={defaultTimezone}
        submit={<Trans>Make the appointment</Trans>}
        isPending={create.isPending}
        error={create.error}
        onSubmit={create.mutate}
      />
    </Page>
  )
}
