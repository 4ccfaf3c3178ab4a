import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { formatShortDayTime } from '#web/ui/time/dates.ts'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { useProfile } from '../../holder.ts'
import type { Connection } from './integration-queries.ts'
import { leftOutText } from './integration-text.ts'

/** Events to come that nobody is reminded of, and why. */
export function LeftOutEvents({ connection }: { readonly connection: Connection }) {
  const { i18n } = useLingui()
  const { defaultTimezone } = useProfile()
  const locale = currentLocale()
  const { eventsWithoutRecipient: count, leftOutEvents: events, calendars } = connection
  if (count === 0) return null
  const rest = count - events.length
  return (
    <details className="border-t border-line px-5 py-4">
      <summary className="font-medium">
        <Plural value={count} one="# event is left out" other="# events are left out" />
      </summary>
      <ul className="mt-3 divide-y divide-line">
        {events.map(({ calendarId, eventId, startsAt, reason }) => (
          <li key={`${calendarId} ${eventId}`} className="flex flex-wrap justify-between gap-x-4 py-2">
            <span>{i18n._(leftOutText[reason])}</span>
            <span className="text-muted">
              {formatShortDayTime(startsAt, locale, defaultTimezone)} ·{' '}
              {calendars.find((calendar) => calendar.calendarId === calendarId)?.name}
            </span>
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <p className="mt-2 text-muted">
          <Plural value={rest} one="And # more." other="And # more." />
        </p>
      )}
      <p className="mt-3 max-w-prose text-muted">
        <Trans>
          Put the name with a telephone number or e-mail address in the event, and it will be read automatically.
        </Trans>
      </p>
    </details>
  )
}
