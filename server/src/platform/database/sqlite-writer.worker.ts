import { parentPort, workerData } from 'node:worker_threads'
import Sqlite from 'better-sqlite3'
import { cachePreparedStatements } from './prepared-statements.ts'
import type { WriterAnswer, WriterOptions, WriterQuestion } from './sqlite-writer.ts'

/** The thread that writes to a SQLite file, statement after statement. Started by sqlite-writer.ts. */
const port = parentPort
if (port === null) throw new Error('runs as a worker only')
const { file, busyTimeout }: WriterOptions = workerData

const sqlite = new Sqlite(file, { timeout: busyTimeout })
// A commit that was answered survives loss of power, not only of the process.
sqlite.pragma('synchronous = FULL')
sqlite.pragma('foreign_keys = ON')
const database = cachePreparedStatements(sqlite)

function answerTo(sql: string, parameters: readonly unknown[]): WriterAnswer {
  try {
    const statement = database.prepare(sql)
    if (statement.reader) return { type: 'done', rows: statement.all(parameters), changes: 0 }
    const { changes } = statement.run(parameters)
    return { type: 'done', rows: [], changes: Number(changes) }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return { type: 'failed', message: error.message, code: 'code' in error ? String(error.code) : '' }
  }
}

port.on('message', (question: WriterQuestion) => {
  if (question.type === 'run') {
    port.postMessage(answerTo(question.sql, question.parameters))
    return
  }
  database.close()
  port.close()
})
