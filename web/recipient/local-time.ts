/** The day it is in a zone at an instant, `2026-11-24`. */
export function localDay(instant: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(instant)
}

/** The instant at which clocks in a zone show a day and a time; of an hour that comes twice the first. */
export function instantOf(day: string, time: string, timeZone: string): string {
  const asUtc = Date.parse(`${day}T${time}:00Z`)
  // Once with the offset of about then, and once more with that of the instant so found, for days on which clocks change.
  const near = asUtc - offsetMs(asUtc, timeZone)
  return new Date(asUtc - offsetMs(near, timeZone)).toISOString()
}

function offsetMs(instant: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(instant)
  const value = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  const shown = Date.UTC(
    value('year'),
    value('month') - 1,
    value('day'),
    value('hour'),
    value('minute'),
    value('second'),
  )
  return shown - Math.floor(instant / 1_000) * 1_000
}
