import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call, type DataOf } from '#web/api/client.ts'
import { LinkButton } from '#web/ui/button/button.tsx'
import { isSame } from '#web/ui/change/differences.ts'
import { StoredAsFirstSent } from '#web/ui/change/refusals.ts'
import { useDraft } from '#web/ui/change/use-draft.ts'
import { toast } from '#web/ui/overlay/toast.tsx'
import { Page } from '#web/ui/page.tsx'
import { readAnew } from '#web/ui/query-client.ts'
import { useMutation } from '#web/ui/use-mutation.ts'
import { useHolder } from '../../holder.ts'
import { changedByAppointment } from '../appointment-queries.ts'
import { draftFields, type Body, type Draft } from './appointment-draft.ts'
import { AppointmentForm } from './appointment-form.tsx'
import { useFilledIn } from './use-filled-in.ts'

const route = getRouteApi('/shell/appointments/new')

type Made = DataOf<'createHolderAppointment'>

/** An appointment that no other system knows of. */
export function NewAppointmentPage() {
  const { t } = useLingui()
  const params = { platformHolderId: useHolder() }
  const search = route.useSearch()
  const { filledIn, timeZone } = useFilledIn(search)
  const draft = useDraft<Draft>(filledIn, draftFields)
  const [clientRequestId] = useState(() => crypto.randomUUID())
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [made, setMade] = useState<Made | null>(null)
  const create = useMutation({
    mutationFn: ({ body }: { readonly body: Body; readonly typed: Draft }) =>
      call('createHolderAppointment', { params, body: { clientRequestId, ...body } }),
    onSuccess: async (appointment, { typed }) => {
      await readAnew(queries, changedByAppointment)
      // What was typed while it was made is kept, and said not to be in it.
      if (!isSame(typed, draft.value)) return setMade(appointment)
      toast(t`The appointment is made, and its reminders are planned`)
      await navigate({
        to: '/appointments/$appointmentId',
        params: { appointmentId: appointment.id },
        ignoreBlocker: true,
      })
      return undefined
    },
    onError: (error) => {
      if (error instanceof StoredAsFirstSent) setMade(error.data as Made)
    },
  })
  return (
    <Page title={t`New appointment`}>
      <AppointmentForm
        key={JSON.stringify(search)}
        draft={draft}
        mayStay
        timeZone={timeZone}
        submit={<Trans>Make the appointment</Trans>}
        isPending={create.isPending}
        error={made === null ? create.error : null}
        onSubmit={(body) => create.mutate({ body, typed: draft.value })}
      >
        {made !== null && <MadeAlready appointmentId={made.id} />}
      </AppointmentForm>
    </Page>
  )
}

function MadeAlready({ appointmentId }: { readonly appointmentId: string }) {
  return (
    <div role="alert" className="flex flex-col items-start gap-3 rounded-md bg-warn-soft px-4 py-3">
      <p>
        <span className="font-medium text-warn">
          <Trans>The appointment was made as you first typed it.</Trans>
        </span>{' '}
        <Trans>What you typed since is not in it. Open it, and change it there.</Trans>
      </p>
      <LinkButton to="/appointments/$appointmentId" params={{ appointmentId }}>
        <Trans>Open the appointment</Trans>
      </LinkButton>
    </div>
  )
}
