/**
 * Service worker: keeps the files of one build, so that a reload without a connection opens the app. It never touches the
 * API. Each build has its own list of files and its own cache, filled as a whole or not at all.
 */
const VERSION = '__VERSION__'
const FILES = ['__FILES__']
const CACHE_PREFIX = 'shell-'
const CACHE = CACHE_PREFIX + VERSION
/** Present once the server has answered with a page of another build. */
const RELEASE_MARK = '/released'
/** Time that the server has to answer before the kept page opens. Milliseconds. */
const PATIENCE_MS = 200

/** Whether the files that a page names are those of this build. */
const isOfThisBuild = async (page) =>
  [...(await page.text()).matchAll(/"(\/assets\/[^"]+)"/g)].every(([, file]) => FILES.includes(file))

/** While a release is deployed, another server can answer with another page: its files would be missing here. */
async function keepPage(cache) {
  const page = await fetch('/', { cache: 'no-cache' })
  if (!page.ok || !(await isOfThisBuild(page.clone()))) throw new Error('the page is of another build')
  await cache.put('/', page)
}

async function install() {
  const cache = await caches.open(CACHE)
  await cache.addAll(FILES)
  await keepPage(cache)
  // A page of the build before finds its files in the cache of that build.
  await self.skipWaiting()
}

/** Tabs that were opened before the release still need the files of the build before. */
async function removeOldCaches() {
  const others = (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX) && name !== CACHE)
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)))
}

const keptFile = async (path) => (await caches.open(CACHE)).match(path)

/** A page of another build is marked, so that the next load waits for the server. */
async function markRelease(page) {
  if (page.ok && !(await isOfThisBuild(page))) await (await caches.open(CACHE)).put(RELEASE_MARK, new Response())
}

/** The page of the server; without a connection, or while the server is down, the kept one takes its place. */
async function pageOfServer(event) {
  try {
    const response = await fetch(event.request)
    if (response.status < 500) {
      event.waitUntil(markRelease(response.clone()))
      return response
    }
    return (await keptFile('/')) ?? response
  } catch (error) {
    const page = await keptFile('/')
    if (page === undefined) throw error
    return page
  }
}

/** The kept page, unless a newer one is known, or the page of the server comes in time. */
async function keptPageInTime() {
  const [page, mark] = await Promise.all([keptFile('/'), keptFile(RELEASE_MARK)])
  if (page === undefined || mark !== undefined) return new Promise(() => {})
  await new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))
  return page
}

/**
 * A page comes from the server, unless the server takes long: then the kept one opens. What the server answers decides for
 * the next load, so that an old page opens once.
 */
function openPage(event) {
  const page = pageOfServer(event)
  event.waitUntil(page.catch(() => {}))
  return Promise.race([page, keptPageInTime()])
}

/** The name of a file has a hash of its content, so that a kept one is never stale. */
const openFile = async (request) => (await caches.match(request, { ignoreVary: true })) ?? fetch(request)

self.addEventListener('install', (event) => event.waitUntil(install()))
self.addEventListener('activate', (event) => event.waitUntil(removeOldCaches()))
self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin || /^\/api(\/|$)/i.test(pathname)) return
  if (request.mode === 'navigate') event.respondWith(openPage(event))
  else if (pathname.startsWith('/assets/') || FILES.includes(pathname)) event.respondWith(openFile(request))
})
