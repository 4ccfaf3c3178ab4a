import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { now } from '#web/api/clock.ts'
import { Button } from '#web/ui/button/button.tsx'
import { addDays, dayOf } from '#web/ui/time/days.ts'
import { DayField } from '#web/ui/form/day-field.tsx'
import { isPossible } from './delivery-queries.ts'
import type { Period } from './delivery-search.ts'

/** Which days: typed, or one of three that are asked for often. */
export function PeriodForm({
  period,
  timeZone,
  onChange,
}: {
  readonly period: Period
  readonly timeZone: string
  readonly onChange: (period: Period) => void
}) {
  const { t } = useLingui()
  const [from, setFrom] = useState<string | null>(period.from)
  const [to, setTo] = useState<string | null>(period.to)
  const today = dayOf(now(), timeZone)
  const typed = from === null || to === null ? null : { from, to }
  const isWrong = typed !== null && !isPossible(typed)
  return (
    <search className="mb-8 flex flex-wrap items-end gap-3 print:hidden">
      <form
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (typed !== null && !isWrong) onChange(typed)
        }}
      >
        <DayField label={t({ message: 'From', context: 'first day' })} value={from} onChange={setFrom} />
        <DayField label={t({ message: 'Until', context: 'last day' })} value={to} onChange={setTo} />
        <Button type="submit" isDisabled={typed === null || isWrong}>
          <Trans>Show</Trans>
        </Button>
      </form>
      <div className="flex flex-wrap gap-1 max-sm:-mx-3">
        <Button look="quiet" onPress={() => onChange({ from: addDays(today, -27), to: today })}>
          <Trans>Past 4 weeks</Trans>
        </Button>
        <Button look="quiet" onPress={() => onChange({ from: addDays(today, -90), to: today })}>
          <Trans>Past 3 months</Trans>
        </Button>
        <Button look="quiet" onPress={() => onChange({ from: today, to: addDays(today, 13) })}>
          <Trans>Next 2 weeks</Trans>
        </Button>
      </div>
      {isWrong && (
        <p role="status" className="w-full text-warn">
          {typed.from > typed.to ? (
            <Trans>The last day is before the first one.</Trans>
          ) : (
            <Trans>Choose at most a year at a time.</Trans>
          )}
        </p>
      )}
    </search>
  )
}
