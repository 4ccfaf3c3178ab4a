import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/button/button.tsx'
import { isDay } from '#web/ui/time/days.ts'
import { DatePicker } from '#web/ui/form/date-picker.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { FindPersonButton } from '../../people/find-button.tsx'
import { deliveries, type AppointmentSearch } from '../appointment-queries.ts'
import { deliveryStatuses } from '../delivery-pill.tsx'

type Filters = Pick<AppointmentSearch, 'day' | 'delivery'>

/** Filters by first day and delivery, which the address holds, and the way to a person. */
export function AppointmentFilters({
  search,
  onChange,
}: {
  readonly search: Filters
  readonly onChange: (filters: Filters) => void
}) {
  const { t, i18n } = useLingui()
  const [day, setDay] = useState(search.day ?? null)
  const asked = useRef(search.day)
  useEffect(() => {
    // Another address was opened; what is typed while the answer to this one comes stays.
    if (search.day !== asked.current) setDay(search.day ?? null)
    asked.current = search.day
  }, [search.day])
  // It is typed part by part, and a year begun is a year too: only what stays for a moment is looked for.
  useEffect(() => {
    if (day === asked.current || !isDay(day)) return undefined
    const timer = setTimeout(() => {
      asked.current = day
      onChange({ day })
    }, 500)
    return () => clearTimeout(timer)
  }, [day])
  const names = deliveries.map((id) => ({ id, name: i18n._(deliveryStatuses[id].name) }))
  return (
    <search className="mb-4 flex flex-wrap items-end gap-3 print:hidden">
      <FindPersonButton />
      <DatePicker label={t({ message: 'From', context: 'first day' })} value={day} onChange={setDay} />
      <Select
        label={t`Reminder`}
        choices={[{ id: 'any' as const, name: t`Any` }, ...names]}
        value={search.delivery ?? 'any'}
        onChange={(delivery) => onChange({ delivery: delivery === 'any' ? undefined : delivery })}
      />
      {search.delivery !== undefined && (
        <Button look="quiet" onPress={() => onChange({ delivery: undefined })}>
          <Trans>Show all</Trans>
        </Button>
      )}
    </search>
  )
}
