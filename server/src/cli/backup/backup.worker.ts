import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { hmacKeyFileIn } from '../../platform/crypto/hmac.ts'
import { createPictureFiles, openPictureFiles, uploadsDirectory } from '../../platform/uploads/picture-files.ts'
import { AdminRefused } from '../admin/admin-refused.ts'
import { backUp } from './back-up.ts'
import type { BackupAnswer, BackupTask } from './backup.admin.service.ts'
import { defaultKeyFile, findKey, readManifest, verifyFiles } from './backup-files.ts'
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

/** Worker thread that makes or tests one backup and ends. Started by backup.admin.service.ts. */
const port = parentPort
if (port === null) throw new Error('runs as a worker only')
const { task, folder, operator, origin, location }: BackupTask = workerData
const answer = (result: BackupAnswer) => port.postMessage(result)

async function makeBackup(): Promise<string> {
  const lines: string[] = []
  await backUp({
    folder,
    keyFile: defaultKeyFile(folder),
    location: { ...location, files: openPictureFiles(location, 'command') },
    operator,
    origin: () => origin,
    print: (line) => lines.push(line),
  })
  return lines.join('\n')
}

try {
  answer({ sentence: await (task === 'backup' ? makeBackup() : testRestore({ ...location, folder, operator })) })
} catch (error) {
  if (!(error instanceof AdminRefused)) throw error
  answer({ refused: error.message })
}
