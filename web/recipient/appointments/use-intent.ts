import { useState } from 'react'

/**
 * The id of one intent: the same for as long as it is about the same thing, so that pressing again after a lost answer does
 * nothing twice; another once the thing has changed.
 */
export function useIntent(about: string): string {
  const [intent, setIntent] = useState({ about, id: crypto.randomUUID() })
  if (intent.about === about) return intent.id
  const next = { about, id: crypto.randomUUID() }
  setIntent(next)
  return next.id
}
