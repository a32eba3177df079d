import type { MessagePort } from 'node:worker_threads'
import { cachePreparedStatements, connectSqlite } from './sqlite-connection.ts'
import type { WriterOptions, WriterRequest, WriterResponse } from './sqlite-writer.ts'

function respond(work: () => WriterResponse): WriterResponse {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return { type: 'failed', message: error.message, code: 'code' in error ? String(error.code) : '' }
  }
}

/** Runs statements on a SQLite file, one after another, as requests arrive, until one closes the port. */
export function serveWriter(port: MessagePort, { file, busyTimeout }: WriterOptions) {
  const sqlite = connectSqlite(file, { timeout: busyTimeout })
  // A confirmed commit survives a loss of power.
  sqlite.pragma('synchronous = FULL')
  sqlite.pragma('foreign_keys = ON')
  const database = cachePreparedStatements(sqlite)

  function run(sql: string, parameters: readonly unknown[]): WriterResponse {
    const statement = database.prepare(sql)
    if (statement.reader) return { type: 'done', rows: statement.all(parameters), changes: 0 }
    const { changes } = statement.run(parameters)
    return { type: 'done', rows: [], changes: Number(changes) }
  }

  function runEach(sql: string, parameters: readonly unknown[], width: number): WriterResponse {
    const statement = database.prepare(sql)
    for (let at = 0; at < parameters.length; at += width) statement.run(parameters.slice(at, at + width))
    return { type: 'done', rows: [], changes: 0 }
  }

  function rollback(): WriterResponse {
    if (sqlite.inTransaction) sqlite.exec('rollback')
    return { type: 'done', rows: [], changes: 0 }
  }

  port.on('message', (request: WriterRequest) => {
    switch (request.type) {
      case 'run':
        port.postMessage(respond(() => run(request.sql, request.parameters)))
        break
      case 'runEach':
        port.postMessage(respond(() => runEach(request.sql, request.parameters, request.width)))
        break
      case 'rollback':
        port.postMessage(respond(rollback))
        break
      case 'close':
        database.close()
        port.close()
        break
      default:
        request satisfies never
    }
  })
}
