import * as z from 'zod/mini'
import { readConfig, readSettings } from '../config/read-config.ts'
import { settings } from '../config/settings.ts'
import { systemClock } from '../domain/clock.ts'
import { rollUpInThread } from '../features/tracking/figures/roll-up-days.ts'
import { openEventStore } from '../features/tracking/open-event-store.ts'
import { createHmacHasher, loadHmacKey } from '../platform/crypto/hmac.ts'
import { openPictureFiles } from '../platform/uploads/picture-files.ts'
import { FilesUnavailable } from '../platform/uploads/s3-client.ts'
import { createHiddenNumbersOf } from '../records/hidden-numbers.ts'
import { AdminRefused } from './admin/admin-refused.ts'
import { runAdmin } from './admin/run-admin.ts'
import { createServiceProbes } from './admin/service-probes.ts'
import { backupInThread } from './backup/backup.admin.service.ts'
import { isStoreCommand, runStoreCommand } from './backup/run-store-command.ts'
import { createImportProcess } from './import/import-process.ts'
import { cliOperator, reportFailure, withStore } from './store-command.ts'

const print = (line: string) => console.log(line)

const operator = cliOperator()

const used = z.pick(settings, {
  databaseUrl: true,
  dataDir: true,
  files: true,
  jumpHosts: true,
  trackingUrl: true,
  backupDir: true,
  updateUrl: true,
})

/** `backup` and `restore`. */
async function runOnStore(words: string[]) {
  const location = readSettings(used, process.env)
  const files = openPictureFiles(location, 'command')
  await runStoreCommand(words, { location: { ...location, files }, operator, print })
}

async function run(words: string[]) {
  const location = readSettings(used, process.env)
  const { dataDir, jumpHosts } = location
  await withStore(async (database) => {
    const store = openEventStore(location, database)
    const tracking = { store, rollUpDay: rollUpInThread(location) }
    const files = openPictureFiles(location, 'command')
    const secret = loadHmacKey(dataDir)
    const hiddenNumbers = createHiddenNumbersOf(secret)
    try {
      await runAdmin(words, {
        database,
        clock: systemClock,
        tracking,
        hiddenNumbers,
        hmac: createHmacHasher(secret),
        backups: { root: location.backupDir, runTask: backupInThread(location) },
        updateUrl: location.updateUrl,
        uploads: { dataDir, process: createImportProcess(location) },
        files,
        readProbes: () => createServiceProbes({ config: readConfig(process.env), database, clock: systemClock }),
        operator,
        jumpHosts,
        print,
      })
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
