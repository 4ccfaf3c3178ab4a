import { useState } from 'react'
import { ApiError } from '#web/api/api-error.ts'

/** Edits to a resource, on top of the version that is shown. */
export type Draft<T> = {
  /** The resource with the edits applied. */
  readonly value: T
  /** What differs from the version that is shown, which is what is sent. */
  readonly changes: Partial<T>
  readonly isDirty: boolean
  readonly set: (changes: Partial<T>) => void
  /** Discards the edits. */
  readonly reset: () => void
  /** Fields that somebody else changed meanwhile, with their values; null when there are none. */
  readonly theirs: Partial<T> | null
  /** Moves the edits onto a newer version; what others changed is then in `theirs`. */
  readonly rebase: (latest: T) => void
}

type State<T> = { readonly base: T | null; readonly changes: Partial<T>; readonly theirs: Partial<T> | null }

/**
 * Follows what is saved until something is typed; from then on it keeps the version that was shown as its base.
 *
 * @param fields those that can be changed
 */
export function useDraft<T extends object>(saved: T, fields: readonly (keyof T)[]): Draft<T> {
  const untouched: State<T> = { base: null, changes: {}, theirs: null }
  const [{ base, changes: typed, theirs }, setState] = useState(untouched)
  const ground = base ?? saved
  const changes = differing(fields, typed, ground)
  return {
    value: { ...ground, ...changes },
    changes,
    isDirty: Object.keys(changes).length > 0,
    set: (more) =>
      setState((before) => ({ ...before, base: before.base ?? saved, changes: { ...before.changes, ...more } })),
    reset: () => setState(untouched),
    theirs,
    rebase: (latest) =>
      setState((before) => {
        const others = differing(fields, latest, before.base ?? saved)
        return { base: latest, changes: before.changes, theirs: Object.keys(others).length > 0 ? others : null }
      }),
  }
}

/** True when somebody else saved the same thing meanwhile. */
export function isConflict(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'VERSION_CONFLICT' || error.code === 'PRECONDITION_FAILED')
}

function differing<T extends object>(fields: readonly (keyof T)[], given: Partial<T>, ground: T): Partial<T> {
  const entries = fields.filter((field) => field in given && !isSame(given[field], ground[field]))
  return Object.fromEntries(entries.map((field) => [field, given[field]])) as Partial<T>
}

/** Deep equality, whatever the order of keys. */
export function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other
  const keys = new Set([...Object.keys(one), ...Object.keys(other)])
  return (
    Array.isArray(one) === Array.isArray(other) &&
    [...keys].every((key) => isSame((one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key]))
  )
}
