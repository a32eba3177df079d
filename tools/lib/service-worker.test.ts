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
  /** While set, a request gets its answer once it resolves. */
  held: Promise<unknown> = Promise.resolve()
  readonly asked: string[] = []
  fetch = async (request: Asked): Promise<Response> => {
    const path = addressOf(request)
    this.asked.push(path)
    if (this.isOffline) throw new TypeError('offline')
    await this.held
    const body = this.files[path]
    return new Response(body ?? '', { status: body === undefined ? 404 : this.status })
  }
}

/** A version of the worker over the same browser. */
function start(version: string, network: Network, caches: Storage) {
  const handlers = new Map<string, Handler>()
  const timers: (() => void)[] = []
  const scope = {
    addEventListener: (type: string, handler: Handler) => handlers.set(type, handler),
    skipWaiting: async () => {},
    location: { origin: ORIGIN },
  }
  const code = source.replace('__VERSION__', version).replace("'__FILES__'", `'/assets/index-${version}.js'`)
  const setTimeout = (run: () => void) => timers.push(run)
  const globals = { self: scope, caches, fetch: network.fetch, setTimeout, Response, URL, Promise, Error, TypeError }
  runInContext(code, createContext(globals))
  const happen = async (type: string) => {
    let work: Promise<unknown> = Promise.resolve()
    handlers.get(type)?.({ waitUntil: (promise) => (work = promise) })
    await work
  }
  /** Work that goes on after the answers. */
  const later: Promise<unknown>[] = []
  /** The text of the answer; null: the worker leaves the request to the browser. */
  const ask = async (path: string, { mode = 'cors', method = 'GET', origin = ORIGIN } = {}) => {
    const answers: Promise<Response>[] = []
    const request = { url: origin + path, mode, method }
    handlers.get('fetch')?.({
      request,
      respondWith: (answer: Promise<Response>) => answers.push(answer),
      waitUntil: (promise: Promise<unknown>) => void later.push(promise),
    })
    const [response] = await Promise.all(answers)
    return response === undefined ? null : response.text()
  }
  return {
    install: () => happen('install'),
    activate: () => happen('activate'),
    ask,
    /** Resolves once the work after the answers has ended. */
    async finish() {
      for (let done = 0; done < later.length; done += 1) await later[done]
    },
    /** The server has taken too long for the answers that are waited for. */
    async loseTime() {
      await new Promise(setImmediate)
      for (const run of timers.splice(0)) run()
    },
  }
}

const release = (network: Network, version: string) => {
  const script = `/assets/index-${version}.js`
  network.files = { '/': `<script src="${script}">`, [script]: `script ${version}` }
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

test('a page comes from the server that answers in time, so that a release shows at once', async () => {
  const { network, worker } = await openBrowser()
  release(network, 'b')
  expect(await worker.ask('/', navigation)).toContain('index-b')
})

/** A browser with version a, whose server has version b and answers when `answer` is called. */
async function openBrowserAtRelease() {
  const browser = await openBrowser()
  release(browser.network, 'b')
  const { promise, resolve: answer } = Promise.withResolvers<void>()
  browser.network.held = promise
  return { ...browser, answer }
}

test('while the server takes long, the kept page opens', async () => {
  const { worker } = await openBrowserAtRelease()
  const page = worker.ask('/', navigation)
  await worker.loseTime()
  expect(await page).toContain('index-a')
})

test('an old page opens once: the next load waits for the server that has a newer one', async () => {
  const { network, worker, answer } = await openBrowserAtRelease()
  const old = worker.ask('/', navigation)
  await worker.loseTime()
  await old
  answer()
  await worker.finish()
  const { promise, resolve } = Promise.withResolvers<void>()
  network.held = promise
  const next = worker.ask('/', navigation)
  await worker.loseTime()
  resolve()
  expect(await next).toContain('index-b')
})

test('the kept page opens again while the server has no newer one', async () => {
  const { network, worker } = await openBrowser()
  await worker.ask('/', navigation)
  await worker.finish()
  network.held = new Promise(() => {})
  const page = worker.ask('/', navigation)
  await worker.loseTime()
  expect(await page).toContain('index-a')
})

test('without a connection the kept page opens, though the server had a newer one', async () => {
  const { network, worker, answer } = await openBrowserAtRelease()
  answer()
  await worker.ask('/', navigation)
  await worker.finish()
  network.isOffline = true
  expect(await worker.ask('/', navigation)).toContain('index-a')
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
  network.files = { '/': '<script src="/assets/index-a.js">', '/assets/index-b.js': 'script b' }
  await expect(start('b', network, caches).install()).rejects.toThrow('another build')
  network.isOffline = true
  expect(await worker.ask('/', navigation)).toContain('index-a')
})

test('a version with a missing file is not installed', async () => {
  const { network, caches } = await openBrowser()
  network.files = { '/': '<script src="/assets/index-b.js">' }
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
