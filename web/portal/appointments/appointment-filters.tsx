import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { DatePicker } from '#web/ui/form/date-picker.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { deliveries, type AppointmentSearch } from './appointment-queries.ts'
import { deliveryStatuses } from './delivery-pill.tsx'

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
          label={t`Name`}
          type="search"
          placeholder={t`Beginning of a name`}
          value={who}
          onChange={setWho}
          autoComplete="off"
        />
      </form>
      <DatePicker
        label={t({ message: 'From', context: 'first day' })}
        value={search.day ?? null}
        onChange={(day) => day !== null && onChange({ day })}
      />
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
