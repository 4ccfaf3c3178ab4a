import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { Button } from '#web/ui/button/button.tsx'
import { DayField } from '#web/ui/form/day-field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { useHolder, useProfile } from '../../holder.ts'
import { exportAddress, type AuditSearch, type TrailEvent } from './audit-queries.ts'

const route = getRouteApi('/shell/setup/audit')

/** Days, one of those who are in sight, what it is about, and a file of the same. */
export function AuditFilters({
  filters,
  items,
}: {
  readonly filters: AuditSearch
  readonly items: readonly TrailEvent[]
}) {
  const { t } = useLingui()
  const navigate = route.useNavigate()
  const { actor, subject, from, to } = filters
  const onChange = (change: AuditSearch) => void navigate({ search: { ...filters, ...change } })
  const known = items.flatMap(({ actor: { id, name } }) => (id === null ? [] : [[id, name ?? id] as const]))
  const actors = new Map(known)
  if (actor !== undefined && !actors.has(actor)) actors.set(actor, actor)
  return (
    <search className="mb-6 flex flex-col gap-4 print:hidden">
      {subject !== undefined && (
        <p className="flex flex-wrap items-center justify-between gap-2 rounded-md bg-sunken px-3 py-2 text-sm">
          <span>
            <Trans>Only what was done with this appointment or person.</Trans>{' '}
            <code dir="ltr" className="font-mono text-xs wrap-anywhere">
              {subject}
            </code>
          </span>
        </p>
      )}
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,11rem),1fr))] items-end gap-3">
        <Select
          label={t`Who`}
          choices={[{ id: '', name: t`All` }, ...[...actors].map(([id, name]) => ({ id, name }))]}
          value={actor ?? ''}
          onChange={(one) => onChange({ actor: one === '' ? undefined : one })}
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
        {[actor, subject, from, to].some((value) => value !== undefined) && (
          <div>
            <Button look="quiet" onPress={() => void navigate({ search: {} })}>
              <Trans>Show all</Trans>
            </Button>
          </div>
        )}
      </div>
      <ExportLinks filters={filters} />
    </search>
  )
}

const formats = { csv: 'CSV', jsonl: 'JSON', ocsf: 'OCSF' } as const

/** Files of what is listed, all pages of it. */
function ExportLinks({ filters }: { readonly filters: AuditSearch }) {
  const holder = useHolder()
  const { defaultTimezone } = useProfile()
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      <span className="text-muted">
        <Trans>Download all of it:</Trans>
      </span>
      {Object.entries(formats).map(([format, name]) => (
        <a
          key={format}
          download
          href={exportAddress(holder, defaultTimezone, filters, format)}
          className="font-medium text-accent underline-offset-2 hover:underline"
        >
          {name}
        </a>
      ))}
    </p>
  )
}
