import { parentPort, workerData } from 'node:worker_threads'
import { systemClock } from '../domain/clock.ts'
import { loadHmacKey } from '../platform/crypto/hmac.ts'
import { openDatabase } from '../platform/database/open-database.ts'
import { startDatabaseClock } from '../platform/database/postgres/database-clock.ts'
import { alertOptionsOf, type BriefingConfig, composeBriefings, type MailReport } from './briefings.ts'

/** Worker thread that sends the briefings that are due, and ends. Started by briefings.ts. */
const port = parentPort
if (port === null) throw new Error('runs as a worker only')
const config: BriefingConfig = workerData
const alerts = alertOptionsOf(config)
if (alerts === null) throw new Error('no alerts are offered')

const database = openDatabase(config)
const databaseClock = database.kind === 'postgres' ? await startDatabaseClock(database.db) : null
const briefings = composeBriefings({
  db: database.db,
  clock: databaseClock ?? systemClock,
  secret: loadHmacKey(config.dataDir),
  demoData: config.demoData,
  alerts,
  onMail: (failure) => port.postMessage({ failure } satisfies MailReport),
})
// Any message asks for the end.
port.once('message', () => void briefings.close())
try {
  await briefings.run()
} finally {
  databaseClock?.stop()
  await database.close()
  port.close()
}
