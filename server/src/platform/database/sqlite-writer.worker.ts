import { parentPort, workerData } from 'node:worker_threads'
import { serveWriter } from './serve-writer.ts'

/** Worker thread that runs statements on a SQLite file. Started by sqlite-writer.ts. */
if (parentPort === null) throw new Error('runs as a worker only')
serveWriter(parentPort, workerData)
