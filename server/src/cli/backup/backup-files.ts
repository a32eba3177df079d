import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { copyFile, mkdir, open, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import * as z from 'zod/mini'
import { createHmacHasher, hmacKeyFileIn, parseHmacKey, sha256 } from '../../platform/crypto/hmac.ts'
import { parseJson } from '../../platform/json.ts'
import { createPictureFiles, type PictureFiles } from '../../platform/uploads/picture-files.ts'
import { AdminRefused } from '../admin/admin-refused.ts'

/** A file of a backup: path in its folder with slashes, size, SHA-256 in hexadecimal. */
export type BackupFile = { path: string; bytes: number; sha256: string }

/** Size and hash of a file. `relative` is its path in the folder, with slashes. */
export async function hashFile(folder: string, relative: string): Promise<BackupFile> {
  const hash = createHash('sha256')
  let bytes = 0
  await pipeline(
    createReadStream(path.join(folder, relative), { highWaterMark: 1024 * 1024 }),
    async function* count(source: AsyncIterable<Buffer>) {
      for await (const chunk of source) {
        bytes += chunk.length
        yield chunk
      }
    },
    hash,
  )
  return { path: relative, bytes, sha256: hash.digest('hex') }
}

/** Waits until the content of a file is on the disk, and lets its owner alone read it. */
export async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  try {
    await handle.chmod(0o600)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Files synced at once: the disk writes them together. */
const AT_ONCE = 16

export async function syncFiles(folder: string, files: readonly BackupFile[]): Promise<void> {
  for (let from = 0; from < files.length; from += AT_ONCE) {
    await Promise.all(files.slice(from, from + AT_ONCE).map((file) => syncFile(path.join(folder, file.path))))
  }
}

/** Waits until the names of a folder are on the disk. Windows has no such call. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Pictures copied at once: a bucket answers each in milliseconds. */
const PICTURES_AT_ONCE = 8
const PICTURES = 'pictures'

async function inGroups(ids: readonly string[], copy: (id: string) => Promise<void>) {
  for (let from = 0; from < ids.length; from += PICTURES_AT_ONCE)
    await Promise.all(ids.slice(from, from + PICTURES_AT_ONCE).map(copy))
}

/** Copies the pictures that still exist: those erased since the snapshot stay erased. */
export async function backUpPictures(ids: readonly string[], files: PictureFiles, folder: string) {
  const copies = createPictureFiles(path.join(folder, PICTURES))
  const found: { id: string; file: BackupFile }[] = []
  await inGroups(ids, async (id) => {
    const jpeg = await files.read(id)
    if (jpeg === null) return
    await copies.save(id, jpeg)
    const relative = path.relative(folder, copies.placeOf(id)).split(path.sep).join('/')
    found.push({ id, file: await hashFile(folder, relative) })
  })
  found.sort((a, b) => (a.id < b.id ? -1 : 1))
  return { pictures: found.map(({ id }) => id), files: found.map(({ file }) => file) }
}

/** Puts the pictures where this store has its own: a folder or a bucket. */
export async function restorePictures(folder: string, ids: readonly string[], files: PictureFiles): Promise<void> {
  const copies = createPictureFiles(path.join(folder, PICTURES))
  await inGroups(ids, async (id) => {
    const jpeg = await copies.read(id)
    if (jpeg !== null) await files.save(id, jpeg)
  })
}

/** Recognises a key and says nothing about it. */
export const keyFingerprintOf = (key: Uint8Array) => createHmacHasher(key)('backup-key')

async function fingerprintIn(file: string): Promise<string | null> {
  const key = parseHmacKey(await readFile(file, 'utf8').catch(() => ''))
  return key === null ? null : keyFingerprintOf(key)
}

/** Beside the backup, not in it: a copy of the tables must not include the key. */
export const defaultKeyFile = (folder: string) => `${folder}.key`

/** Does nothing when the file has the key already. @throws AdminRefused when it has something else */
export async function backUpKey(dataDir: string, key: Uint8Array, to: string): Promise<void> {
  if (existsSync(to)) {
    if ((await fingerprintIn(to)) === keyFingerprintOf(key)) return
    throw new AdminRefused(`${to} 已存在，且不是这个数据目录的密钥，没有备份。`)
  }
  await mkdir(path.dirname(to), { recursive: true })
  await copyFile(hmacKeyFileIn(dataDir), to)
  await syncFile(to)
}

/** Finds the key of the backup: the given file, or the one of the store itself. @throws AdminRefused for another or no key */
export async function findKey(file: string, dataDir: string, fingerprint: string): Promise<string> {
  for (const candidate of [file, hmacKeyFileIn(dataDir)]) {
    if ((await fingerprintIn(candidate)) === fingerprint) return candidate
  }
  throw new AdminRefused(
    existsSync(file) ? `${file} 不是这个备份的密钥。` : `缺少这个备份的密钥 ${file}，请用 --key 指定密钥文件。`,
  )
}

/** Another key that the store has is kept beside it. */
export async function restoreKey(from: string, dataDir: string): Promise<void> {
  const to = hmacKeyFileIn(dataDir)
  if (from === to) return
  await mkdir(dataDir, { recursive: true })
  if (existsSync(to)) await rename(to, `${to}.before-restore`)
  await copyFile(from, to)
  await syncFile(to)
}

/** The store of a server, as its environment variables name it. */
export type StoreLocation = {
  dataDir: string
  /** Empty: SQLite in `dataDir`. */
  databaseUrl: string | undefined
  /** ClickHouse with the tracked events; empty: beside the database. */
  trackingUrl: string | undefined
  files: PictureFiles
}

export type BackupCommand = {
  /** Absolute path of the backup. */
  folder: string
  keyFile: string
  location: StoreLocation
  /** As in `cli:zhang`. */
  operator: string
  /** Where the step is taken; absent: the name of this machine. */
  origin?: () => string
  print: (line: string) => void
}

const MANIFEST = 'manifest.json'
/** Written last, so that a folder without it is no backup. `sha256sum -c` reads it. */
const SEAL = 'manifest.json.sha256'
const FORMAT = 'baiqicha-backup'
const VERSION = 2

const relativePath = z.string().check(z.regex(/^(?!.*\.\.)[\w.-]+(\/[\w.-]+)*$/))
const count = z.int().check(z.nonnegative())

const manifestSchema = z.object({
  format: z.literal(FORMAT),
  /** 1: of 0.1.0, the same for SQLite. */
  version: z.union([z.literal(1), z.literal(VERSION)]),
  id: z.uuid(),
  createdAt: z.iso.datetime(),
  database: z.enum(['sqlite', 'postgres']),
  /** Migrations of the store, in their order. */
  migrations: z.array(z.string().check(z.regex(/^\d{4}-[a-z0-9-]+$/))).check(z.minLength(1)),
  /** Days of tracked events beside SQLite, each in one file. */
  days: z.array(z.object({ day: z.iso.date(), file: relativePath })),
  /** Ids of the pictures, each in one file. */
  pictures: z.array(z.string().check(z.regex(/^i-[0-9a-z]+$/))),
  /** Recognises the key without which parts of the data cannot be used. */
  keyFingerprint: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  /** Every other file of the backup. */
  files: z.array(z.object({ path: relativePath, bytes: count, sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)) })),
})

export type BackupManifest = z.output<typeof manifestSchema>
export type DayDump = BackupManifest['days'][number]

export type ManifestContent = Omit<BackupManifest, 'format' | 'version'>

/** Writes the manifest and then the file that completes the backup. */
export async function writeManifest(folder: string, content: ManifestContent): Promise<void> {
  const text = JSON.stringify({ format: FORMAT, version: VERSION, ...content } satisfies BackupManifest, null, 1)
  await writeFile(path.join(folder, MANIFEST), text, { mode: 0o600, flush: true })
  const unfinished = path.join(folder, `${SEAL}.part`)
  await writeFile(unfinished, `${sha256(text)}  ${MANIFEST}\n`, { mode: 0o600, flush: true })
  await syncFolder(folder)
  await rename(unfinished, path.join(folder, SEAL))
  await syncFolder(folder)
}

const readText = (folder: string, name: string) => readFile(path.join(folder, name), 'utf8').catch(() => null)

const headSchema = z.object({ format: z.literal(FORMAT), version: z.int() })

/** @throws AdminRefused for a folder that is no whole backup of this format */
export async function readManifest(folder: string): Promise<BackupManifest> {
  const [text, seal] = [await readText(folder, MANIFEST), await readText(folder, SEAL)]
  if (text === null || seal === null) {
    throw new AdminRefused(`${folder} 不是完整的备份：缺少 ${text === null ? MANIFEST : SEAL}，备份可能没有完成。`)
  }
  if (seal !== `${sha256(text)}  ${MANIFEST}\n`) throw new AdminRefused(`备份已损坏：${MANIFEST} 与其校验值不符。`)
  const head = z.safeParse(headSchema, parseJson(text))
  if (!head.success) throw new AdminRefused(`${folder} 不是百企查的备份。`)
  if (head.data.version > VERSION) throw new AdminRefused('备份由更新的版本生成，请用该版本或更新的版本恢复。')
  const manifest = z.safeParse(manifestSchema, parseJson(text))
  if (!manifest.success) throw new AdminRefused(`${folder} 不是百企查的备份。`)
  if (manifest.data.database === 'postgres' && manifest.data.version === 1) {
    throw new AdminRefused('这个 PostgreSQL 备份由 0.1.0 生成：请用 0.1.0 恢复，再用本版本启动。')
  }
  return manifest.data
}

/** Reads every file of the backup once. @throws AdminRefused for the first that is missing or has other bytes */
export async function verifyFiles(folder: string, { files }: BackupManifest): Promise<void> {
  for (const file of files) {
    const found = await hashFile(folder, file.path).catch(() => null)
    if (found === null) throw new AdminRefused(`备份不完整：缺少 ${file.path}。`)
    if (found.bytes !== file.bytes || found.sha256 !== file.sha256) {
      throw new AdminRefused(`备份已损坏：${file.path} 与清单不符。`)
    }
  }
}
