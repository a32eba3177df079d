import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

type Encoding = 'br' | 'gzip' | 'identity'

export type WebFile = {
  contentType: string
  etag: string
  /** Whether the name contains a hash of the content, so that caches never need to revalidate. */
  immutable: boolean
  /** The content; compressed with the first request for that encoding. The smallest form of an immutable file follows later. */
  content(encoding: Encoding): Promise<Buffer>
  /** Whether the type is worth compressing. */
  compressible: boolean
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
}

const compressibleTypes = new Set(['.html', '.js', '.css', '.svg', '.json', '.webmanifest', '.txt'])

const gzipAsync = promisify(gzip)
const brotliAsync = promisify(brotliCompress)

function openFile(file: string, isAsset: boolean): WebFile | null {
  const extension = path.extname(file)
  return types[extension] === undefined ? null : prepareFile(readFileSync(file), extension, { isAsset })
}

const brotli = (plain: Buffer, quality: number) =>
  brotliAsync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })

/** Ends when the last file has its smallest form: one thread is busy with them, for half a second with the largest. */
let lastOfSmallest: Promise<unknown> = Promise.resolve()

/**
 * Bytes that are sent again and again: their tag and each encoding are computed once. The first clients get an asset at
 * quality 9; the highest is 7 % smaller and takes ten times as long, so it is computed behind their requests.
 */
export function prepareFile(plain: Buffer, extension: string, { isAsset = false } = {}): WebFile {
  const contents = new Map<Encoding, Promise<Buffer>>([['identity', Promise.resolve(plain)]])
  const addSmallest = async (before: Promise<unknown>) => {
    await before
    const smallest = await brotli(plain, constants.BROTLI_MAX_QUALITY).catch(() => null)
    if (smallest !== null) contents.set('br', Promise.resolve(smallest))
  }
  const compress = (encoding: Encoding) => {
    if (encoding === 'gzip') return gzipAsync(plain, { level: 8 })
    if (isAsset) lastOfSmallest = addSmallest(lastOfSmallest)
    return brotli(plain, 9)
  }
  return {
    contentType: types[extension] ?? '',
    etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 24)}"`,
    immutable: isAsset,
    compressible: compressibleTypes.has(extension),
    content(encoding) {
      const content = contents.get(encoding) ?? compress(encoding)
      contents.set(encoding, content)
      return content
    },
  }
}

/**
 * The built web app in memory, by URL path. No other file can be requested. Only file types that a page needs are read, so
 * no source maps. The map is empty when there is no build.
 */
export function openWebFiles(root: string): ReadonlyMap<string, WebFile> {
  const files = new Map<string, WebFile>()
  for (const entry of listFiles(root)) {
    const address = `/${path.relative(root, entry).split(path.sep).join('/')}`
    const file = openFile(entry, address.startsWith('/assets/'))
    if (file !== null) files.set(address, file)
  }
  const index = files.get('/index.html')
  if (index !== undefined) files.set('/', index)
  return files
}

/** The page with a setting of the server, which it knows before any call. */
export async function addMeta(page: WebFile, name: string, content: string): Promise<WebFile> {
  const html = (await page.content('identity')).toString()
  const added = html.replace('<head>', `<head><meta name="${name}" content="${content}" />`)
  return prepareFile(Buffer.from(added), '.html')
}

/** Files by which WeChat checks that the operator owns the host, at the root. */
export function openVerifyFiles(paths: readonly string[]): ReadonlyMap<string, WebFile> {
  const files = paths.map((file) => [`/${path.basename(file)}`, openFile(file, false)] as const)
  return new Map(files.flatMap(([address, file]) => (file === null ? [] : [[address, file]])))
}

function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

/** The accepted encoding, in the order of preference br, gzip, identity. */
export function chooseEncoding(acceptEncoding: string | undefined): Encoding {
  const accepted = new Set(
    (acceptEncoding ?? '')
      .toLowerCase()
      .split(',')
      .map((entry) => entry.trim().split(/\s*;\s*/))
      .filter(([, quality]) => quality === undefined || !/^q=0(\.0*)?$/.test(quality))
      .map(([name]) => name),
  )
  if (accepted.has('br')) return 'br'
  return accepted.has('gzip') ? 'gzip' : 'identity'
}

/** Whether `If-None-Match` lists the tag. A proxy that compresses makes a tag weak, so the weak form matches too. */
const matches = (ifNoneMatch: string | undefined, etag: string) =>
  ifNoneMatch?.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag) === true

/** Policies of a page: 450 bytes that each script and style sheet of the build would repeat, where no browser reads them. */
const policiesOfPages = ['content-security-policy', 'permissions-policy']

/** Sends the file in the encoding that the client prefers, or 304 when the client has it. */
export async function sendFile(file: WebFile, request: FastifyRequest, reply: FastifyReply) {
  // No cache stores a response of the API; a client that keeps the tag of one asks with it all the same.
  if (!reply.hasHeader('cache-control'))
    reply.header('cache-control', file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
  reply.header('etag', file.etag)
  if (file.immutable && /javascript|css/.test(file.contentType)) {
    for (const name of policiesOfPages) reply.removeHeader(name)
  }
  if (file.compressible) reply.header('vary', 'accept-encoding')
  if (matches(request.headers['if-none-match'], file.etag)) return reply.code(304).send()
  const encoding = file.compressible ? chooseEncoding(request.headers['accept-encoding']) : 'identity'
  const content = await file.content(encoding)
  reply.header('content-type', file.contentType).header('content-length', String(content.length))
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return request.method === 'HEAD' ? reply.send() : reply.send(content)
}
