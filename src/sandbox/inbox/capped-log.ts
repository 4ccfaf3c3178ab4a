type Timed = { readonly receivedAt: Temporal.Instant }

/** A log in memory, in order of arrival, that forgets its oldest entries in batches so that adding stays cheap. */
export function cappedLog<Entry extends Timed>(cap: number) {
  let entries: Entry[] = []
  const batch = Math.max(Math.floor(cap / 100), 1)

  return {
    add(entry: Entry): void {
      entries.push(entry)
      if (entries.length >= cap + batch) entries.splice(0, entries.length - cap)
    },
    /** The newest entries that match, at most `limit`, none received at or before `after`. */
    newest(
      range: { readonly after: Temporal.Instant | null; readonly limit: number },
      matches: (entry: Entry) => boolean,
    ): readonly Entry[] {
      const found: Entry[] = []
      for (let index = entries.length - 1; index >= 0 && found.length < range.limit; index -= 1) {
        const entry = entries[index]
        if (!entry || (range.after && Temporal.Instant.compare(entry.receivedAt, range.after) <= 0)) break
        if (matches(entry)) found.push(entry)
      }
      return found
    },
    find: (matches: (entry: Entry) => boolean): Entry | null => entries.findLast(matches) ?? null,
    clear(): void {
      entries = []
    },
  }
}
