import { parentPort, workerData } from 'node:worker_threads'
import { openPictureFiles } from '../../platform/uploads/open-picture-files.ts'
import { AdminRefused } from '../admin/admin-refused.ts'
import { backUp } from './back-up.ts'
import type { BackupAnswer, BackupTask } from './backup-thread.ts'
import { defaultKeyFile } from './key-copy.ts'
import { testRestore } from './test-restore.ts'

/** Worker thread that makes or tests one backup and ends. Started by backup-thread.ts. */
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
