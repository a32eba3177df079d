import { type MessagePort, parentPort } from 'node:worker_threads'
import { serveWriter } from '../../src/platform/database/serve-writer.ts'
import type { WriterOptions } from '../../src/platform/database/sqlite-writer.ts'

/** Worker thread that writes to one SQLite file after another. Started by databases.ts. */
parentPort?.on('message', ({ port, options }: { port: MessagePort; options: WriterOptions }) => {
  serveWriter(port, options)
})
