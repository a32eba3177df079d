import { readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod/mini'
import { sha256 } from '../../platform/crypto/hmac.ts'
import { parseJson } from '../../platform/json.ts'
import type { PictureFiles } from '../../platform/uploads/picture-files.ts'
import { AdminRefused } from '../admin/admin-refused.ts'
import { hashFile, syncFolder } from './backup-files.ts'

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
