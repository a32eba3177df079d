import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { hmacKeyFileIn } from '../../platform/crypto/hmac.ts'
import { createPictureFiles, uploadsDirectory } from '../../platform/uploads/picture-files.ts'
import { defaultKeyFile, findKey } from './key-copy.ts'
import { readManifest, verifyFiles } from './manifest.ts'
import { restore } from './restore.ts'

type RestoreTest = { folder: string; dataDir: string; operator: string }

/**
 * Restores a backup of SQLite into a folder beside it, which is deleted. Of PostgreSQL only files and key are read: a database to
 * restore into is not known here. Returns a sentence. @throws AdminRefused
 */
export async function testRestore({ folder, dataDir, operator }: RestoreTest): Promise<string> {
  const manifest = await readManifest(folder)
  const keyFile = existsSync(defaultKeyFile(folder)) ? defaultKeyFile(folder) : hmacKeyFileIn(dataDir)
  if (manifest.database === 'postgres') {
    await verifyFiles(folder, manifest)
    await findKey(keyFile, dataDir, manifest.keyFingerprint)
    return `${manifest.files.length} 个文件与清单相同，密钥可用；没有恢复到 PostgreSQL。`
  }
  const target = await mkdtemp(path.join(path.dirname(folder), '.restore-test-'))
  try {
    const files = createPictureFiles(uploadsDirectory(target))
    const location = { dataDir: target, databaseUrl: undefined, trackingUrl: undefined, files }
    await restore({ folder, keyFile, location, replace: false, operator, print() {} })
  } finally {
    await rm(target, { recursive: true, force: true })
  }
  return `已恢复到临时目录并删除，${manifest.files.length} 个文件。`
}
