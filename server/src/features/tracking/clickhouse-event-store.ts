import {
  type EventRow,
  type EventStore,
  eventColumns,
  eventOf,
  eventRowOf,
  type TrackedEvent,
} from './tracked-event.ts'

/** Milliseconds for a batch or a command, and for the first row of a day, which is sorted before. */
const ANSWER_MS = 10_000
const READING_MS = 120_000

/** ClickHouse answered with an error, or not at all. The message has no user name or password. */
class ClickHouseError extends Error {}

/** Neither TTL nor LowCardinality: version 18.16 has none. The day is that of China, not of the server. */
const createTable = `create table if not exists tracked_event (
  day Date, device Int64, at Int64, subject Nullable(Int64), type UInt8, page_key String, url String, referrer String,
  is_first UInt8, track_id String, element_text String, custom String, context String, new_device Nullable(Int64)
) engine = MergeTree partition by day order by (device, at)`

const parseRow = (line: string): EventRow => JSON.parse(line)

type Options = { answerMs?: number }

/** A day in the store comes from our own clock or from a checked option. @throws Error for another text */
function literal(day: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) throw new Error('a day is YYYY-MM-DD')
  return `'${day}'`
}

/** Events in ClickHouse, for larger sites; one partition per day. `url` may have a user, a password and `?database=`. */
export function createClickHouseEventStore(url: string, { answerMs = ANSWER_MS }: Options = {}): EventStore {
  const base = new URL(url)
  const headers: Record<string, string> = {}
  if (base.username !== '') {
    const login = `${decodeURIComponent(base.username)}:${decodeURIComponent(base.password)}`
    headers['authorization'] = `Basic ${Buffer.from(login).toString('base64')}`
  }
  base.username = ''
  base.password = ''
  base.searchParams.set('output_format_json_quote_64bit_integers', '1')
  let created: Promise<unknown> | null = null

  async function send(query: string, body: string | null, ms: number): Promise<Response> {
    const target = new URL(base)
    // The statement is in the address only when the body has the rows.
    if (body !== null) target.searchParams.set('query', query)
    let response: Response
    try {
      const signal = AbortSignal.timeout(ms)
      response = await fetch(target, { method: 'POST', headers, body: body ?? query, signal })
    } catch (error) {
      throw new ClickHouseError('ClickHouse does not answer', { cause: error })
    }
    if (response.ok) return response
    const text = await response.text().catch(() => '')
    throw new ClickHouseError(`ClickHouse answered ${response.status}: ${text.slice(0, 200)}`)
  }

  async function command(query: string, body: string | null = null): Promise<string> {
    if (created === null) {
      created = send(createTable, null, answerMs)
      // The next call tries again.
      created.catch(() => {
        created = null
      })
    }
    await created
    const response = await send(query, body, answerMs)
    try {
      return await response.text()
    } catch (error) {
      throw new ClickHouseError('ClickHouse stopped its answer', { cause: error })
    }
  }

  async function* read(day: string): AsyncGenerator<TrackedEvent, void, undefined> {
    const query = `select ${eventColumns} from tracked_event where day = ${literal(day)} order by device, at format JSONEachRow`
    const { body } = await send(query, null, READING_MS)
    if (body === null) return
    let rest = ''
    for await (const part of body.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + part).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) yield eventOf(parseRow(line))
    }
    // ClickHouse writes an error of a running query into the answer: it is no JSON, and parsing it fails.
    if (rest.trim() !== '') yield eventOf(parseRow(rest))
  }

  return {
    async append(events) {
      if (events.length === 0) return
      await command(
        'insert into tracked_event format JSONEachRow',
        events.map((event) => JSON.stringify(eventRowOf(event))).join('\n'),
      )
    },
    async readDay(day) {
      const found = await command(`select count() from tracked_event where day = ${literal(day)} format TabSeparated`)
      return found.trim() === '0' ? null : read(day)
    },
    async dropDay(day) {
      await command(`alter table tracked_event drop partition ${literal(day)}`)
    },
    async days() {
      const found = await command('select day from tracked_event group by day order by day format TabSeparated')
      return found.split('\n').filter((day) => day !== '')
    },
    close: async () => undefined,
  }
}
