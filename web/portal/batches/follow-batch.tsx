import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { CircleCheck, Undo2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { now } from '#web/api/clock.ts'
import { Button } from '#web/ui/button/button.tsx'
import { ErrorNote } from '#web/ui/error-state.tsx'
import { readAnew } from '#web/ui/query-client.ts'
import { useMutation } from '#web/ui/use-mutation.ts'
import { useHolder } from '../holder.ts'
import { changedByBatch, call, oneBatch, type Batch } from './batch-queries.ts'
import { actions } from './batch-text.ts'
import { Figures } from './figures.tsx'
import { ItemList } from './item-list.tsx'
import { QuietHoursNote } from './quiet-hours-note.tsx'

/** A batch while it can be undone, while it leaves, and whom it leaves to call. */
export function FollowBatch({ batchId }: { readonly batchId: string }) {
  const { t, i18n } = useLingui()
  const holder = useHolder()
  const { data: batch } = useSuspenseQuery({
    ...oneBatch(holder, batchId),
    // Somebody watches how it goes; receipts come for long after.
    refetchInterval: ({ state }) => (isAtWork(state.data) ? 1_000 : 5_000),
  })
  const { state, progress, action, lastDueAt } = batch
  return (
    <>
      <section
        aria-label={t`Change of several appointments`}
        className="mb-6 rounded-lg border border-line bg-surface p-4"
      >
        <p className="mb-1 text-sm text-muted">
          {i18n._(actions[action].name)}
          {' · '}
          <Plural value={batch.appointments} one="# appointment" other="# appointments" />
        </p>
        {state === 'holding' ? <Hold batch={batch} /> : <Course batch={batch} />}
        <QuietHoursNote count={progress.afterQuietHours} until={lastDueAt} />
      </section>
      {state !== 'holding' && state !== 'undone' && (
        <>
          <Figures
            figures={[
              { id: 'told', name: t`Told`, value: progress.told },
              { id: 'onTheWay', name: t`On its way`, value: progress.onTheWay + progress.waiting },
              { id: 'mustCall', name: t`To call`, value: progress.mustCall },
              { id: 'skipped', name: t`Skipped`, value: progress.skipped },
            ]}
          />
          <ItemList batch={batch} outcome="must_call" count={progress.mustCall} />
          <ItemList batch={batch} outcome="skipped" count={progress.skipped} />
        </>
      )}
    </>
  )
}

function isAtWork(batch: Batch | undefined): boolean {
  return batch?.state === 'holding' || batch?.state === 'running'
}

function Hold({ batch: { id, runsAt } }: { readonly batch: Batch }) {
  const seconds = useSecondsUntil(runsAt)
  const undo = useEnding(id, 'undoHolderBatch')
  return (
    <>
      <p role="timer" className="mb-3 text-lg font-semibold">
        <Trans>Nothing has happened yet. It begins in {seconds} s.</Trans>
      </p>
      <ErrorNote error={undo.error} />
      <Button
        autoFocus
        icon={<Undo2 aria-hidden size={16} />}
        isDisabled={undo.isPending || seconds <= 0}
        onPress={() => undo.mutate()}
      >
        <Trans>Undo</Trans>
      </Button>
    </>
  )
}

function Course({ batch: { id, state, progress, appointments } }: { readonly batch: Batch }) {
  const { t } = useLingui()
  const stop = useEnding(id, 'stopHolderBatch')
  const settled = progress.told + progress.mustCall + progress.skipped
  return (
    <>
      <p role="status" className="flex items-center gap-2 text-lg font-semibold">
        {state === 'undone' ? (
          <Trans>Undone. Nothing has changed.</Trans>
        ) : state === 'stopped' ? (
          <Trans>Stopped. What had not left was withdrawn.</Trans>
        ) : state === 'done' ? (
          <>
            <CircleCheck aria-hidden size={18} className="shrink-0 text-ok" />
            <Trans>Done: everybody is told or on the list to call.</Trans>
          </>
        ) : (
          <Trans>
            {progress.told} of {appointments} told
          </Trans>
        )}
      </p>
      {state === 'running' && (
        <>
          <div
            role="progressbar"
            aria-label={t`Change of several appointments`}
            aria-valuenow={settled}
            aria-valuemax={appointments}
            className="my-3 h-1.5 overflow-hidden rounded-full bg-sunken"
          >
            <div className="h-full rounded-full bg-accent" style={{ width: `${(settled / appointments) * 100}%` }} />
          </div>
          <ErrorNote error={stop.error} />
          <Button isDisabled={stop.isPending} onPress={() => stop.mutate()}>
            <Trans>Stop</Trans>
          </Button>
        </>
      )}
    </>
  )
}

/** Undoes or stops it; once for all presses. */
function useEnding(batchId: string, operation: 'undoHolderBatch' | 'stopHolderBatch') {
  const platformHolderId = useHolder()
  const queries = useQueryClient()
  const [clientRequestId] = useState(() => crypto.randomUUID())
  return useMutation({
    mutationFn: () => call(operation, { params: { platformHolderId, batchId }, body: { clientRequestId } }),
    onSettled: () => readAnew(queries, changedByBatch),
  })
}

function useSecondsUntil(instant: string): number {
  const left = () => Math.max(0, Math.ceil((Date.parse(instant) - now().getTime()) / 1_000))
  const [seconds, setSeconds] = useState(left)
  useEffect(() => {
    const timer = setInterval(() => setSeconds(left()), 500)
    return () => clearInterval(timer)
  }, [instant])
  return seconds
}
