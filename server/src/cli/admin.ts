import { userInfo } from 'node:os'
import { readFiles, readJumpHosts } from '../config.ts'
import { filesUrlForm } from '../config-variables.ts'
import { systemClock } from '../domain/clock.ts'
import { rollUpInThread } from '../features/tracking/figures/roll-up-thread.ts'
import { openEventStore } from '../features/tracking/open-event-store.ts'
import { loadHmacKey } from '../platform/crypto/hmac.ts'
import { openPictureFiles } from '../platform/uploads/open-picture-files.ts'
import { FilesUnavailable } from '../platform/uploads/s3-client.ts'
import { createHiddenNumbersOf } from '../records/hidden-numbers.ts'
import { AdminRefused } from './admin/admin-refused.ts'
import { runAdmin } from './admin/run-admin.ts'
import { isStoreCommand, runStoreCommand } from './backup/run-store-command.ts'
import { readLocation, reportFailure, withStore } from './store-command.ts'

const print = (line: string) => console.log(line)

const operator = `cli:${userInfo().username}`

/** @throws AdminRefused */
function readPictureLocation() {
  const files = readFiles(process.env)
  if (files === undefined) throw new AdminRefused(`FILES_URL 应为 ${filesUrlForm}。`)
  return files
}

/** `backup` and `restore`. */
async function runOnStore(words: string[]) {
  const { databaseUrl, dataDir } = readLocation()
  const files = openPictureFiles({ files: readPictureLocation(), dataDir }, 'command')
  const trackingUrl = process.env['TRACKING_URL']?.trim()
  await runStoreCommand(words, { location: { databaseUrl, dataDir, trackingUrl, files }, operator, print })
}

async function run(words: string[]) {
  const jumpHosts = readJumpHosts(process.env)
  if (jumpHosts === undefined) throw new AdminRefused('JUMP_HOSTS 应为逗号分隔的主机名，如 www.example.com。')
  const bucket = readPictureLocation()
  await withStore(async (database, dataDir) => {
    const { db } = database
    const location = {
      dataDir,
      databaseUrl: process.env['DATABASE_URL']?.trim(),
      trackingUrl: process.env['TRACKING_URL']?.trim(),
    }
    const store = openEventStore(location, database)
    const tracking = { store, rollUpDay: rollUpInThread(location) }
    const files = openPictureFiles({ files: bucket, dataDir }, 'command')
    const hiddenNumbers = createHiddenNumbersOf(loadHmacKey(dataDir))
    try {
      await runAdmin(words, { db, clock: systemClock, tracking, hiddenNumbers, files, operator, jumpHosts, print })
    } finally {
      await store.close()
    }
  })
}

async function withReachableFiles(work: Promise<void>) {
  try {
    await work
  } catch (error) {
    if (!(error instanceof FilesUnavailable)) throw error
    throw new AdminRefused(`FILES_URL 指定的存储桶无法使用（${error.message}）。`)
  }
}

const words = process.argv.slice(2)
try {
  await withReachableFiles(isStoreCommand(words) ? runOnStore(words) : run(words))
} catch (error) {
  reportFailure(error, (one) => one instanceof AdminRefused)
}
