import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { expect, test } from 'vitest'
import { root } from './paths.mjs'

const source = readFileSync(join(root, 'web/worker/sw.js'), 'utf8')
const ORIGIN = 'https://app.example'

type Handler = (event: { waitUntil: (work: Promise<unknown>) => void } & Record<string, unknown>) => void

type Asked = string | { url: string }
const addressOf = (request: Asked) => (typeof request === 'string' ? request : request.url.replace(ORIGIN, ''))

/** The storage of a browser, which remains between versions of the worker. */
class Storage {
  readonly all = new Map<string, Map<string, Response>>()
  readonly network: Network
  constructor(network: Network) {
    this.network = network
  }
  async open(name: string) {
    const files = this.all.get(name) ?? new Map<string, Response>()
    this.all.set(name, files)
    return {
      addAll: async (paths: string[]) => {
        const responses = await Promise.all(paths.map((path) => this.network.fetch(path)))
        if (responses.some(({ ok }) => !ok)) throw new TypeError('a file is missing')
        for (const [at, path] of paths.entries()) files.set(path, responses[at] ?? new Response())
      },
      put: async (request: string, response: Response) => void files.set(request, response),
      match: async (request: Asked) => files.get(addressOf(request))?.clone(),
    }
  }
  keys = async () => [...this.all.keys()]
  delete = async (name: string) => this.all.delete(name)
  match = async (request: { url: string }) => {
    for (const files of this.all.values()) {
      const found = files.get(addressOf(request))
      if (found !== undefined) return found.clone()
    }
    return undefined
  }
}

class Network {
  files: Record<string, string> = {}
  status = 200
  isOffline = false
  readonly asked: string[] = []
  fetch = async (request: Asked): Promise<Response> => {
    const path = addressOf(request)
    this.asked.push(path)
    if (this.isOffline) throw new TypeError('offline')
    const body = this.files[path]
    return new Response(body ?? '', { status: body === undefined ? 404 : this.status })
  }
}

/** A version of the worker over the same browser. */
function start(version: string, network: Network, caches: Storage) {
  const handlers = new Map<string, Handler>()
  const scope = {
    addEventListener: (type: string, handler: Handler) => handlers.set(type, handler),
    skipWaiting: async () => {},
    location: { origin: ORIGIN },
  }
  const code = source.replace('__VERSION__', version).replace("'__FILES__'", `'/assets/index-${version}.js'`)
  runInContext(code, createContext({ self: scope, caches, fetch: network.fetch, URL, Promise, Error, TypeError }))
  const happen = async (type: string) => {
    let work: Promise<unknown> = Promise.resolve()
    handlers.get(type)?.({ waitUntil: (promise) => (work = promise) })
    await work
  }
  /** The text of the answer; null: the worker leaves the request to the browser. */
  const ask = async (path: string, { mode = 'cors', method = 'GET', origin = ORIGIN } = {}) => {
    const answers: Promise<Response>[] = []
    const request = { url: origin + path, mode, method }
    handlers.get('fetch')?.({
      request,
      respondWith: (answer: Promise<Response>) => answers.push(answer),
      waitUntil() {},
    })
    const [response] = await Promise.all(answers)
    return response === undefined ? null : response.text()
  }
  return { install: () => happen('install'), activate: () => happen('activate'), ask }
}

const release = (network: Network, version: string) => {
  network.files = { '/': `page with /assets/index-${version}.js`, [`/assets/index-${version}.js`]: `script ${version}` }
}

async function openBrowser() {
  const network = new Network()
  const caches = new Storage(network)
  release(network, 'a')
  const worker = start('a', network, caches)
  await worker.install()
  await worker.activate()
  return { network, caches, worker }
}

const navigation = { mode: 'navigate' }

test('a page comes from the server while there is one, so that a release shows at once', async () => {
  const { network, worker } = await openBrowser()
  release(network, 'b')
  expect(await worker.ask('/', navigation)).toContain('index-b')
})

test.each(['/', '/?from=timeline', '/%23/home', '/company/detail?id=1'])(
  'without a connection %s opens the kept page with the files of the same build',
  async (path) => {
    const { network, worker } = await openBrowser()
    release(network, 'b')
    network.isOffline = true
    expect(await worker.ask(path, navigation)).toContain('index-a')
    expect(await worker.ask('/assets/index-a.js')).toBe('script a')
  },
)

test('while the server answers with an error of its own, the kept page opens', async () => {
  const { network, worker } = await openBrowser()
  network.status = 503
  expect(await worker.ask('/', navigation)).toContain('index-a')
})

test.each([
  ['a call', '/api/h5/v1/company/detail?id=1', {}],
  ['a navigation to the API', '/api/h5/openapi.json', navigation],
  ['a request that changes something', '/assets/index-a.js', { method: 'POST' }],
  ['the question whether the server answers', '/', { method: 'HEAD' }],
  ['another site', '/assets/index-a.js', { origin: 'https://other.example' }],
  ['a file that is not kept', '/banners/one.webp', {}],
])('leaves %s to the browser', async (_name, path, options) => {
  const { worker } = await openBrowser()
  expect(await worker.ask(path, options)).toBeNull()
})

test('a file that is not kept comes from the server, and is not kept then', async () => {
  const { network, caches, worker } = await openBrowser()
  network.files['/assets/other-1.js'] = 'other'
  expect(await worker.ask('/assets/other-1.js')).toBe('other')
  expect([...(caches.all.get('shell-a')?.keys() ?? [])]).toEqual(['/assets/index-a.js', '/'])
})

test('while a release is deployed, a page of another build is not kept, and the old version remains', async () => {
  const { network, caches, worker } = await openBrowser()
  network.files = { '/': 'page with /assets/index-a.js', '/assets/index-b.js': 'script b' }
  await expect(start('b', network, caches).install()).rejects.toThrow('another build')
  network.isOffline = true
  expect(await worker.ask('/', navigation)).toContain('index-a')
})

test('a version with a missing file is not installed', async () => {
  const { network, caches } = await openBrowser()
  network.files = { '/': 'page with /assets/index-b.js' }
  await expect(start('b', network, caches).install()).rejects.toThrow('missing')
})

test('a tab of the build before still finds its files, and those of older builds are removed', async () => {
  const { network, caches, worker } = await openBrowser()
  await caches.open('viewed-companies')
  let newest = worker
  for (const version of ['b', 'c']) {
    release(network, version)
    newest = start(version, network, caches)
    await newest.install()
    await newest.activate()
  }
  expect(await caches.keys()).toEqual(['viewed-companies', 'shell-b', 'shell-c'])
  network.isOffline = true
  expect(await newest.ask('/assets/index-b.js')).toBe('script b')
  expect(await newest.ask('/', navigation)).toContain('index-c')
})
