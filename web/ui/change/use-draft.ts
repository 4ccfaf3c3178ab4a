import { useState } from 'react'
import { differing, typedSince, type Sent } from './differences.ts'

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
  /** What others changed meanwhile; null when there is nothing to say. */
  readonly clash: Clash<T> | null
  /** The draft as it is now, to send. */
  readonly sent: Sent<T>
  /** Keeps what was typed since it was sent, now on top of what was saved. */
  readonly saved: (latest: T, sent: Sent<T>) => void
  /** Moves the edits onto a newer version, of which others changed `theirs`. */
  readonly rebase: (latest: T, theirs: Partial<T>) => void
}

/** The version that was shown, and what others have made of some of its fields. */
export type Clash<T> = { readonly before: T; readonly theirs: Partial<T> }

type State<T> = { readonly base: T | null; readonly typed: Partial<T>; readonly clash: Clash<T> | null }

/**
 * Follows what is saved until something is typed; from then on it keeps the version that was shown as its base.
 *
 * @param fields those that can be changed
 * @param clean how they are sent, where that is not as they are typed
 */
export function useDraft<T extends object>(
  saved: T,
  fields: readonly (keyof T)[],
  clean: (typed: Partial<T>) => Partial<T> = (typed) => typed,
): Draft<T> {
  const untouched: State<T> = { base: null, typed: {}, clash: null }
  const [{ base, typed, clash }, setState] = useState(untouched)
  const ground = base ?? saved
  const changes = differing(fields, clean(typed), ground)
  return {
    value: { ...ground, ...typed },
    changes,
    isDirty: Object.keys(changes).length > 0,
    set: (more) =>
      setState((before) => ({ ...before, base: before.base ?? saved, typed: { ...before.typed, ...more } })),
    reset: () => setState(untouched),
    clash,
    sent: { base: ground, changes },
    saved: (latest, sent) =>
      setState((before) => {
        const left = differing(fields, typedSince(clean(before.typed), sent.changes), latest)
        return Object.keys(left).length === 0 ? untouched : { base: latest, typed: left, clash: null }
      }),
    rebase: (latest, theirs) =>
      setState((before) => ({
        base: latest,
        typed: before.typed,
        clash: Object.keys(theirs).length > 0 ? { before: before.base ?? saved, theirs } : null,
      })),
  }
}

/** Texts without the spaces around them, as the server stores them. */
export function trimmed<T extends object>(typed: Partial<T>): Partial<T> {
  const entries = Object.entries(typed).map(([field, value]) => [
    field,
    typeof value === 'string' ? value.trim() : value,
  ])
  return Object.fromEntries(entries) as Partial<T>
}
