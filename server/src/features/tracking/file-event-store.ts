import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { chinaDay } from '../../domain/clock.ts'
import { readDayFile } from './day-file.ts'
import type { EventStore, TrackedEvent } from './tracked-event.ts'

export type DayFilesRequest =
  | { type: 'append'; days: readonly [day: string, events: readonly TrackedEvent[]][] }
  | { type: 'drop'; day: string }
export type DayFilesResponse = { error: string | null }

export const trackingDirectory = (dataDir: string) => path.join(dataDir, 'tracking')

export const dayFileIn = (directory: string, day: string) => path.join(directory, `${day}.sqlite`)
const dayFileName = /^(\d{4}-\d{2}-\d{2})\.sqlite$/
/** The file of a day, those that SQLite writes beside it, and one that was set aside. */
export const filesOfDay = (directory: string, day: string) =>
  ['', '-wal', '-shm', '.unreadable'].map((end) => dayFileIn(directory, day) + end)

type Waiter = { resolve: () => void; reject: (error: Error) => void }

/** Events in one file per day in a folder, written by a thread of its own; with SQLite as the database. */
export function createFileEventStore(directory: string): EventStore {
  let worker: Worker | null = null
  const waiters: Waiter[] = []

  function fail(error: Error) {
    worker = null
    for (const { reject } of waiters.splice(0)) reject(error)
  }

  function start(): Worker {
    const started = new Worker(new URL('./day-files.worker.ts', import.meta.url), { workerData: directory })
    // Answers arrive in the order of the requests.
    started.on('message', ({ error }: DayFilesResponse) => {
      const waiter = waiters.shift()
      // Only a pending request keeps the process alive: a command must not end before its day is dropped.
      if (waiters.length === 0) started.unref()
      if (error === null) waiter?.resolve()
      else waiter?.reject(new Error(error))
    })
    started.on('error', fail)
    started.on('exit', () => fail(new Error('the thread that writes events ended')))
    started.unref()
    return started
  }

  const request = (message: DayFilesRequest) =>
    new Promise<void>((resolve, reject) => {
      worker ??= start()
      waiters.push({ resolve, reject })
      worker.ref()
      worker.postMessage(message, [])
    })

  return {
    append: (events) => request({ type: 'append', days: [...Map.groupBy(events, ({ at }) => chinaDay(at))] }),
    dropDay: (day) => request({ type: 'drop', day }),
    async readDay(day) {
      const file = dayFileIn(directory, day)
      return existsSync(file) ? readFile(file) : null
    },
    days: async () =>
      existsSync(directory)
        ? readdirSync(directory)
            .flatMap((file) => dayFileName.exec(file)?.[1] ?? [])
            .sort()
        : [],
    async close() {
      const closing = worker
      if (closing === null) return
      worker = null
      closing.ref()
      const ended = new Promise((resolve) => closing.once('exit', resolve))
      closing.postMessage({ type: 'close' }, [])
      await ended
    },
  }
}

async function* readFile(file: string): AsyncGenerator<TrackedEvent, void, undefined> {
  yield* readDayFile(file)
}
