import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { isSessionEnded } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { readAnew } from '#web/ui/query-client.ts'
import { useHolder } from '../../holder.ts'
import { sessionEnded } from '#web/portal/shell/session/session-ended.ts'
import { changedByAppointment } from '../appointment-queries.ts'
import type { Accepted } from './file/prepared.ts'
import { sendRows, type Progress } from './send-rows.ts'

/** Starts, stops and resumes an import. It stops when the page is left. */
export function useImport(fileHash: string) {
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
    const create = (clientRequestId: string, body: Accepted['body']) =>
      call('createHolderAppointment', { params, body: { clientRequestId, ...body } })
    await sendRows({ fileHash, create, onProgress, signal }, before)
    await readAnew(queries, changedByAppointment)
  }

  return {
    progress,
    start: (rows: readonly Accepted[]) => void run({ state: 'running', made: 0, failed: [], rest: rows, error: null }),
    goOn: () => progress?.state === 'stopped' && void run(progress),
    stop: () => running.current?.abort(),
  }
}
