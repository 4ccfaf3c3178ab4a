import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ListFilter } from 'lucide-react'
import { useState } from 'react'
import { developerRoutes } from '#web/api/developer-routes.ts'
import { holderRoutes } from '#web/api/holder-routes.ts'
import { Button } from '#web/ui/button/button.tsx'
import { DayField } from '#web/ui/form/day-field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { apiKeys } from '../keys/own-key-queries.ts'
import { requestIdForm, statuses, type Call, type CallFilters } from './call-queries.ts'

type Change = (change: Partial<CallFilters>) => void

/** What the list is looked for by: the id of a request to paste, or what the calls have in common. */
export function CallFilterForm({
  filters,
  items,
  onChange,
}: {
  readonly filters: CallFilters
  readonly items: readonly Call[]
  readonly onChange: Change
}) {
  return (
    <search className="mb-6 flex flex-col gap-4 print:hidden">
      <RequestForm request={filters.request} onChange={onChange} />
      <Choices filters={filters} items={items} onChange={onChange} />
    </search>
  )
}

function RequestForm({ request, onChange }: { readonly request: string | undefined; readonly onChange: Change }) {
  const { t } = useLingui()
  const [typed, setTyped] = useState(request ?? '')
  const sought = typed.trim()
  const isPossible = sought === '' || requestIdForm.test(sought)
  return (
    <form
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (isPossible) onChange({ request: sought === '' ? undefined : sought })
      }}
    >
      <div className="min-w-0 grow sm:max-w-md">
        <TextField
          label={t`Request id`}
          dir="ltr"
          maxLength={130}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={setTyped}
        />
      </div>
      <Button type="submit" isDisabled={!isPossible}>
        <Trans>Show</Trans>
      </Button>
      <p className="w-full text-xs text-muted">
        <Trans>Every answer of the API has one. Paste that of an error here.</Trans>
      </p>
    </form>
  )
}

function Choices({
  filters: { answered, operation, key, from, to, request },
  items,
  onChange,
}: {
  readonly filters: CallFilters
  readonly items: readonly Call[]
  readonly onChange: Change
}) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const own = useQuery(apiKeys(undefined)).data?.items ?? []
  // One's own keys, and those of colleagues whose calls are in sight.
  const keys = new Map([...items.map((item) => item.key), ...own].map(({ id, name }) => [id, name ?? id]))
  if (key !== undefined && !keys.has(key)) keys.set(key, key)
  const all = { id: '', name: t`All` }
  return (
    <>
      <div className="sm:hidden">
        <Button
          aria-expanded={isOpen}
          icon={<ListFilter aria-hidden size={16} />}
          onPress={() => setOpen((before) => !before)}
        >
          <Trans>Filters</Trans>
        </Button>
      </div>
      <div
        className={`grid grid-cols-[repeat(auto-fill,minmax(min(100%,11rem),1fr))] items-end gap-3 ${isOpen ? '' : 'max-sm:hidden'}`}
      >
        <Select
          label={t({ message: 'Answer', context: 'of the API' })}
          choices={[all, ...statuses.map((one) => ({ id: one, name: one, lang: 'en' }))]}
          value={answered ?? ''}
          onChange={(one) => onChange({ answered: statuses.find((known) => known === one) })}
        />
        <Select
          label={t`Operation`}
          choices={[all, ...operationIds.map((id) => ({ id, name: id, lang: 'en' }))]}
          value={operation ?? ''}
          onChange={(one) => onChange({ operation: one === '' ? undefined : one })}
        />
        <Select
          label={t`API key`}
          choices={[all, ...[...keys].map(([id, name]) => ({ id, name }))]}
          value={key ?? ''}
          onChange={(one) => onChange({ key: one === '' ? undefined : one })}
        />
        <DayField
          label={t({ message: 'From', context: 'first day' })}
          value={from ?? null}
          onChange={(day) => onChange({ from: day ?? undefined })}
        />
        <DayField
          label={t({ message: 'Until', context: 'last day' })}
          value={to ?? null}
          onChange={(day) => onChange({ to: day ?? undefined })}
        />
        {[answered, operation, key, from, to, request].some((value) => value !== undefined) && (
          <div>
            <Button
              look="quiet"
              onPress={() =>
                onChange({
                  answered: undefined,
                  operation: undefined,
                  key: undefined,
                  from: undefined,
                  to: undefined,
                  request: undefined,
                })
              }
            >
              <Trans>Show all</Trans>
            </Button>
          </div>
        )}
      </div>
    </>
  )
}

const operationIds = [
  ...Object.keys(holderRoutes),
  ...Object.keys(developerRoutes),
  'getApiIdentity',
  'listApiKeys',
  'revokeApiKey',
].toSorted()
