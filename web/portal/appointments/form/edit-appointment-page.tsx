import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { LinkButton } from '#web/ui/button/button.tsx'
import { Joined } from '#web/ui/data/joined.tsx'
import { formatDayTime } from '#web/ui/time/dates.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'
import { Page } from '#web/ui/page.tsx'
import { readAnew } from '#web/ui/query-client.ts'
import { useMutation } from '#web/ui/use-mutation.ts'
import { useHolder, useProfile } from '../../holder.ts'
import { wishOf } from '../../requests/request-queries.ts'
import { factsClass, Wish } from '../../requests/wish.tsx'
import { changedByAppointment, oneAppointment } from '../appointment-queries.ts'
import type { Appointment } from '../delivery-pill.tsx'
import { bodyOf, changesOf, draftOf, type Body } from './appointment-draft.ts'
import { AppointmentForm } from './appointment-form.tsx'

const route = getRouteApi('/shell/appointments/$appointmentId/edit')

/** Changes or moves an appointment that was made here. Whoever was told the old time is told the new one. */
export function EditAppointmentPage() {
  const { t } = useLingui()
  const { appointmentId } = route.useParams()
  const { data } = useSuspenseQuery(oneAppointment(useHolder(), appointmentId))
  if (data.origin === 'intake' || data.status !== 'registered')
    return (
      <Page title={data.recipient.displayName}>
        <EmptyState
          title={t`This appointment cannot be changed here`}
          action={
            <LinkButton to="/appointments/$appointmentId" params={{ appointmentId }}>
              <Trans>Back to the appointment</Trans>
            </LinkButton>
          }
        >
          {data.origin === 'intake' ? (
            <Trans>
              It comes from {data.sourceSystem}. Change it there, and it will be updated here automatically.
            </Trans>
          ) : (
            <Trans>It is over or cancelled.</Trans>
          )}
        </EmptyState>
      </Page>
    )
  return <Edit appointment={data} />
}

function Edit({ appointment }: { readonly appointment: Appointment }) {
  const { t } = useLingui()
  const profile = useProfile()
  const params = { platformHolderId: useHolder(), appointmentId: appointment.id }
  const queries = useQueryClient()
  const navigate = route.useNavigate()
  // The form keeps its initial values when the appointment is read again.
  const [opened] = useState(appointment)
  const { data: wish } = useSuspenseQuery(wishOf(params.platformHolderId, opened))
  const [draft] = useState(() => draftOf(appointment, profile))
  const [others, setOthers] = useState<Appointment | null>(null)
  const save = useMutation({
    mutationFn: async (body: Body) => {
      const before = await bodyOf(draft, opened.timezone, profile.headquartersCountryCode)
      const expectedVersion = (others ?? opened).version
      return call('updateHolderAppointment', { params, body: { expectedVersion, ...changesOf(body, before) } })
    },
    onSuccess: async () => {
      await readAnew(queries, changedByAppointment)
      toast(t`The change has been saved`)
      await navigate({ to: '/appointments/$appointmentId', ignoreBlocker: true })
    },
    onError: async (error) => {
      if (error instanceof ApiError && error.code === 'VERSION_CONFLICT')
        setOthers(
          await queries.fetchQuery({ ...oneAppointment(params.platformHolderId, appointment.id), staleTime: 0 }),
        )
    },
  })
  const isConflict = others !== null && save.error instanceof ApiError && save.error.code === 'VERSION_CONFLICT'
  return (
    <Page title={t`Change the appointment`} lead={opened.recipient.displayName}>
      {wish !== null && (wish.note !== null || wish.preferredWindows.length > 0) && (
        <div className="@container mb-6 max-w-2xl rounded-lg border border-line bg-surface">
          <dl className={factsClass}>
            <Wish request={wish} timezone={opened.timezone} />
          </dl>
        </div>
      )}
      <AppointmentForm
        draft={draft}
        timeZone={opened.timezone}
        submit={isConflict ? <Trans>Save mine anyway</Trans> : <Trans>Save the change</Trans>}
        isPending={save.isPending}
        error={isConflict ? null : save.error}
        onSubmit={save.mutate}
      >
        {isConflict && <TheirVersion appointment={others} />}
      </AppointmentForm>
    </Page>
  )
}

function TheirVersion({ appointment }: { readonly appointment: Appointment }) {
  const { startsAt, timezone, recipient, title, locationLabel } = appointment
  const locale = currentLocale()
  return (
    <div role="alert" className="rounded-md bg-warn-soft px-4 py-3">
      <p className="font-medium text-warn">
        <Trans>Somebody has changed this appointment in the meantime. It now says:</Trans>
      </p>
      <p className="mt-1">{formatDayTime(startsAt, locale, timezone)}</p>
      <p>
        <Joined facts={[recipient.displayName, recipient.phoneNumberE164, recipient.email]} />
      </p>
      <p>
        <Joined facts={[title, locationLabel]} />
      </p>
    </div>
  )
}
