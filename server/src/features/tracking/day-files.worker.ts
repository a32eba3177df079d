import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import {
  type DayFilesRequest,
  type DayFilesResponse,
  dayFileIn,
  filesOfDay,
  openDayWriter,
} from './file-event-store.ts'
import type { TrackedEvent } from './tracked-event.ts'

/** Worker thread that writes events into one file per day. Started by file-event-store.ts. */
const port = parentPort
if (port === null) throw new Error('runs as a worker only')
const directory = String(workerData)

/** Devices send the events of today, and shortly after midnight those of yesterday. */
const OPEN_FILES = 2
const writers = new Map<string, ReturnType<typeof openDayWriter>>()

function writerOf(day: string) {
  const open = writers.get(day)
  if (open !== undefined) return open
  mkdirSync(directory, { recursive: true })
  for (const [other, writer] of [...writers].slice(0, Math.max(0, writers.size - OPEN_FILES + 1))) {
    writer.close()
    writers.delete(other)
  }
  const writer = openDayWriter(dayFileIn(directory, day))
  writers.set(day, writer)
  return writer
}

const isUnreadable = (error: unknown) =>
  error instanceof Error && 'code' in error && /^SQLITE_(NOTADB|CORRUPT)/.test(String(error.code))

function close(day: string) {
  writers.get(day)?.close()
  writers.delete(day)
}

/** A file that is no database any more is set aside, so that the events of the day continue in a new one. */
function append(day: string, events: readonly TrackedEvent[]) {
  try {
    writerOf(day).append(events)
  } catch (error) {
    if (!isUnreadable(error)) throw error
    close(day)
    const file = dayFileIn(directory, day)
    renameSync(file, `${file}.unreadable`)
    writerOf(day).append(events)
  }
}

function run(request: DayFilesRequest): void {
  if (request.type === 'append') {
    for (const [day, events] of request.days) append(day, events)
    return
  }
  close(request.day)
  for (const file of filesOfDay(directory, request.day)) rmSync(file, { force: true })
}

port.on('message', (request: DayFilesRequest | { type: 'close' }) => {
  if (request.type === 'close') {
    for (const writer of writers.values()) writer.close()
    port.close()
    return
  }
  let response: DayFilesResponse = { error: null }
  try {
    run(request)
  } catch (error) {
    response = { error: error instanceof Error ? error.message : String(error) }
  }
  port.postMessage(response)
})
