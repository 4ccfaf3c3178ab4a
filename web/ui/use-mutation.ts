import {
  useMutation as useQueryMutation,
  useQueryClient,
  type MutateOptions,
  type UseMutationOptions,
} from '@tanstack/react-query'
import { useRef } from 'react'
import { ConnectionError } from '#web/api/api-error.ts'
import type { Difference } from './change/differences.ts'
import { isOvertaken, isReused } from './change/refusals.ts'

/** What was found when it was read again: that it is as it was sent, or what others changed. */
export type Found<Data> =
  | { readonly stored: Data }
  | { readonly differences: readonly Difference[]; /** Nothing is left to do. */ readonly isOver?: boolean }

type ChangeOptions<Data, Variables, Context> = UseMutationOptions<Data, Error, Variables, Context> & {
  /**
   * Reads again what the change is about, when it was refused because that is not as it was shown. Without it the page
   * is read again all the same, and says no more than that.
   */
  readonly readAgain?: ((variables: Variables) => Promise<Found<Data>>) | undefined
}

/**
 * A change, at most one at a time: a double press makes it once. The library's own state comes too late to stop the
 * second press.
 *
 * The one path of conflicts: it reads again, says what is different (`ErrorNote` shows it), and the next press acts on
 * the present version. And of lost answers: nothing is sent again but by the next press. With a `clientRequestId` that
 * press gets the answer that was lost, or, if other values were typed since, learns which were stored; without one, what
 * is stored by then is compared with what was sent.
 */
export function useMutation<Data, Variables = void, Context = unknown>({
  readAgain,
  ...options
}: ChangeOptions<Data, Variables, Context>) {
  const queries = useQueryClient()
  const isUnderWay = useRef(false)
  const unanswered = useRef<readonly (() => Promise<Data>)[]>([])
  const mutation = useQueryMutation({
    ...options,
    mutationFn: async (variables: Variables, context) => {
      const send = () => (options.mutationFn as NonNullable<typeof options.mutationFn>)(variables, context)
      try {
        const data = await send()
        unanswered.current = []
        return data
      } catch (error) {
        if (error instanceof ConnectionError) unanswered.current = [...unanswered.current, send]
        const outcome = await outcomeOf(variables, error)
        if (!('stored' in outcome)) throw outcome.error
        unanswered.current = []
        return outcome.stored
      } finally {
        isUnderWay.current = false
      }
    },
  })
  const outcomeOf = async (variables: Variables, error: unknown): Promise<{ stored: Data } | { error: unknown }> => {
    if (!isReused(error) && !isOvertaken(error)) return { error }
    // Where its code does not come, the refusal is told as it is.
    const code = await import('./change/after-refusal.tsx').catch(() => null)
    if (code === null) return { error }
    return code.afterRefusal(error, queries, unanswered.current, readAgain ? () => readAgain(variables) : null)
  }
  const mutate = (variables: Variables, more?: MutateOptions<Data, Error, Variables, Context>) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    mutation.mutate(variables, more)
  }
  return { ...mutation, mutate }
}
