// Only so that there is a page to see without a connection, which the app puts into its language. Nothing that belongs to anybody is kept, and nothing of the API.
const shelf = 'offline-1'
const kept = ['/offline.html', '/offline.css', '/favicon.svg']

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
    await self.clients.claim()
  }
  event.waitUntil(tidy())
})

addEventListener('fetch', (event) => {
  const { request } = event
  const { pathname } = new URL(request.url)
  if (request.mode === 'navigate') event.respondWith(fetch(request).catch(() => caches.match('/offline.html')))
  else if (kept.includes(pathname)) event.respondWith(fetch(request).catch(() => caches.match(pathname)))
})
