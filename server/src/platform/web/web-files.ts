import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'

export type WebFile = {
  contentType: string
  etag: string
  /** Whether the address changes whenever the content does. */
  immutable: boolean
  /** The content; compressed with the first request for that encoding. */
  content(encoding: Encoding): Promise<Buffer>
  /** Whether compression makes it smaller. */
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

const compressed = new Set(['.html', '.js', '.css', '.svg', '.json', '.webmanifest', '.txt'])

const gzipped = promisify(gzip)
const brotlied = promisify(brotliCompress)

function openFile(file: string, isAsset: boolean): WebFile | null {
  const extension = path.extname(file)
  const contentType = types[extension]
  if (contentType === undefined) return null
  const plain = readFileSync(file)
  const made = new Map<Encoding, Promise<Buffer>>([['identity', Promise.resolve(plain)]])
  const make = (encoding: Encoding) =>
    encoding === 'br'
      ? brotlied(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
      : gzipped(plain, { level: 8 })
  return {
    contentType,
    etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 24)}"`,
    immutable: isAsset,
    compressible: compressed.has(extension),
    content(encoding) {
      const content = made.get(encoding) ?? make(encoding)
      made.set(encoding, content)
      return content
    },
  }
}

/**
 * The built web app in memory, by URL path. No other file can be requested. Only the types that a page needs are read: no
 * source maps. Empty: there is no build.
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
