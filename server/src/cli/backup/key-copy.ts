import { existsSync } from 'node:fs'
import { copyFile, mkdir, readFile, rename } from 'node:fs/promises'
import path from 'node:path'
import { createHmacHasher, hmacKeyFileIn, parseHmacKey } from '../../platform/crypto/hmac.ts'
import { AdminRefused } from '../admin/admin-refused.ts'
import { syncFile } from './backup-files.ts'

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
