import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { formatShortDay } from '#web/ui/time/dates.ts'
import { startOfDay } from '#web/ui/time/days.ts'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { formatCount } from '#web/ui/numbers.ts'
import { useProfile } from '../holder.ts'
import { ChartFigures } from './chart-figures.tsx'
import { dayBars, type DayBar } from './day-bars.ts'
import type { Report } from './delivery-queries.ts'

/** A bar for each day or week: all planned messages, and in it those that were delivered. */
export function DayChart({ report }: { readonly report: Report }) {
  const { t } = useLingui()
  const { defaultTimezone: timeZone } = useProfile()
  const locale = currentLocale()
  const { step, bars, others } = dayBars(report)
  const words = (day: string) => formatShortDay(startOfDay(day, timeZone), locale, timeZone)
  const highest = Math.max(...bars.map(({ planned }) => planned))
  const cells = (bar: Omit<DayBar, 'day'>) =>
    [bar.planned, bar.sent, bar.delivered].map((count) => formatCount(count, locale))
  if (highest === 0)
    return (
      <p className="rounded-lg border border-line bg-surface px-4 py-4 text-muted">
        {others ? (
          <Trans>On each of these days fewer than five people come, so the days are not shown separately.</Trans>
        ) : (
          <Trans>No messages were planned for these days.</Trans>
        )}
      </p>
    )
  return (
    <>
      <figure className="rounded-lg border border-line bg-surface px-4 pt-4 pb-3">
        <figcaption className="mb-3 flex flex-wrap gap-x-5 gap-y-1 text-xs text-muted">
          <Legend look="bg-line-strong">
            <Trans>Planned</Trans>
          </Legend>
          <Legend look="bg-accent">
            <Trans>Delivered</Trans>
          </Legend>
          <span className="ms-auto tabular-nums">
            <Plural value={highest} one="Highest: # message" other="Highest: # messages" />
          </span>
        </figcaption>
        <Bars bars={bars} highest={highest} />
        <div className="mt-1.5 flex justify-between text-xs text-muted">
          <span>{words(bars[0]?.day ?? report.from)}</span>
          <span>{words(bars.at(-1)?.day ?? report.to)}</span>
        </div>
      </figure>
      {others && (
        <p className="mt-2 text-xs text-muted">
          <Plural
            value={others.planned}
            one="Days with fewer than five people are counted together: # message."
            other="Days with fewer than five people are counted together: # messages."
          />
        </p>
      )}
      <ChartFigures
        label={t`Messages by day of the appointment`}
        first={step === 'day' ? t`Day` : t`Week that begins on`}
        columns={[t`Planned`, t`Sent`, t`Delivered`]}
        rows={[
          ...bars.filter(({ planned }) => planned > 0).map((bar) => ({ name: words(bar.day), cells: cells(bar) })),
          ...(others ? [{ name: t`Days with few people`, cells: cells(others) }] : []),
        ]}
      />
    </>
  )
}

const height = 100
const step = 10

function Bars({ bars, highest }: { readonly bars: readonly DayBar[]; readonly highest: number }) {
  const toHeight = (count: number) => (count / highest) * height
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${bars.length * step} ${height}`}
      preserveAspectRatio="none"
      className="h-36 w-full border-b border-line rtl:-scale-x-100"
    >
      {bars.map(({ day, planned, delivered }, index) => (
        <g key={day}>
          <rect
            x={index * step + 2}
            y={height - toHeight(planned)}
            width={step - 4}
            height={toHeight(planned)}
            className="fill-line-strong opacity-50"
          />
          <rect
            x={index * step + 2}
            y={height - toHeight(delivered)}
            width={step - 4}
            height={toHeight(delivered)}
            className="fill-accent"
          />
        </g>
      ))}
    </svg>
  )
}

function Legend({ look, children }: { readonly look: string; readonly children: React.ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <span aria-hidden className={`size-2.5 rounded-sm ${look}`} />
      {children}
    </span>
  )
}
