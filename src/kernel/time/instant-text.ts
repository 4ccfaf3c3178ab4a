import { firstInstant, lastInstant } from './span.ts'

/**
 * The `date-time` format of RFC 3339: with an offset, in the years 1 to 9999, which databases and clients share. The
 * usual validator also accepts a space for the T, `+01` for an offset and any number of digits, which fail later on.
 */
export function isInstantText(text: string): boolean {
  if (!shape.test(text)) return false
  try {
    const instant = Temporal.Instant.from(text)
    return Temporal.Instant.compare(instant, firstInstant) >= 0 && Temporal.Instant.compare(instant, lastInstant) <= 0
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

const shape = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/i
