import { ApiError, ConnectionError } from '#web/api/api-error.ts'
import type { Appointment } from '../../delivery-pill.tsx'

export type Refused = { readonly appointment: Appointment; readonly error: unknown }

/** State of a change of several appointments. */
export type Progress = {
  readonly isRunning: boolean
  readonly done: readonly Appointment[]
  readonly refused: readonly Refused[]
  /** Those that nothing was sent for, or whose answer did not come. */
  readonly rest: readonly Appointment[]
  /** What stopped it; null when somebody stopped it, or nothing has. */
  readonly error: unknown
}

/**
 * Changes appointments one after the other, and tells after each what became of it. Waits when it is too fast for the
 * server; stops between two calls when it is told to, and at what every call would meet: no connection, signed out.
 */
export async function sendEach(
  appointments: readonly Appointment[],
  send: (appointment: Appointment) => Promise<unknown>,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<void> {
  const rest = [...appointments]
  const done: Appointment[] = []
  const refused: Refused[] = []
  const tell = (isRunning: boolean, error: unknown = null) =>
    onProgress({ isRunning, done: [...done], refused: [...refused], rest: [...rest], error })
  for (let next = rest[0]; next !== undefined && !signal.aborted; [next] = rest) {
    tell(true)
    try {
      await send(next)
      done.push(next)
    } catch (error) {
      if (error instanceof ApiError && error.status === 429) {
        await pause((error.retryAfterSeconds ?? 5) * 1_000, signal)
        continue
      }
      if (stopsAll(error)) return tell(false, error)
      refused.push({ appointment: next, error })
    }
    rest.shift()
  }
  tell(false)
}

function stopsAll(error: unknown): boolean {
  if (error instanceof ConnectionError) return true
  return !(error instanceof ApiError) || error.status === 401 || error.status === 403 || error.status >= 500
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end, { once: true })
  })
}
