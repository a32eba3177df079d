/**
 * Service worker: keeps the files of one build, so that a reload without a connection opens the app. It never touches the
 * API. Each build has its own list of files and its own cache, filled as a whole or not at all.
 */
const VERSION = '__VERSION__'
const FILES = ['__FILES__']
const CACHE_PREFIX = 'shell-'
const CACHE = CACHE_PREFIX + VERSION

/** While a release is deployed, another server can answer with another page: its files would be missing here. */
async function keepPage(cache) {
  const page = await fetch('/', { cache: 'no-cache' })
  const html = await page.clone().text()
  if (!page.ok || !FILES.some((file) => html.includes(file))) throw new Error('the page is of another build')
  await cache.put('/', page)
}

async function install() {
  const cache = await caches.open(CACHE)
  await cache.addAll(FILES)
  await keepPage(cache)
  // Pages come from the network while there is one, so that no tab can hold back a new version.
  await self.skipWaiting()
}

/** Tabs that were opened before the release still need the files of the build before. */
async function removeOldCaches() {
  const others = (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX) && name !== CACHE)
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)))
}

const keptPage = async () => (await caches.open(CACHE)).match('/')

/** A page comes from the server; the kept one takes its place without a connection or while the server is down. */
async function openPage(request) {
  try {
    const response = await fetch(request)
    return response.status < 500 ? response : ((await keptPage()) ?? response)
  } catch (error) {
    const page = await keptPage()
    if (page === undefined) throw error
    return page
  }
}

/** The name of a file has a hash of its content, so that a kept one is never stale. */
const openFile = async (request) => (await caches.match(request, { ignoreVary: true })) ?? fetch(request)

self.addEventListener('install', (event) => event.waitUntil(install()))
self.addEventListener('activate', (event) => event.waitUntil(removeOldCaches()))
self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin || /^\/api(\/|$)/i.test(pathname)) return
  if (request.mode === 'navigate') event.respondWith(openPage(request))
  else if (pathname.startsWith('/assets/') || FILES.includes(pathname)) event.respondWith(openFile(request))
})
