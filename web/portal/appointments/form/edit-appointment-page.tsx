import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '#web/api/client.ts'
import { LinkButton } from '#web/ui/button/button.tsx'
import { DraftNote } from '#web/ui/change/draft-note.tsx'
import { trimmed, useDraft, type Draft as EditDraft } from '#web/ui/change/use-draft.ts'
import { useSave } from '#web/ui/change/use-save.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'
import { Page } from '#web/ui/page.tsx'
import { readAnew } from '#web/ui/query-client.ts'
import { useHolder, useProfile } from '../../holder.ts'
import { wishOf } from '../../requests/request-queries.ts'
import { factsClass, Wish } from '../../requests/wish.tsx'
import { changedByAppointment, oneAppointment } from '../appointment-queries.ts'
import type { Appointment } from '../delivery-pill.tsx'
import { bodyOf, changesOf, draftFields, draftOf, type Draft } from './appointment-draft.ts'
import { AppointmentForm } from './appointment-form.tsx'
import { useDraftText } from './draft-text.ts'

const route = getRouteApi('/shell/appointments/$appointmentId/edit')

/** Changes or moves an appointment that was made here. Whoever was told the old time is told the new one. */
export function EditAppointmentPage() {
  const { t } = useLingui()
  const { appointmentId } = route.useParams()
  const { data: present } = useSuspenseQuery(oneAppointment(useHolder(), appointmentId))
  // What a colleague changes meanwhile takes no form away from whoever is typing.
  const [opened] = useState(present)
  const data = opened.id === appointmentId ? opened : present
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

/** An appointment being typed, with the version and the times it was read with. */
type Edited = Draft & Pick<Appointment, 'version' | 'timezone' | 'startsAt' | 'endsAt'>

function Edit({ appointment }: { readonly appointment: Appointment }) {
  const { t } = useLingui()
  // The wish stays in sight when the appointment is read again.
  const [opened] = useState(appointment)
  const { data: wish } = useSuspenseQuery(wishOf(useHolder(), opened))
  const editedOf = useEdited()
  const draft = useDraft<Edited>(editedOf(appointment), draftFields, trimmed)
  const save = useEdit(appointment.id, draft)
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
        opened={draft.sent.base}
        timeZone={draft.value.timezone}
        submit={draft.clash === null ? <Trans>Save the change</Trans> : <Trans>Save mine anyway</Trans>}
        isPending={save.isPending}
        error={save.error}
        onSubmit={({ recipient }) => {
          // As it is stored, to compare it with what is.
          const phone: Partial<Edited> = 'phone' in draft.changes ? { phone: recipient.phoneNumberE164 ?? '' } : {}
          draft.set(phone)
          save.submitWith(phone)
        }}
      >
        <DraftNote<Edited> draft={draft} fields={useDraftText()} />
      </AppointmentForm>
    </Page>
  )
}

function useEdit(appointmentId: string, draft: EditDraft<Edited>) {
  const { t } = useLingui()
  const { headquartersCountryCode } = useProfile()
  const params = { platformHolderId: useHolder(), appointmentId }
  const queries = useQueryClient()
  const navigate = route.useNavigate()
  const editedOf = useEdited()
  return useSave<Edited, Edited>({
    draft,
    fields: draftFields,
    latest: async () =>
      editedOf(await queries.fetchQuery({ ...oneAppointment(params.platformHolderId, appointmentId), staleTime: 0 })),
    send: async ({ base, changes }) => {
      const read = (one: Draft) => bodyOf(one, base.timezone, headquartersCountryCode, base)
      const [before, after] = await Promise.all([read(base), read({ ...base, ...changes })])
      // What was typed is read before it is sent, so only the version that it stands on can have gaps.
      const body = 'body' in after ? changesOf(after.body, before) : {}
      return editedOf(
        await call('updateHolderAppointment', { params, body: { expectedVersion: base.version, ...body } }),
      )
    },
    onSaved: async (_, isMore) => {
      await readAnew(queries, changedByAppointment)
      toast(t`The change has been saved`)
      if (!isMore) await navigate({ to: '/appointments/$appointmentId', ignoreBlocker: true })
    },
  })
}

function useEdited(): (appointment: Appointment) => Edited {
  const profile = useProfile()
  return (appointment) => {
    const { version, timezone, startsAt, endsAt } = appointment
    return { ...draftOf(appointment, profile), version, timezone, startsAt, endsAt }
  }
}
