let isEnded = false
const listeners = new Set<() => void>()

/** Whether the server said that nobody is signed in any more. Until somebody signs in again the page stays as it is. */
export const sessionEnded = {
  get: () => isEnded,
  set: () => change(true),
  clear: () => change(false),
  listen(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

function change(value: boolean): void {
  isEnded = value
  for (const listener of listeners) listener()
}
