import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { eventTypes } from '@baiqicha/contract/tracking'
import Sqlite from 'better-sqlite3'
import { chinaDay } from '../../domain/clock.ts'
import { type EventRow, type EventStore, eventOf, type TrackedEvent } from './tracked-event.ts'

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

/** Texts that repeat are stored once in `word`; an event has their numbers. */
const schema = `
create table if not exists word (id integer primary key, text text not null unique);
create table if not exists event (
  device integer not null, at integer not null, subject integer, type integer not null, page integer not null,
  url text not null, referrer integer not null, is_first integer not null, track integer not null,
  label integer not null, custom integer not null, context integer not null, new_device integer
);`

/** Words of a file that are cached; more are read from the file. */
const CACHED_WORDS = 20_000

/** Writes the events of one day into its file. Not for more than one thread. */
export function openDayWriter(file: string) {
  const database = new Sqlite(file)
  // A killed process loses nothing that was committed; only a loss of power may lose the last second.
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = OFF')
  database.exec(schema)
  const insertWord = database.prepare('insert into word (text) values (?) on conflict do nothing')
  const findWord = database.prepare<[string], { id: number }>('select id from word where text = ?')
  const insert = database.prepare(`insert into event values (${Array(13).fill('?').join(', ')})`)
  const words = new Map<string, number>()

  function wordOf(text: string): number {
    const known = words.get(text)
    if (known !== undefined) return known
    insertWord.run(text)
    const id = findWord.get(text)?.id ?? 0
    if (words.size >= CACHED_WORDS) words.clear()
    words.set(text, id)
    return id
  }

  const append = database.transaction((events: readonly TrackedEvent[]) => {
    for (const event of events) {
      insert.run(
        event.device,
        event.at,
        event.subject,
        eventTypes.indexOf(event.type),
        wordOf(event.pageKey),
        event.url,
        wordOf(event.referrer),
        event.isFirst ? 1 : 0,
        wordOf(event.trackId),
        wordOf(event.elementText),
        wordOf(Object.keys(event.custom).length === 0 ? '' : JSON.stringify(event.custom)),
        wordOf(JSON.stringify(event.context)),
        event.newDevice,
      )
    }
  })
  return {
    append(events: readonly TrackedEvent[]) {
      try {
        append(events)
      } catch (error) {
        // Words of the transaction that was rolled back.
        words.clear()
        throw error
      }
    },
    close: () => database.close(),
  }
}

/** The events of a file by device and time. */
export function* readDayFile(file: string): Generator<TrackedEvent, void, undefined> {
  const database = new Sqlite(file, { readonly: true, fileMustExist: true })
  // KiB. Sorting a day would fill the default of 16 MB, without being faster.
  database.pragma('cache_size = -4000')
  try {
    const rows = database
      .prepare<[], EventRow>(
        `select device, at, subject, type, page.text as page_key, url, referrer.text as referrer, is_first,
          track.text as track_id, label.text as element_text, custom.text as custom, context.text as context, new_device
        from event
        join word page on page.id = page join word referrer on referrer.id = referrer
        join word track on track.id = track join word label on label.id = label
        join word custom on custom.id = custom join word context on context.id = context
        order by device, at`,
      )
      .safeIntegers()
      .iterate()
    for (const row of rows) yield eventOf(row)
  } finally {
    database.close()
  }
}
