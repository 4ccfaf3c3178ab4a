import { useEffect, useState } from 'react'

/** Seconds that are left of those at first; 0 when they have passed. */
export function useCountdown(fromSeconds: number): number {
  const [left, setLeft] = useState(fromSeconds)
  useEffect(() => {
    const timer = setInterval(() => setLeft((seconds) => Math.max(0, seconds - 1)), 1_000)
    return () => clearInterval(timer)
  }, [])
  return left
}
