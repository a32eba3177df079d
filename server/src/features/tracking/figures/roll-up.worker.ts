import { parentPort, workerData } from 'node:worker_threads'
import { openDatabase } from '../../../platform/database/open-database.ts'
import { readFunnelFile } from '../../../platform/reference-data.ts'
import { openEventStore } from '../open-event-store.ts'
import { parseFunnel } from './funnel.rules.ts'
import { rollUpDay } from './roll-up.ts'
import type { RollUpRequest } from './roll-up-days.ts'

/** Worker thread that computes the figures of one day and ends. Started by roll-up-days.ts. */
const port = parentPort
if (port === null) throw new Error('runs as a worker only')
const { location, run }: RollUpRequest = workerData
const database = openDatabase(location)
const store = openEventStore(location, database)
try {
  port.postMessage(await rollUpDay({ db: database.db, store, steps: parseFunnel(readFunnelFile()) }, run))
} finally {
  await store.close()
  await database.close()
}
