let offsetMs = 0

/** Sets the clock by what the server says. Less than a minute is the way there and back, or a clock that is slightly off. */
export function setClock(serverNow: string): void {
  const difference = Date.parse(serverNow) - Date.now()
  offsetMs = Math.abs(difference) < 60_000 ? 0 : difference
}

/** Now, as the server tells time; never `new Date()`, because the clock of a sandbox can be moved. */
export function now(): Date {
  return new Date(Date.now() + offsetMs)
}
