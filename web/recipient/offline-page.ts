import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { ConnectionError } from '#web/api/api-error.ts'
import { errorText } from '#web/ui/error-text.ts'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { directionOf } from '#web/ui/language/locales.ts'

const shelf = 'offline-1'
const address = '/offline.html'

/** Has this browser keep a page to show when offline, in the app's language and without personal data. */
export function keepOfflinePage(): void {
  if (window.parent !== window || !('serviceWorker' in navigator)) return
  // When the browser refuses, only that page is missing.
  navigator.serviceWorker
    .register('/sw.js')
    .then(() => navigator.serviceWorker.ready)
    .then(translateOfflinePage)
    .catch(() => undefined)
}

async function translateOfflinePage(): Promise<void> {
  const cache = await caches.open(shelf)
  const kept = await cache.match(address)
  if (kept === undefined || kept.headers.get('content-language') === currentLocale()) return
  const page = new DOMParser().parseFromString(await kept.text(), 'text/html')
  page.documentElement.lang = currentLocale()
  page.documentElement.dir = directionOf(currentLocale())
  const words = {
    h1: i18n._(errorText(new ConnectionError('offline')).title),
    p: t`Your appointments are not stored on this device. They will be back when you are online again.`,
    a: t`Try again`,
  }
  for (const [element, text] of Object.entries(words)) page.querySelector(element)?.replaceChildren(text)
  const headers = new Headers({ 'content-type': 'text/html; charset=utf-8', 'content-language': currentLocale() })
  const policy = kept.headers.get('content-security-policy')
  if (policy !== null) headers.set('content-security-policy', policy)
  await cache.put(address, new Response(`<!doctype html>${page.documentElement.outerHTML}`, { headers }))
}
