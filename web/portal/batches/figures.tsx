import { currentLocale } from '#web/ui/language/i18n.tsx'
import { formatCount } from '#web/ui/numbers.ts'

/** A few numbers side by side, each under its name. */
export function Figures({
  figures,
}: {
  readonly figures: readonly { readonly id: string; readonly name: string; readonly value: number }[]
}) {
  return (
    <dl className="mb-5 grid grid-cols-2 gap-3 sm:grid-cols-4">
      {figures.map(({ id, name, value }) => (
        <div key={id} data-figure={id} className="rounded-lg border border-line bg-surface px-4 py-3">
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="text-xl font-semibold tabular-nums">{formatCount(value, currentLocale())}</dd>
        </div>
      ))}
    </dl>
  )
}
