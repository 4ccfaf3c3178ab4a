import { Trans, useLingui } from '@lingui/react/macro'
import { Globe, Info, MapPin, Navigation, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { BigAnchor } from '#web/ui/button/big-button.tsx'
import { CallLink } from './call-link.tsx'
import { Folded } from './folded.tsx'
import type { Component, ComponentType, OwnAppointment } from './layout.ts'
import { Standing } from './standing.tsx'
import { When } from './when.tsx'

export type PartProps = { readonly appointment: OwnAppointment; readonly options: Component['options'] }

/** The components that do something: the app and the editor's preview each bring their own. */
export type DoingType = 'actions' | 'calendar_link'
export type Doing = Readonly<Record<DoingType, ReactNode>>

/** How each component is shown; null where there is nothing to show. */
export const parts: Readonly<Record<Exclude<ComponentType, DoingType>, (props: PartProps) => ReactNode>> = {
  date_time: ({ appointment: { startsAt, endsAt, timezone, status, awaitsNewTime }, options }) => (
    <When
      startsAt={startsAt}
      endsAt={options.showEndTime ? endsAt : undefined}
      timezone={timezone}
      isOff={status === 'cancelled' || awaitsNewTime}
    />
  ),
  provider: ({
    appointment: {
      platformHolder: { displayName, phoneNumber },
    },
  }) => (
    <div className="flex flex-wrap items-center justify-between gap-x-4">
      <p className="text-base font-medium">{displayName}</p>
      {phoneNumber && <CallLink phoneNumber={phoneNumber} />}
    </div>
  ),
  // The default title is the organization's name, which is shown already.
  title: ({ appointment: { title, platformHolder }, options }) =>
    title !== platformHolder.displayName && (
      <p className="text-base">
        <Folded text={title} maxLines={options.maxLines} />
      </p>
    ),
  location: ({ appointment: { place, platformHolder }, options }) =>
    place && (
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p className="flex min-w-0 items-start gap-2 text-base">
          <MapPin aria-hidden size={18} className="mt-1 shrink-0 text-muted" />
          <Folded text={place} maxLines={options.maxLines} />
        </p>
        <a
          href={routeTo(`${platformHolder.displayName}, ${place}`)}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-11 items-center gap-1.5 text-sm font-medium text-accent"
        >
          <Navigation aria-hidden size={15} />
          <Trans>Directions</Trans>
        </a>
      </div>
    ),
  instructions: ({ appointment: { instructions }, options }) =>
    instructions && (
      <p className="flex items-start gap-2 rounded-md bg-sunken px-3 py-2.5 text-sm">
        <Info aria-hidden size={16} className="mt-0.5 shrink-0 text-muted" />
        <Folded text={instructions} maxLines={options.maxLines} />
      </p>
    ),
  status: ({ appointment }) => <Standing appointment={appointment} />,
  contact: Contact,
  privacy: ({
    appointment: {
      platformHolder: { displayName: holder },
    },
  }) => (
    <p className="text-xs text-muted">
      <Trans>
        Only you and <bdi>{holder}</bdi> can see this appointment.
      </Trans>
    </p>
  ),
}

/** Opens in whatever shows maps on the telephone. */
function routeTo(place: string): string {
  return `https://www.google.com/maps/dir/?${new URLSearchParams({ api: '1', destination: place })}`
}

function Contact({ appointment: { platformHolder } }: PartProps) {
  const { t } = useLingui()
  const { phoneNumber, websiteUrl, displayName } = platformHolder
  const hasSite = /^https?:/.test(websiteUrl)
  if (phoneNumber === null && !hasSite) return null
  return (
    <div className="flex flex-col gap-2">
      {phoneNumber && (
        <BigAnchor look="quiet" href={`tel:${phoneNumber}`}>
          <Phone aria-hidden size={18} />
          {t`Call ${displayName}`}
        </BigAnchor>
      )}
      {hasSite && (
        <BigAnchor look="quiet" href={websiteUrl} target="_blank" rel="noreferrer">
          <Globe aria-hidden size={18} />
          <Trans>Website</Trans>
        </BigAnchor>
      )}
    </div>
  )
}
