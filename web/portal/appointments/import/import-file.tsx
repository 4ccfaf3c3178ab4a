import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '#web/api/api-error.ts'
import { now } from '#web/api/clock.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Skeleton } from '#web/ui/data/skeleton.tsx'
import { dayOf } from '#web/ui/time/days.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { errorText } from '#web/ui/error-text.ts'
import { faultText } from '#web/ui/form/fault-text.ts'
import { DirtyGuard } from '#web/ui/form/dirty-guard.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { useHolder, useProfile } from '../../holder.ts'
import { activeTypes, typeName } from '../../setup/types/type-queries.ts'
import { withoutThose } from './already-there.ts'
import { ColumnsForm } from './columns-form.tsx'
import { faultTexts } from './fault-texts.ts'
import { columnsOf, dayOrderOf } from './file/columns.ts'
import type { Mapping } from './file/map-row.ts'
import type { Prepared } from './file/prepared.ts'
import type { Source } from './file/read-file.ts'
import { ImportProgress } from './import-progress.tsx'
import { AcceptedRows, RowsLeftOut, type LeftOut } from './prepared-rows.tsx'
import { useImport } from './use-import.ts'

/** One file: what its columns are, what becomes of its rows, and making the appointments. */
export function ImportFile({ source, onAnother }: { readonly source: Source; readonly onAnother: () => void }) {
  const [mapping, setMapping] = useState(() => firstMapping(source))
  // Closed when the headings say it all.
  const [isOpen, setOpen] = useState(source.kind === 'csv' && !isComplete(mapping))
  const [common, setCommon] = useState({ typeId: '', locationId: '' })
  const { progress, start, goOn, stop } = useImport(source.hash)
  const prepared = usePrepared(source, mapping, common)
  const timeZone = useProfile().defaultTimezone
  if (prepared.isError) return <ErrorState error={prepared.error} />
  const { accepted, rejected } = prepared.data ?? nothing
  const count = accepted.length
  const starts = accepted.map(({ body }) => body.startsAt).toSorted()
  return (
    <>
      <DirtyGuard isDirty={progress !== null && progress.state !== 'finished'} />
      <div className="mb-8 flex flex-wrap items-center justify-between gap-3 border-b border-line pb-4">
        <p className="min-w-0">
          <span className="block font-medium">{source.name}</span>
          <span className="text-muted">
            <Plural value={source.rows.length} one="# row" other="# rows" />
            {' · '}
            <Trans>Time zone: {timeZone.replaceAll('_', ' ')}</Trans>
          </span>
        </p>
        {progress === null && (
          <div className="flex flex-wrap gap-2">
            <Button onPress={onAnother}>
              <Trans>Another file</Trans>
            </Button>
            <Button
              look="primary"
              isDisabled={count === 0 || prepared.isPlaceholderData}
              onPress={() => start(accepted)}
            >
              <Plural value={count} one="Make # appointment" other="Make # appointments" />
            </Button>
          </div>
        )}
      </div>
      {progress === null ? (
        <>
          <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)} className="mb-8">
            <summary className="min-h-9 py-1.5 text-base font-semibold">
              {source.kind === 'csv' ? <Trans>Columns and type</Trans> : <Trans>Type and location</Trans>}
            </summary>
            <div className="mt-3 grid gap-x-6 gap-y-4 sm:grid-cols-2 lg:grid-cols-4">
              {source.kind === 'csv' && <ColumnsForm header={source.header} mapping={mapping} onChange={setMapping} />}
              <ForAll value={common} onChange={setCommon} />
            </div>
          </details>
          {prepared.data ? (
            <AcceptedRows rows={accepted} timeZone={timeZone} />
          ) : (
            <Skeleton className="mb-10 h-72 w-full" />
          )}
        </>
      ) : (
        <ImportProgress
          progress={progress}
          total={count}
          firstDay={starts[0] && dayOf(starts[0], timeZone)}
          onStop={stop}
          onGoOn={goOn}
          onAnother={onAnother}
        />
      )}
      <LeftOutRows source={source} rejected={rejected} failed={progress?.failed ?? []} />
    </>
  )
}

const nothing: Prepared = { accepted: [], rejected: [] }

function LeftOutRows({
  source,
  rejected,
  failed,
}: Pick<Prepared, 'rejected'> & {
  readonly source: Source
  readonly failed: NonNullable<ReturnType<typeof useImport>['progress']>['failed']
}) {
  const { t, i18n } = useLingui()
  const reasonOf = (error: unknown) => {
    if (error instanceof ApiError && error.code === 'REQUEST_ID_REUSED')
      return t`Imported before from this file, with other values`
    const [fault] = error instanceof ApiError ? error.details : []
    const title = i18n._(errorText(error).title)
    return fault ? `${title} ${fault.path}: ${i18n._(faultText[fault.code])}` : title
  }
  const left = rejected.map((row): LeftOut => ({ ...row, reason: i18n._(faultTexts[row.fault]) }))
  const refused = failed.map(({ row, error }): LeftOut => ({ ...row, reason: reasonOf(error) }))
  const header = source.kind === 'csv' ? source.header : [t`Event`]
  const fileName = source.name.replace(/\.\w+$/, '')
  return (
    <>
      <RowsLeftOut
        title={t`Failed: ${refused.length}`}
        rows={refused}
        header={header}
        fileName={`${fileName}-failed.csv`}
      />
      <RowsLeftOut
        title={t`Left out: ${left.length}`}
        rows={left}
        header={header}
        fileName={`${fileName}-left-out.csv`}
      />
    </>
  )
}

type Common = { readonly typeId: string; readonly locationId: string }

/** What every appointment of the file gets. */
function ForAll({ value, onChange }: { readonly value: Common; readonly onChange: (value: Common) => void }) {
  const { t } = useLingui()
  const { schedulingSetup, defaultLocale } = useProfile()
  const { data } = useQuery(activeTypes(useHolder()))
  const locale = currentLocale()
  const types = data?.items ?? []
  const locations = schedulingSetup?.locations ?? []
  if (types.length === 0 && locations.length === 0) return null
  return (
    <>
      {types.length > 0 && (
        <Select
          label={t`Appointment type for all rows`}
          choices={[
            { id: '', name: t`None` },
            ...types.map(({ id, name }) => ({ id, name: typeName(name, locale, defaultLocale) })),
          ]}
          value={value.typeId}
          onChange={(typeId) => onChange({ ...value, typeId })}
        />
      )}
      {locations.length > 0 && (
        <Select
          label={t`Location for all rows`}
          choices={[{ id: '', name: t`None` }, ...locations.map(({ id, name }) => ({ id, name: name || id }))]}
          value={value.locationId}
          onChange={(locationId) => onChange({ ...value, locationId })}
        />
      )}
    </>
  )
}

function firstMapping(source: Source): Mapping {
  const columns = columnsOf(source.kind === 'csv' ? source.header : [])
  const rows = source.kind === 'csv' ? source.rows.map(({ cells }) => cells) : []
  return { columns, dayOrder: dayOrderOf(columns, rows), minutes: 30 }
}

function isComplete({ columns: { name, phone, email, day } }: Mapping): boolean {
  return name !== null && day !== null && (phone !== null || email !== null)
}

/** The prepared rows, again when the mapping changes; the previous ones stay until then. */
function usePrepared(source: Source, mapping: Mapping, { typeId, locationId }: Common) {
  const { defaultTimezone: timeZone, headquartersCountryCode } = useProfile()
  const holder = useHolder()
  return useQuery({
    queryKey: ['import', holder, source.hash, mapping, typeId, locationId],
    queryFn: async ({ signal }) => {
      const { prepare } = await import('./file/prepared.ts')
      const country = headquartersCountryCode ?? 'NL'
      const common = { timeZone, country, now: now(), typeId, locationId }
      return withoutThose(holder, await prepare(source, mapping, common, signal), signal)
    },
    placeholderData: (before) => before,
    networkMode: 'always',
    staleTime: Infinity,
    // Personal data: kept no longer than the page that shows it.
    gcTime: 0,
  })
}
