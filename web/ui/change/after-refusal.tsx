import type { QueryClient } from '@tanstack/react-query'
import type { ApiError } from '#web/api/api-error.ts'
import { storedAsFirstSent } from '../error-codes.tsx'
import type { Found } from '../use-mutation.ts'
import { ConflictNote } from './conflict-note.tsx'
import { ChangedMeanwhile, isConflict, isReused, StoredAsFirstSent } from './refusals.ts'

// Loaded with the first change that is refused so: most pages meet none.

/**
 * What a refused change has come to, once that was found out: it is as it was sent, or an error that says why not.
 *
 * @param unanswered what was sent before and never answered
 * @param readAgain reads what the change is about, where the page can
 */
export async function afterRefusal<Data>(
  error: ApiError,
  queries: QueryClient,
  unanswered: readonly (() => Promise<Data>)[],
  readAgain: (() => Promise<Found<Data>>) | null,
): Promise<{ readonly stored: Data } | { readonly error: unknown }> {
  if (isReused(error)) {
    const first = await firstAnswer(unanswered)
    await queries.invalidateQueries()
    return { error: first === null ? error : new StoredAsFirstSent(first.data, storedAsFirstSent) }
  }
  const found = isConflict(error) ? await readAgain?.() : undefined
  await queries.invalidateQueries()
  if (found === undefined) return { error }
  return 'stored' in found ? found : { error: new ChangedMeanwhile(found.differences, ConflictNote, found.isOver) }
}

/** The answer that was lost. The server knows the request id, so what it is sent again changes nothing. */
async function firstAnswer<Data>(
  unanswered: readonly (() => Promise<Data>)[],
): Promise<{ readonly data: Data } | null> {
  for (const send of unanswered) {
    try {
      return { data: await send() }
    } catch (error) {
      if (!isReused(error)) throw error
    }
  }
  return null
}
