import { Trans, useLingui } from '@lingui/react/macro'
import { ListFilter, X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Button } from '#web/ui/button/button.tsx'
import { useFocusAfterRemoval } from '#web/ui/form/focus-after-removal.ts'
import { Select } from '#web/ui/form/select.tsx'
import { filterNames, isFiltered, type AppointmentFilters, type FilterName } from '../filters.ts'
import { useFilterChoices, wordsOf, type FilterChoices } from './filter-choices.ts'
import { SavedViews } from './saved-views.tsx'

type Change = (filters: AppointmentFilters) => void

const none: AppointmentFilters = Object.fromEntries(filterNames.map((name) => [name, undefined]))
/** What a desk asks most, one press each. */
const asked: readonly { readonly name: FilterName; readonly filters: AppointmentFilters }[] = [
  { name: 'answer', filters: { answer: 'unconfirmed' } },
  // Whoever has come by now was reached after all.
  { name: 'delivery', filters: { delivery: 'failed', status: 'registered' } },
]

/** The filters, which the address holds: as chips, and behind a button all there are. */
export function FilterBar({
  search,
  onChange,
  children,
}: {
  readonly search: AppointmentFilters
  readonly onChange: Change
  /** What else the list is looked for by. */
  readonly children?: ReactNode
}) {
  const [isOpen, setOpen] = useState(false)
  const choices = useFilterChoices(isOpen || search.type !== undefined)
  return (
    <search className="mb-4 flex flex-col gap-3 print:hidden">
      {children && <div className="flex flex-wrap items-end gap-3">{children}</div>}
      <Chips search={search} choices={choices} onChange={onChange}>
        <Button
          aria-expanded={isOpen}
          icon={<ListFilter aria-hidden size={16} />}
          onPress={() => setOpen((before) => !before)}
        >
          <Trans>Filters</Trans>
        </Button>
        <SavedViews search={search} choices={choices} onChange={(filters) => onChange({ ...none, ...filters })} />
      </Chips>
      {isOpen && <Fields search={search} choices={choices} onChange={onChange} />}
    </search>
  )
}

function Chips({
  search,
  choices,
  onChange,
  children,
}: {
  readonly search: AppointmentFilters
  readonly choices: FilterChoices
  readonly onChange: Change
  readonly children: ReactNode
}) {
  const { t } = useLingui()
  const { list, note } = useFocusAfterRemoval<HTMLDivElement>()
  const on = asked.filter(({ filters }) =>
    Object.entries(filters).every(([name, value]) => search[name as FilterName] === value),
  )
  const others = filterNames.filter((name) => search[name] !== undefined && !on.some(({ filters }) => name in filters))
  return (
    <div ref={list} className="flex flex-wrap items-center gap-2">
      <span data-focus-last="" className="contents">
        {children}
      </span>
      {asked.map((one) => {
        const { name, filters } = one
        const isOn = on.includes(one)
        return (
          <button
            key={name}
            type="button"
            aria-pressed={isOn}
            className={chipClass}
            onClick={() =>
              onChange(isOn ? Object.fromEntries(Object.keys(filters).map((each) => [each, undefined])) : filters)
            }
          >
            {wordsOf(choices, filters, name)}
          </button>
        )
      })}
      {others.map((name, index) => {
        const words = wordsOf(choices, search, name)
        return (
          <button
            key={name}
            type="button"
            data-focus-next=""
            aria-label={t`Remove the filter: ${words}`}
            className={`${chipClass} border-accent bg-accent-soft text-accent`}
            onClick={() => {
              note(index)
              onChange({ [name]: undefined })
            }}
          >
            {words}
            <X aria-hidden size={14} />
          </button>
        )
      })}
      {isFiltered(search) && (
        <Button
          look="quiet"
          onPress={() => {
            note(others.length)
            onChange(none)
          }}
        >
          <Trans>Show all</Trans>
        </Button>
      )}
    </div>
  )
}

function Fields({
  search,
  choices,
  onChange,
}: {
  readonly search: AppointmentFilters
  readonly choices: FilterChoices
  readonly onChange: Change
}) {
  const { t } = useLingui()
  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(min(11rem,100%),1fr))] gap-3 rounded-lg border border-line bg-surface p-4">
      {filterNames.map((name) => (
        <Select
          key={name}
          label={choices[name].label}
          choices={[{ id: '', name: t`Any` }, ...choices[name].choices]}
          value={search[name] ?? ''}
          onChange={(id) => onChange({ [name]: id === '' ? undefined : id })}
        />
      ))}
    </div>
  )
}

const chipClass =
  'inline-flex min-h-8 items-center gap-1.5 rounded-full border border-line bg-surface px-3 py-1 text-sm hover:bg-sunken aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent pointer-coarse:min-h-11'
