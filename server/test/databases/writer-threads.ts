import { EventEmitter } from 'node:events'
import { MessageChannel, Worker } from 'node:worker_threads'
import type { StartWriterThread } from '../../src/platform/database/sqlite-writer.ts'

/** Threads whose database is closed. */
const idle: Worker[] = []

function startThread(): Worker {
  const worker = new Worker(new URL('./writer.worker.ts', import.meta.url))
  worker.unref()
  return worker
}

/**
 * Starts a writer in a thread whose database was closed before, or in a new one. The start of a thread takes 0.1 s, which was half
 * of a test that opens a database of its own.
 */
export const reuseWriterThread: StartWriterThread = (options) => {
  const worker = idle.pop() ?? startThread()
  const { port1, port2 } = new MessageChannel()
  const thread = new EventEmitter()
  let hasFailed = false
  // The error ends the worker, as where its file was removed.
  const fail = (error: unknown) => {
    hasFailed = true
    thread.emit('error', error)
    port1.close()
  }
  worker.on('error', fail)
  port1.on('message', (response) => thread.emit('message', response))
  port1.on('close', () => {
    worker.off('error', fail)
    if (!hasFailed) idle.push(worker)
    thread.emit('exit')
  })
  worker.postMessage({ options, port: port2 }, [port2])
  return Object.assign(thread, {
    postMessage: (request: unknown) => port1.postMessage(request),
    ref: () => port1.ref(),
    unref: () => port1.unref(),
  })
}
