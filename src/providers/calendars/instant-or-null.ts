/** A vendor's date-time with its offset; null for one that is missing or cannot be read. */
export function instantOrNull(dateTime: string | undefined): Temporal.Instant | null {
  if (dateTime === undefined) return null
  try {
    return Temporal.Instant.from(dateTime)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
