/** What reads a connection string that stands in a file anew, by the string that was read first. */
const readers = new Map<string, () => string>()

/** From now on connections by this string use what `read` gives at that moment: its password may have been changed. */
export function followUrl(url: string, read: () => string): void {
  readers.set(url, read)
}

export function isFollowed(url: string): boolean {
  return readers.has(url)
}

/** The connection string to connect by now. */
export function currentUrl(url: string): string {
  return readers.get(url)?.() ?? url
}

/** A connection string that follows from another, which is followed like that one. */
export function derivedUrl(from: string, derive: (url: string) => string): string {
  const derived = derive(from)
  if (isFollowed(from)) followUrl(derived, () => derive(currentUrl(from)))
  return derived
}
