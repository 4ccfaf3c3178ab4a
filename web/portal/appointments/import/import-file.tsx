import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/api/client.ts'
import { now } from '#web/api/clock.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Skeleton } from '#web/ui/data/skeleton.tsx'
import { ErrorNote } from '#web/ui/error-state.tsx'
import { DirtyGuard } from '#web/ui/form/dirty-guard.tsx'
import { dayOf } from '#web/ui/time/days.ts'
import { useCountry, useHolder, useProfile } from '../../holder.ts'
import { ColumnsForm } from './columns-form.tsx'
import type { Mapping } from './file/map-row.ts'
import { ForAll } from './for-all.tsx'
import { ImportProgress } from './import-progress.tsx'
import { LeftOutRows } from './left-out-rows.tsx'
import { AcceptedRows } from './prepared-rows.tsx'
import { TryAgain } from './seconds-left.tsx'
import { useImport } from './use-import.ts'
import type { Opened, Preview } from './worker/opened-file.ts'
import type { ImportWorker } from './worker/start-worker.ts'

/** One file: what its columns are, what becomes of its rows, and making the appointments. */
export function ImportFile({
  file,
  worker,
  onAnother,
}: {
  readonly file: Opened
  readonly worker: ImportWorker
  readonly onAnother: () => void
}) {
  const [mapping, setMapping] = useState(file.mapping)
  // Closed when the headings say it all.
  const [isOpen, setOpen] = useState(file.kind === 'csv' && !isComplete(mapping))
  const [common, setCommon] = useState({ typeId: '', locationId: '' })
  const { preview, isChecked, failure } = usePreview(file, worker, mapping)
  const { accepted, acceptedCount: count, firstStart } = preview ?? nothing
  const { progress, start, goOn, stop } = useImport(worker, count, common)
  const timeZone = useProfile().defaultTimezone
  return (
    <>
      <DirtyGuard isDirty={progress !== null && progress.state !== 'finished'} />
      <div className="mb-8 flex flex-wrap items-center justify-between gap-3 border-b border-line pb-4">
        <p className="min-w-0">
          <span className="block font-medium">{file.name}</span>
          <span className="text-muted">
            <Plural value={file.rowCount} one="# row" other="# rows" />
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
              isDisabled={count === 0 || failure !== null}
              isPending={count > 0 && failure === null && !isChecked}
              onPress={start}
            >
              <Plural value={count} one="Make # appointment" other="Make # appointments" />
            </Button>
          </div>
        )}
      </div>
      {failure && (
        <div className="mb-8 flex flex-col items-start gap-3">
          <ErrorNote error={failure.error} />
          <TryAgain key={failure.at} error={failure.error} onPress={failure.retry} />
        </div>
      )}
      {progress === null ? (
        <>
          <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)} className="mb-8">
            <summary className="min-h-9 py-1.5 text-base font-semibold">
              {file.kind === 'csv' ? <Trans>Columns and type</Trans> : <Trans>Type and location</Trans>}
            </summary>
            <div className="mt-3 grid gap-x-6 gap-y-4 sm:grid-cols-2 lg:grid-cols-4">
              {file.kind === 'csv' && <ColumnsForm header={file.header} mapping={mapping} onChange={setMapping} />}
              <ForAll value={common} onChange={setCommon} />
            </div>
          </details>
          {preview ? (
            <AcceptedRows rows={accepted} count={count} timeZone={timeZone} />
          ) : (
            failure === null && <Skeleton className="mb-10 h-72 w-full" />
          )}
        </>
      ) : (
        <ImportProgress
          progress={progress}
          total={count}
          firstDay={firstStart === null ? undefined : dayOf(firstStart, timeZone)}
          onStop={stop}
          onGoOn={goOn}
          onAnother={onAnother}
        />
      )}
      <LeftOutRows file={file} worker={worker} preview={preview ?? nothing} failed={progress?.failed ?? []} />
    </>
  )
}

const nothing: Preview = { acceptedCount: 0, accepted: [], rejectedCount: 0, rejected: [], firstStart: null }

function isComplete({ columns: { name, phone, email, day } }: Mapping): boolean {
  return name !== null && day !== null && (phone !== null || email !== null)
}

/** Personal data: kept no longer than the page that shows it. What was read stays until the mapping changes. */
const ofPage = { networkMode: 'always', staleTime: Infinity, gcTime: 0 } as const

/**
 * What a mapping makes of the file, and then without the appointments that are there already. The organization is asked
 * about each appointment once, and about none again when the mapping changes. What was shown stays until there is more.
 */
function usePreview(file: Opened, worker: ImportWorker, mapping: Mapping) {
  const timeZone = useProfile().defaultTimezone
  const country = useCountry()
  const holder = useHolder()
  const prepared = useQuery<Preview>({
    queryKey: ['import', file.hash, mapping],
    queryFn: () => worker.call('prepare', mapping, { timeZone, country, now: now() }),
    placeholderData: (before) => before,
    ...ofPage,
  })
  const checked = useQuery<Preview>({
    queryKey: ['import', file.hash, mapping, 'checked'],
    queryFn: ({ signal }) => withoutThoseThere(worker, holder, signal),
    enabled: prepared.isSuccess && !prepared.isPlaceholderData,
    placeholderData: (before) => before,
    ...ofPage,
  })
  const isAhead = prepared.isSuccess && !prepared.isPlaceholderData && checked.isPlaceholderData
  const failed = prepared.isError ? prepared : checked.isError && !checked.isFetching ? checked : null
  return {
    preview: isAhead ? prepared.data : (checked.data ?? prepared.data),
    isChecked: checked.isSuccess && !checked.isPlaceholderData,
    failure: failed && { error: failed.error, at: failed.errorUpdatedAt, retry: () => void failed.refetch() },
  }
}

async function withoutThoseThere(worker: ImportWorker, holder: string, signal: AbortSignal): Promise<Preview> {
  for (;;) {
    const asked = await worker.call('unasked')
    signal.throwIfAborted()
    if (asked.length === 0) return worker.call('preview')
    const sought = { params: { platformHolderId: holder }, body: { appointments: asked } }
    const { matches } = await call('matchHolderAppointments', sought, signal)
    const found = matches.map(({ index }) => index)
    await worker.call('learn', asked, found)
  }
}
