let offsetMs = 0

/** Follows the server's clock. Less than a minute is ignored: network delay, or a device clock that is slightly off. */
export function setClock(serverNow: string): void {
  const difference = Date.parse(serverNow) - Date.now()
  offsetMs = Math.abs(difference) < 60_000 ? 0 : difference
}

/** Now by the server's clock. Use it instead of `new Date()`: the clock of a sandbox can be moved. */
export function now(): Date {
  return new Date(Date.now() + offsetMs)
}
