import { Type, type Static, type TObject } from 'typebox'
import { checked } from '#/kernel/execution/validation.ts'
import type { JobCtx } from './context.ts'
import type { Tx } from '#/kernel/postgres/db.ts'
import { insertJob } from '#/kernel/postgres/store.ts'

/** Ids only, never contact data, codes or texts: payloads are kept, and read by whoever looks at the queue. */
type Payload = Record<string, string | number | null>

/** A kind of background work as the worker sees it. */
export type Job = {
  readonly task: string
  readonly perform: (ctx: JobCtx, payload: unknown) => Promise<void>
}

/**
 * Defines a kind of background work: its name in the queue, its payload and its handler. It is done at least once; one
 * that throws is tried again.
 */
export function job<P extends TObject>(task: string, payload: P) {
  return {
    handle(perform: (ctx: JobCtx, payload: Static<P>) => Promise<void>) {
      return {
        task,
        perform: (ctx: JobCtx, given: unknown) => perform(ctx, checked(payload, given)),
        /**
         * Adds one with the commit, so that it exists exactly when the change does.
         *
         * @param key those with the same key replace each other while they wait
         */
        add(tx: Tx, given: Static<P> & Payload, key: string | null = null): void {
          tx.send(insertJob, [task, JSON.stringify(given), key])
        },
      }
    },
  }
}

/** An id in a payload. */
export const JobId = Type.String()
