import { useMutation as useQueryMutation, type MutateOptions, type UseMutationOptions } from '@tanstack/react-query'
import { useRef } from 'react'

/**
 * A change, at most one at a time: a double press makes it once. The library's own state comes too late to stop the
 * second press.
 */
export function useMutation<Data, Variables = void, Context = unknown>(
  options: UseMutationOptions<Data, Error, Variables, Context>,
) {
  const isUnderWay = useRef(false)
  const mutation = useQueryMutation({
    ...options,
    mutationFn: async (variables: Variables, context) => {
      try {
        return await (options.mutationFn as NonNullable<typeof options.mutationFn>)(variables, context)
      } finally {
        isUnderWay.current = false
      }
    },
  })
  const mutate = (variables: Variables, more?: MutateOptions<Data, Error, Variables, Context>) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    mutation.mutate(variables, more)
  }
  return { ...mutation, mutate }
}
