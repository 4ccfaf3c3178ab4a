/* oxlint-disable unicorn/require-post-message-target-origin -- threads, unlike windows, have no origin */
import { ConnectionError } from '#web/api/api-error.ts'
import type { ImportFunctions } from './import-worker.ts'

/** The worker that reads a file, with its functions. */
export type ImportWorker = {
  readonly call: <Name extends keyof ImportFunctions>(
    name: Name,
    ...given: Parameters<ImportFunctions[Name]>
  ) => Promise<Awaited<ReturnType<ImportFunctions[Name]>>>
  /** Ends it, and with it all that it knows of the file. */
  readonly end: () => void
}

type Answer = { readonly id: number } & ({ readonly value: unknown } | { readonly error: unknown })
type Waiting = { readonly resolve: (value: never) => void; readonly reject: (error: unknown) => void }

export function startWorker(): ImportWorker {
  const worker = new Worker(new URL('./import-worker.ts', import.meta.url), { type: 'module' })
  const waiting = new Map<number, Waiting>()
  let count = 0
  worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
    const asked = waiting.get(data.id)
    waiting.delete(data.id)
    // Safe: the worker answers by the types of its functions.
    if ('value' in data) asked?.resolve(data.value as never)
    else asked?.reject(data.error)
  })
  // Its code did not come.
  worker.addEventListener('error', ({ message }) => {
    for (const { reject } of waiting.values()) reject(new ConnectionError(message))
    waiting.clear()
  })
  return {
    call: (name, ...given) =>
      new Promise((resolve, reject) => {
        count += 1
        waiting.set(count, { resolve, reject })
        worker.postMessage({ id: count, name, given })
      }),
    end: () => worker.terminate(),
  }
}
