import { useLayoutEffect, useRef } from 'react'

/**
 * Keeps the focus in a list from which something is removed by a button in it, which goes away with it: the same button of
 * the next (`data-focus-next`) gets it, or else the one that adds (in `data-focus-last`).
 */
export function useFocusAfterRemoval<List extends HTMLElement>() {
  const list = useRef<List>(null)
  const removed = useRef<number>(null)
  useLayoutEffect(() => {
    if (removed.current === null) return
    const next = list.current?.querySelectorAll<HTMLElement>('[data-focus-next]')[removed.current]
    const focused = next ?? list.current?.querySelector<HTMLElement>('[data-focus-last] :is(button, a)')
    focused?.focus()
    removed.current = null
  })
  return {
    list,
    /** Which is removed by the change that follows, counted among those that can be. */
    note: (index: number) => {
      removed.current = index
    },
  }
}
