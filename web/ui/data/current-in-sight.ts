import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, type RefObject } from 'react'

/** Scrolls a row that is wider than the screen until its current item is in the middle, without moving the page. */
export function useCurrentInSight<T extends HTMLElement>(): RefObject<T | null> {
  const row = useRef<T>(null)
  const router = useRouter()
  useEffect(() => {
    const show = () => {
      const current = row.current?.querySelector('[aria-current]')?.getBoundingClientRect()
      const seen = row.current?.getBoundingClientRect()
      if (current && seen) row.current?.scrollBy(current.x + current.width / 2 - seen.x - seen.width / 2, 0)
    }
    show()
    // After the router, which puts the row back where it was on the page before.
    return router.subscribe('onRendered', show)
  }, [router])
  return row
}
