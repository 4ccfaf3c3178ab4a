import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { formatDateTime, formatTime } from '#web/ui/time/dates.ts'
import { dayOf } from '#web/ui/time/days.ts'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { useProfile } from '../holder.ts'
import type { Request } from './request-queries.ts'

/** For the list of facts, in a container. */
export const factsClass = 'grid gap-x-6 gap-y-3 px-5 py-4 @min-[26rem]:grid-cols-[9rem_minmax(0,1fr)]'

/** What somebody who asks for a change wrote, and which times would suit. */
export function Wish({ request, timezone }: { readonly request: Request; readonly timezone: string }) {
  const { t } = useLingui()
  return (
    <>
      {request.note && <Fact name={t`In their words`}>{request.note}</Fact>}
      {request.preferredWindows.length > 0 && (
        <Fact name={t`Preferred times`}>
          <Windows windows={request.preferredWindows} timezone={timezone} />
        </Fact>
      )}
    </>
  )
}

export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="@min-[26rem]:contents">
      <dt className="text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Stretches of time that would suit. */
export function Windows({
  windows,
  timezone,
}: {
  readonly windows: Request['preferredWindows']
  readonly timezone: string
}) {
  const locale = currentLocale()
  const { defaultTimezone } = useProfile()
  return (
    <ul>
      {windows.map(({ startsAt, endsAt }) => (
        <li key={startsAt}>
          {formatDateTime(startsAt, locale, timezone)} –{' '}
          {dayOf(startsAt, timezone) === dayOf(endsAt, timezone)
            ? formatTime(endsAt, locale, timezone, defaultTimezone)
            : formatDateTime(endsAt, locale, timezone, defaultTimezone)}
        </li>
      ))}
    </ul>
  )
}
