// Only so that there is a page to see without a connection, which the app puts into its language. Nothing that belongs to anybody is kept, and nothing of the API.
const shelf = 'offline-1'
const kept = ['/offline.html', '/offline.css', '/favicon.svg']
// Staff and developers have pages at the same origin, in whose place nothing else may stand.
const ofRecipients = /^\/(my|a|m)(\/|$)/

addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(shelf)
      .then((cache) => cache.addAll(kept))
      .then(() => self.skipWaiting()),
  )
})

addEventListener('activate', (event) => {
  const tidy = async () => {
    for (const name of await caches.keys()) if (name !== shelf) await caches.delete(name)
    // The page is asked for while this worker still starts.
    await self.registration.navigationPreload?.enable()
    await self.clients.claim()
  }
  event.waitUntil(tidy())
})

addEventListener('fetch', (event) => {
  const { request } = event
  const { pathname } = new URL(request.url)
  if (request.mode === 'navigate') event.respondWith(page(event, ofRecipients.test(pathname)))
  else if (kept.includes(pathname)) event.respondWith(fetch(request).catch(() => caches.match(pathname)))
})

/** Others' pages come as they would without this worker: to leave them alone would ask for each a second time. */
async function page({ request, preloadResponse }, isOfRecipients) {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch (error) {
    const offline = isOfRecipients ? await caches.match('/offline.html') : undefined
    if (offline === undefined) throw error
    return offline
  }
}
