import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/button/button.tsx'
import { isDay } from '#web/ui/time/days.ts'
import { DatePicker } from '#web/ui/form/date-picker.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { deliveries, type AppointmentSearch } from '../appointment-queries.ts'
import { deliveryStatuses } from '../delivery-pill.tsx'

type Filters = Pick<AppointmentSearch, 'who' | 'day' | 'delivery'>

/** Filters by person, first day and delivery, which the address holds. */
export function AppointmentFilters({
  search,
  onChange,
}: {
  readonly search: Filters
  readonly onChange: (filters: Filters) => void
}) {
  const { t, i18n } = useLingui()
  const [who, setWho] = useState(search.who ?? '')
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
      <form
        className="min-w-56 flex-1 max-sm:basis-full"
        onSubmit={(event) => {
          event.preventDefault()
          onChange({ who: who.trim().length > 1 ? who.trim() : undefined })
        }}
      >
        <TextField
          label={t({ message: 'Name', context: 'of a person' })}
          type="search"
          placeholder={t`First letters of a name`}
          value={who}
          onChange={setWho}
          autoComplete="off"
        />
      </form>
      <DatePicker label={t({ message: 'From', context: 'first day' })} value={day} onChange={setDay} />
      <Select
        label={t`Reminder`}
        choices={[{ id: 'any' as const, name: t`Any` }, ...names]}
        value={search.delivery ?? 'any'}
        onChange={(delivery) => onChange({ delivery: delivery === 'any' ? undefined : delivery })}
      />
      {(search.who !== undefined || search.delivery !== undefined) && (
        <Button look="quiet" onPress={() => onChange({ who: undefined, delivery: undefined })}>
          <Trans>Show all</Trans>
        </Button>
      )}
    </search>
  )
}
