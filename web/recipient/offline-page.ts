/** Has this browser keep a page to show without a connection, and nothing of anybody. */
export function keepOfflinePage(): void {
  if (window.parent === window) navigator.serviceWorker?.register('/sw.js').catch(() => undefined)
}
