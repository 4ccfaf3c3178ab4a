import { Plural, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { formatCount, formatShare } from '#web/ui/numbers.ts'
import { ChartFigures } from './chart-figures.tsx'
import { countText, ends } from './count-text.ts'
import type { Report } from './delivery-queries.ts'

type Totals = Report['totals']
type Stage = {
  readonly id: string
  readonly name: string
  readonly count: number
  /** What its bar is a part of. */
  readonly whole: number
  readonly note?: ReactNode
}

/** How many messages were planned, left and arrived, and how many appointments were then confirmed. */
export function Funnel({ totals }: { readonly totals: Totals }) {
  const { t, i18n } = useLingui()
  const locale = currentLocale()
  const { planned, sent, delivered, confirmed, appointments, awaitingReceipt } = totals
  const stages: readonly Stage[] = [
    { id: 'planned', name: t`Messages planned`, count: planned, whole: planned },
    { id: 'sent', name: t`Sent`, count: sent, whole: planned },
    {
      id: 'delivered',
      name: t`Delivered`,
      count: delivered,
      whole: planned,
      note: awaitingReceipt > 0 && (
        <Plural
          value={awaitingReceipt}
          one="# more sent without a receipt so far; e-mail gives none"
          other="# more sent without a receipt so far; e-mail gives none"
        />
      ),
    },
    { id: 'confirmed', name: t`Appointments confirmed`, count: confirmed, whole: appointments },
  ]
  return (
    <>
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
        {stages.map(({ id, name, count, whole, note }) => (
          <li key={id} className="px-4 py-3">
            <div className="flex items-baseline justify-between gap-4">
              <span className="font-medium">{name}</span>
              <span className="tabular-nums">
                {formatCount(count, locale)}{' '}
                <span className="inline-block min-w-14 text-end text-muted">{formatShare(count, whole, locale)}</span>
              </span>
            </div>
            <Bar share={whole === 0 ? 0 : count / whole} />
            {note && <p className="mt-1 text-xs text-muted">{note}</p>}
          </li>
        ))}
      </ul>
      <ChartFigures
        label={t`Where the messages are`}
        first={t`Where they are`}
        columns={[t`Messages`]}
        rows={ends.map((id) => ({ name: i18n._(countText[id]), cells: [formatCount(totals[id], locale)] }))}
      />
    </>
  )
}

function Bar({ share }: { readonly share: number }) {
  return (
    <svg aria-hidden viewBox="0 0 100 6" preserveAspectRatio="none" className="mt-2 h-1.5 w-full rtl:-scale-x-100">
      <rect width="100" height="6" className="fill-sunken" />
      <rect width={share * 100} height="6" className="fill-accent" />
    </svg>
  )
}
