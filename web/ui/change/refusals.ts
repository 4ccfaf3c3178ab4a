import type { ComponentType } from 'react'
import { ApiError } from '#web/api/api-error.ts'
import type { ErrorText } from '../basic-error-texts.ts'
import type { Difference } from './differences.ts'

/** True when a change was refused because what it is about is not as it was shown. Nothing was done then. */
export function isConflict(error: unknown): error is ApiError {
  return error instanceof ApiError && conflicts.has(error.code)
}

const conflicts: ReadonlySet<ApiError['code']> = new Set(['VERSION_CONFLICT', 'STATE_CONFLICT', 'PRECONDITION_FAILED'])

/** The same, or what it is about is no longer there, or somebody else asked for something first. */
export function isOvertaken(error: unknown): error is ApiError {
  return isConflict(error) || (error instanceof ApiError && overtaken.has(error.code))
}

const overtaken: ReadonlySet<ApiError['code']> = new Set(['NOT_FOUND', 'REQUEST_ALREADY_OPEN'])

/** True when an earlier press got through whose answer was lost, and what was sent since is not the same. */
export function isReused(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'REQUEST_ID_REUSED'
}

type ConflictNote = ComponentType<{ readonly error: ChangedMeanwhile }>

/** In place of a conflict, once it was read again: what is different. Pressing again acts on the present version. */
export class ChangedMeanwhile extends Error {
  override readonly name = 'ChangedMeanwhile'
  readonly differences: readonly Difference[]
  /** Shows it. Pages that meet no conflict do without its code. */
  readonly Note: ConflictNote
  /** Somebody else did it, or made it impossible. */
  readonly isOver: boolean

  constructor(found: readonly Difference[], Note: ConflictNote, isOver = false) {
    super('It was changed meanwhile.')
    this.differences = found
    this.Note = Note
    this.isOver = isOver
  }
}

/** The answer to an earlier press was lost, and other values were sent since: the earlier ones were stored. */
export class StoredAsFirstSent extends Error {
  override readonly name = 'StoredAsFirstSent'
  /** The answer that was lost. */
  readonly data: unknown
  readonly text: ErrorText

  constructor(data: unknown, text: ErrorText) {
    super('It was stored as it was first sent.')
    this.text = text
    this.data = data
  }
}
