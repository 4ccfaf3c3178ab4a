import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Scroller } from '#web/ui/data/scroller.tsx'
import { enumeration } from '#web/ui/enumeration.ts'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { formatCount } from '#web/ui/numbers.ts'
import { formatShortDay } from '#web/ui/time/dates.ts'
import { startOfDay } from '#web/ui/time/days.ts'
import { useProfile } from '../../holder.ts'
import { sumOf, type Count } from './span.ts'

/** More appointments than can be drawn: how many there are by location and day, each of which opens that day there. */
export function SpanCounts({ days, counts }: { readonly days: readonly string[]; readonly counts: readonly Count[] }) {
  const { t } = useLingui()
  const { schedulingSetup, defaultTimezone: timeZone } = useProfile()
  const locale = currentLocale()
  const byLocation = Map.groupBy(counts, ({ locationId }) => locationId)
  const names = new Map(schedulingSetup?.locations.map(({ id, name }) => [id, name || id]))
  const known = [...names.keys()].filter((id) => byLocation.has(id))
  const rows = [...known, ...[...byLocation.keys()].filter((id) => !names.has(id))]
  const onDay = (some: readonly Count[], day: string) => sumOf(some.filter((one) => one.day === day))
  const total = sumOf(counts)
  return (
    <>
      <p className="mb-3">
        <Trans>
          {{ total: formatCount(total, locale) }} appointments are too many to draw. Choose a location and a day.
        </Trans>
      </p>
      <Scroller label={t`Appointments`} className="rounded-lg border border-line bg-surface">
        <table className="w-full text-end whitespace-nowrap">
          <thead className="text-xs text-muted">
            <tr className="border-b border-line">
              <th scope="col" className="px-4 py-2 text-start font-medium">{t`Location`}</th>
              {days.map((day) => (
                <th key={day} scope="col" className="px-3 py-2 text-end font-medium">
                  {formatShortDay(startOfDay(day, timeZone), locale, timeZone)}
                </th>
              ))}
              {days.length > 1 && <th scope="col" className="px-4 py-2 text-end font-medium">{t`Total`}</th>}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {rows.map((id) => {
              const own = byLocation.get(id) ?? []
              const name = names.get(id) ?? (id === 'none' ? t`No location` : id)
              return (
                <tr key={id}>
                  {/* Stays in sight while the days are scrolled. */}
                  <th scope="row" className="sticky start-0 bg-surface px-4 py-2 text-start font-medium">
                    <span className="block max-w-28 min-w-24 wrap-break-word whitespace-normal sm:max-w-none">
                      {name}
                    </span>
                  </th>
                  {days.map((day) => (
                    <td key={day} className="px-3 py-1">
                      <Link
                        to="/appointments"
                        search={(kept) => ({ ...kept, view: 'day', day, location: id })}
                        aria-label={`${enumeration([name, formatShortDay(startOfDay(day, timeZone), locale, timeZone)])}: ${formatCount(onDay(own, day), locale)}`}
                        className="block rounded-sm px-1 py-1 text-accent underline-offset-2 hover:bg-sunken hover:underline"
                      >
                        {formatCount(onDay(own, day), locale)}
                      </Link>
                    </td>
                  ))}
                  {days.length > 1 && <td className="px-4 py-2">{formatCount(sumOf(own), locale)}</td>}
                </tr>
              )
            })}
            <tr className="font-medium">
              <th scope="row" className="px-4 py-2 text-start">{t`Total`}</th>
              {days.map((day) => (
                <td key={day} className="px-4 py-2">
                  {formatCount(onDay(counts, day), locale)}
                </td>
              ))}
              {days.length > 1 && <td className="px-4 py-2">{formatCount(total, locale)}</td>}
            </tr>
          </tbody>
        </table>
      </Scroller>
    </>
  )
}
