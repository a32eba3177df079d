import { userInfo } from 'node:os'
import path from 'node:path'
import { readJumpHosts } from '../config.ts'
import { systemClock } from '../domain/clock.ts'
import { loadHmacKey } from '../platform/crypto/hmac.ts'
import { migrate } from '../platform/database/migrate.ts'
import { openDatabase } from '../platform/database/open-database.ts'
import { createPictureFiles, uploadsDirectory } from '../platform/uploads/picture-files.ts'
import { createHiddenNumbersOf } from '../records/hidden-numbers.ts'
import { AdminRefused } from './admin/admin-refused.ts'
import { runAdmin } from './admin/run-admin.ts'

const print = (line: string) => console.log(line)

async function run(words: string[]) {
  const dataDir = path.resolve(process.env['DATA_DIR']?.trim() || './var')
  const jumpHosts = readJumpHosts(process.env)
  if (jumpHosts === undefined) throw new AdminRefused('JUMP_HOSTS 应为逗号分隔的主机名，如 www.example.com。')
  const database = openDatabase({ databaseUrl: process.env['DATABASE_URL']?.trim(), dataDir })
  try {
    const { db } = database
    await migrate(db)
    const files = createPictureFiles(uploadsDirectory(dataDir))
    const operator = `cli:${userInfo().username}`
    const hiddenNumbers = createHiddenNumbersOf(loadHmacKey(dataDir))
    await runAdmin(words, { db, clock: systemClock, hiddenNumbers, files, operator, jumpHosts, print })
  } finally {
    await database.close()
  }
}

try {
  await run(process.argv.slice(2))
} catch (error) {
  // An operator's mistake prints one sentence; a defect prints its stack trace.
  console.error(error instanceof AdminRefused ? error.message : error)
  process.exitCode = 1
}
