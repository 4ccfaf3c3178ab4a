import { Trans, useLingui } from '@lingui/react/macro'
import { CalendarPlus, Globe, Info, MapPin, Navigation, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { call } from '#web/api/client.ts'
import { StatusPill } from '#web/ui/data/status-pill.tsx'
import { ErrorNote } from '#web/ui/error-state.tsx'
import { useMutation } from '#web/ui/use-mutation.ts'
import { BigAnchor, BigButton } from '../big-button.tsx'
import { saveFile } from '../save-file.ts'
import { When } from '../when.tsx'
import { Actions } from './actions.tsx'
import type { OwnAppointment } from './appointment-queries.ts'

export type Part = (props: { readonly appointment: OwnAppointment }) => ReactNode

/** How the app shows each component of a layout that it knows; what it does not know is left out. */
export const parts: Readonly<Record<string, Part>> = {
  date_time: ({ appointment }) => (
    <When startsAt={appointment.startsAt} timezone={appointment.timezone} isOff={appointment.status === 'cancelled'} />
  ),
  provider: ({ appointment }) => <p className="text-base font-medium">{appointment.platformHolder.displayName}</p>,
  // The usual title is the name of the organization, which stands there already.
  title: ({ appointment: { title, platformHolder } }) =>
    title === platformHolder.displayName ? null : <p className="text-base">{title}</p>,
  location: Location,
  instructions: ({ appointment: { instructions } }) =>
    instructions && (
      <p className="flex items-start gap-2 rounded-md bg-sunken px-3 py-2.5 text-sm">
        <Info aria-hidden size={16} className="mt-0.5 shrink-0 text-muted" />
        <span className="whitespace-pre-line">{instructions}</span>
      </p>
    ),
  status: Standing,
  actions: Actions,
  calendar_link: CalendarLink,
  contact: Contact,
  privacy: () => (
    <p className="text-xs text-muted">
      <Trans>Only you and this organization see this appointment.</Trans>
    </p>
  ),
}

function Location({ appointment: { locationLabel } }: { readonly appointment: OwnAppointment }) {
  if (locationLabel === null) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <p className="flex min-w-0 items-start gap-2 text-base">
        <MapPin aria-hidden size={18} className="mt-0.5 shrink-0 text-muted" />
        {locationLabel}
      </p>
      <a
        href={`https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(locationLabel)}`}
        target="_blank"
        rel="noreferrer"
        className="inline-flex min-h-11 items-center gap-1.5 text-sm font-medium text-accent"
      >
        <Navigation aria-hidden size={15} />
        <Trans>Route</Trans>
      </a>
    </div>
  )
}

function Standing({ appointment }: { readonly appointment: OwnAppointment }) {
  const { status, confirmation, openRequest } = appointment
  if (status === 'cancelled')
    return (
      <StatusPill tone="quiet">
        <Trans>Cancelled</Trans>
      </StatusPill>
    )
  if (status !== 'registered')
    return (
      <StatusPill tone="none">
        <Trans>Over</Trans>
      </StatusPill>
    )
  if (openRequest)
    return (
      <StatusPill tone="waiting">
        {openRequest.type === 'cancel' ? <Trans>Asked to cancel</Trans> : <Trans>Asked to move</Trans>}
      </StatusPill>
    )
  return confirmation.status === 'confirmed' ? (
    <StatusPill tone="ok">
      <Trans>Confirmed</Trans>
    </StatusPill>
  ) : (
    <StatusPill tone="none">
      <Trans>Not confirmed yet</Trans>
    </StatusPill>
  )
}

function CalendarLink({ appointment: { id, status } }: { readonly appointment: OwnAppointment }) {
  const save = useMutation({
    mutationFn: () => call('getRecipientAppointmentCalendarFile', { params: { appointmentId: id } }),
    onSuccess: (file) => saveFile(`${file}`, 'text/calendar', 'appointment.ics'),
  })
  if (status !== 'registered') return null
  return (
    <>
      <BigButton isPending={save.isPending} onPress={() => save.mutate()}>
        <CalendarPlus aria-hidden size={18} />
        <Trans>Add to calendar</Trans>
      </BigButton>
      <ErrorNote error={save.error} />
    </>
  )
}

function Contact({ appointment: { platformHolder } }: { readonly appointment: OwnAppointment }) {
  const { t } = useLingui()
  const { phoneNumber, websiteUrl, displayName } = platformHolder
  if (phoneNumber === null && websiteUrl === '') return null
  return (
    <div className="flex flex-col gap-2">
      {phoneNumber && (
        <BigAnchor look="quiet" href={`tel:${phoneNumber}`}>
          <Phone aria-hidden size={18} />
          {t`Call ${displayName}`}
        </BigAnchor>
      )}
      {/^https?:/.test(websiteUrl) && (
        <BigAnchor look="quiet" href={websiteUrl} target="_blank" rel="noreferrer">
          <Globe aria-hidden size={18} />
          <Trans>Website</Trans>
        </BigAnchor>
      )}
    </div>
  )
}
