/** A vendor's date-time with its offset; null when it is missing, unreadable or impossible. */
export function instantOrNull(dateTime: string | null | undefined): Temporal.Instant | null {
  return dateTime ? orNull(() => Temporal.Instant.from(dateTime)) : null
}

/** The same for a date, written 2027-02-28. */
export function dateOrNull(date: string | null | undefined): Temporal.PlainDate | null {
  return date && /^\d{4}-\d\d-\d\d$/.test(date) ? orNull(() => Temporal.PlainDate.from(date)) : null
}

function orNull<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
