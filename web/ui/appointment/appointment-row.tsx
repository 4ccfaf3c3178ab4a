import { useLingui } from '@lingui/react'
import { MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatShortDay, formatTime } from '#web/ui/time/dates.ts'
import type { Locale } from '#web/ui/language/locales.ts'
import { Cell } from './cell.tsx'
import { foldedAfter } from './folded.tsx'
import { shownComponents, type ComponentType, type Layout, type OwnAppointment } from './layout.ts'
import type { PartProps } from './parts.tsx'
import { Standing } from './standing.tsx'

/** An appointment in a list, by the layout for lists. A press anywhere opens it, so it has no buttons of its own. */
export function AppointmentRow({
  appointment,
  layout,
}: {
  readonly appointment: OwnAppointment
  /** Null for the default. */
  readonly layout: Layout | null
}) {
  return (
    <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1 wrap-break-word">
      {shownComponents('appointment_list', layout).map((component) => {
        const Line = lines[component.type]
        if (Line === undefined) return null
        return (
          <Cell key={component.componentId} component={component}>
            <Line appointment={appointment} options={component.options} />
          </Cell>
        )
      })}
    </div>
  )
}

/** How a component is shown in a list; the others are shown on the appointment's page only. */
const lines: Readonly<Partial<Record<ComponentType, (props: PartProps) => ReactNode>>> = {
  date_time: ({ appointment: { startsAt, endsAt, timezone, status, awaitsNewTime }, options }) => {
    // The locale of the texts around it: a preview may be in another language than its page.
    const locale = useLingui().i18n.locale as Locale
    const isOff = status === 'cancelled' || awaitsNewTime
    return (
      <time
        dateTime={startsAt}
        className={`flex flex-wrap gap-x-2 text-base font-medium tabular-nums ${isOff ? 'text-muted line-through' : ''}`}
      >
        <span className="inline-block first-letter:uppercase">{formatShortDay(startsAt, locale, timezone)}</span>
        <span className={isOff ? '' : 'text-accent'}>
          {formatTime(startsAt, locale, timezone)}
          {options.showEndTime && ` – ${formatTime(endsAt, locale, timezone)}`}
        </span>
      </time>
    )
  },
  provider: ({ appointment: { platformHolder } }) => <p>{platformHolder.displayName}</p>,
  // The default title is the organization's name, which is shown already.
  title: ({ appointment: { title, platformHolder }, options }) =>
    title !== platformHolder.displayName && <p style={foldedAfter(options.maxLines ?? 2)}>{title}</p>,
  location: ({ appointment: { place }, options }) =>
    place && (
      <p className="flex items-start gap-1.5 text-muted">
        <MapPin aria-hidden size={14} className="mt-0.75 shrink-0" />
        <span style={foldedAfter(options.maxLines ?? 2)}>{place}</span>
      </p>
    ),
  instructions: ({ appointment: { instructions }, options }) =>
    instructions && (
      <p className="text-muted" style={foldedAfter(options.maxLines ?? 2)}>
        {instructions}
      </p>
    ),
  status: ({ appointment }) => <Standing appointment={appointment} />,
}
