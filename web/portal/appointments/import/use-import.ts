import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { isSessionEnded } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { readAnew } from '#web/ui/query-client.ts'
import { useHolder } from '../../holder.ts'
import { sessionEnded } from '#web/portal/shell/session/session-ended.ts'
import { changedByAppointment } from '../appointment-queries.ts'
import { nothingSent, sendRows, type Progress } from './send-rows.ts'
import type { ImportWorker } from './worker/start-worker.ts'

/** What every appointment of a file gets; empty for none. */
export type ForAll = { readonly typeId: string; readonly locationId: string }

/** More at once would only lie about. */
const rowsAtOnce = 200

/** Starts, stops and resumes an import. It stops when the page is left. */
export function useImport(worker: ImportWorker, total: number, { typeId, locationId }: ForAll) {
  const params = { platformHolderId: useHolder() }
  const queries = useQueryClient()
  const [progress, setProgress] = useState<Progress | null>(null)
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  async function run(before: Progress): Promise<void> {
    const { signal } = (running.current = new AbortController())
    const onProgress = (now: Progress) => {
      setProgress(now)
      if (now.error !== null && isSessionEnded(now.error)) sessionEnded.set()
    }
    const more = { appointmentTypeId: typeId || null, locationId: locationId || null }
    await sendRows(
      {
        total,
        rowsFrom: (taken) => worker.call('rows', taken, rowsAtOnce),
        create: ({ requestId, body }) =>
          call('createHolderAppointment', { params, body: { clientRequestId: requestId, ...body, ...more } }),
        onProgress,
        signal,
      },
      before,
    )
    await readAnew(queries, changedByAppointment)
  }

  return {
    progress,
    start: () => void run(nothingSent),
    goOn: () => progress?.state === 'stopped' && void run({ ...progress, error: null }),
    stop: () => running.current?.abort(),
  }
}
