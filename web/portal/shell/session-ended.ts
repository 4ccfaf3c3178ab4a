import { useSyncExternalStore } from 'react'

let isEnded = false
const listeners = new Set<() => void>()

/** Whether the server said that nobody is signed in any more. Until somebody signs in again the page stays as it is. */
export const sessionEnded = {
  set: () => change(true),
  clear: () => change(false),
}

export function useSessionEnded(): boolean {
  return useSyncExternalStore(listen, () => isEnded)
}

function change(value: boolean): void {
  isEnded = value
  for (const listener of listeners) listener()
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
