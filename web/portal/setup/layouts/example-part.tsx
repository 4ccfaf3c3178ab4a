import { Trans, useLingui } from '@lingui/react/macro'
import { CalendarPlus, Check, Info, MapPin, Phone } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import { now } from '#web/api/clock.ts'
import { StatusPill } from '#web/ui/data/status-pill.tsx'
import { formatDay, formatTime } from '#web/ui/dates.ts'
import { addDays, dayOf, instantOf } from '#web/ui/days.ts'
import type { Locale } from '#web/ui/locales.ts'
import { useProfile } from '../../holder.ts'
import type { Component } from './layout-queries.ts'

/** A component as the app shows it, of an appointment that is an example. Buttons are pictures here. */
export function ExamplePart({ component, locale }: { readonly component: Component; readonly locale: Locale }) {
  const { t } = useLingui()
  const { displayName, schedulingSetup } = useProfile()
  const { type, options } = component
  const folded = foldedAfter(options.maxLines)
  switch (type) {
    case 'date_time':
      return <When locale={locale} hasEnd={options.showEndTime ?? false} />
    case 'provider':
      return <p className="text-base font-medium">{displayName}</p>
    case 'title':
      return <p style={folded}>{t`Check-up`}</p>
    case 'location':
      return (
        <Line icon={<MapPin aria-hidden size={16} />}>
          <span style={folded}>{schedulingSetup?.locations[0]?.name ?? t`At the practice`}</span>
        </Line>
      )
    case 'instructions':
      return (
        <div className="rounded-md bg-sunken px-3 py-2">
          <Line icon={<Info aria-hidden size={16} />}>
            <span style={folded}>
              <Trans>Come ten minutes early, and bring your insurance card and a list of the medicines you use.</Trans>
            </span>
          </Line>
        </div>
      )
    case 'actions':
      return (
        <div className="grid grid-cols-2 gap-2 text-center font-medium">
          <span className="col-span-2 flex items-center justify-center gap-2 rounded-md bg-accent px-3 py-2.5 text-on-accent">
            <Check aria-hidden size={16} />
            <Trans>Confirm</Trans>
          </span>
          <span className="rounded-md border border-line px-2 py-2.5">
            <Trans>Can’t come</Trans>
          </span>
          <span className="rounded-md border border-line px-2 py-2.5">
            <Trans>Other time</Trans>
          </span>
        </div>
      )
    case 'status':
      return (
        <StatusPill tone="waiting">
          <Trans>Planned</Trans>
        </StatusPill>
      )
    case 'contact':
      return (
        <Line icon={<Phone aria-hidden size={16} />}>
          <Trans>Call</Trans>
        </Line>
      )
    case 'calendar_link':
      return (
        <Line icon={<CalendarPlus aria-hidden size={16} />}>
          <Trans>Add to calendar</Trans>
        </Line>
      )
    case 'privacy':
      return (
        <p className="text-xs text-muted">
          <Trans>Only you and this organization see this appointment.</Trans>
        </p>
      )
  }
}

function When({ locale, hasEnd }: { readonly locale: Locale; readonly hasEnd: boolean }) {
  const { defaultTimezone: zone } = useProfile()
  const day = addDays(dayOf(now(), zone), 14)
  const startsAt = instantOf(day, '14:30', zone)
  return (
    <p>
      <span className="block text-base">{formatDay(startsAt, locale, zone)}</span>
      <span className="block text-xl font-semibold">
        {formatTime(startsAt, locale, zone)}
        {hasEnd && ` – ${formatTime(instantOf(day, '14:50', zone), locale, zone)}`}
      </span>
    </p>
  )
}

function Line({ icon, children }: { readonly icon: ReactNode; readonly children: ReactNode }) {
  return (
    <p className="flex items-start gap-2">
      <span className="mt-0.5 shrink-0 text-muted">{icon}</span>
      <span className="min-w-0">{children}</span>
    </p>
  )
}

function foldedAfter(lines: number | undefined): CSSProperties {
  if (lines === undefined) return {}
  return { display: '-webkit-box', WebkitBoxOrient: 'vertical', WebkitLineClamp: lines, overflow: 'hidden' }
}
