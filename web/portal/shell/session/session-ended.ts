/** Whether the server said that nobody is signed in any more. Until somebody signs in again the page stays as it is. */
export const sessionEnded = newFlag()

/** Whether by now this browser is signed in as somebody else, or for another organization, than this page is of. */
export const otherSession = newFlag()

export function newFlag() {
  let isSet = false
  const listeners = new Set<() => void>()
  const change = (value: boolean) => {
    isSet = value
    for (const listener of listeners) listener()
  }
  return {
    get: () => isSet,
    set: () => change(true),
    clear: () => change(false),
    listen(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
