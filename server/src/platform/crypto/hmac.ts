import { createHmac, createSecretKey, hash, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Database } from '../database/database.ts'

/** HMAC of a short secret, to be stored instead of the secret: without the key it cannot be found by brute force. */
export type Hmac = (purpose: string, ...parts: string[]) => string

/** `purpose` and each part are length-prefixed, so that no two inputs have the same HMAC. */
export function createHmacHasher(key: Uint8Array): Hmac {
  const secret = createSecretKey(key)
  return (...parts) => {
    const hmac = createHmac('sha256', secret)
    for (const part of parts) hmac.update(`${Buffer.byteLength(part)}:`).update(part)
    return hmac.digest('hex')
  }
}

/** Hash for secrets that are too long for brute force. */
export const sha256 = (text: string) => hash('sha256', text, 'hex')

const KEY_BYTES = 32

/** The file of the HMAC key in a data directory. */
export const hmacKeyFileIn = (dataDir: string) => path.join(dataDir, 'secret.key')

/** null: the text is no key. */
export function parseHmacKey(text: string): Uint8Array | null {
  const key = Buffer.from(text.trim(), 'hex')
  return key.length === KEY_BYTES ? key : null
}

/**
 * The HMAC key in `dataDir`, created at the first start and readable by its owner only. It is a file, not a row: a copy of
 * the tables must not be enough to find a code. @throws Error when the file is damaged.
 */
export function loadHmacKey(dataDir: string): Uint8Array {
  const file = hmacKeyFileIn(dataDir)
  mkdirSync(dataDir, { recursive: true })
  try {
    writeFileSync(file, randomBytes(KEY_BYTES).toString('hex'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) {
      // A file without its content, as on a full disk, would count as damaged at the next start.
      rmSync(file, { force: true })
      throw error
    }
  }
  const key = parseHmacKey(readFileSync(file, 'utf8'))
  if (key === null) throw new Error(`密钥文件已损坏：${file}。删除它会生成新的，未用的验证码随之失效。`)
  return key
}

/**
 * Whether the key is that of the other processes on this database; the first process decides. With another key no process
 * could check the SMS codes, captchas and hidden numbers of the others.
 */
export async function isSharedKey(db: Database, hmac: Hmac): Promise<boolean> {
  const fingerprint = hmac('fingerprint')
  await db
    .insertInto('secret_key_check')
    .values({ id: 1, fingerprint })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  const stored = await db.selectFrom('secret_key_check').select('fingerprint').executeTakeFirstOrThrow()
  return stored.fingerprint === fingerprint
}
