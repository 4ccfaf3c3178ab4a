import { useState } from 'react'

/**
 * The id of one intent: the same while `about` is the same, so that pressing again after a lost answer does nothing
 * twice.
 */
export function useIntent(about: string): string {
  const [intent, setIntent] = useState({ about, id: crypto.randomUUID() })
  if (intent.about === about) return intent.id
  const next = { about, id: crypto.randomUUID() }
  setIntent(next)
  return next.id
}
