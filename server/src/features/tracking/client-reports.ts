import { REPORT_LENGTH, type SaveReportBody } from '@baiqicha/contract/tracking'
import { sql } from 'kysely'
import { type Clock, chinaDay, DAY_MS } from '../../domain/clock.ts'
import { sha256 } from '../../platform/crypto/hmac.ts'
import type { Database } from '../../platform/database/database.ts'
import type { ClientFaultTable, ClientVitalTable } from '../../platform/database/tables/tracking.ts'
import { takeOrRefuse } from '../../platform/limits/limit-refusal.ts'
import type { Limiter } from '../../platform/limits/limiter.ts'

/** Different rows of a day and process; a hostile client must not fill the database. */
const ROWS_PER_DAY = 5_000
/** Steps of 5 percent. */
const STEPS = 20

/** Repeats the scrubbing of the page: a client is not trusted to have done it. */
export const scrub = (text: string) =>
  text
    .replaceAll(/\?[^\s"')]*/g, '?…')
    .replaceAll(/[\w-]{32,}|\d{6,}|[^\x20-\x7e\n…]+/g, '…')
    .slice(0, REPORT_LENGTH)

/** One scale for milliseconds and for the score of CLS, so that a day has few rows. */
export const stepOf = (value: number) => Math.round(Math.log1p(value * 1_000) * STEPS)
export const valueOf = (step: number) => Math.expm1(step / STEPS) / 1_000

type Range = { from: string; to: string; platformType: string | null }
export type FaultRow = { message: string; pageKey: string; count: number; lastAt: number }
/** `p75`: milliseconds, or the score of CLS, within 3 percent. */
export type VitalRow = { name: string; pageKey: string; count: number; p75: number }

type ClientReportsDeps = { db: Database; limiter: Limiter; clock: Clock }

async function store(tx: Database, someFaults: ClientFaultTable[], someVitals: ClientVitalTable[]) {
  for (const row of someFaults) {
    await tx
      .insertInto('client_fault')
      .values(row)
      .onConflict((conflict) =>
        conflict.columns(['day', 'type', 'page_key', 'platform_type', 'text_hash']).doUpdateSet({
          count: sql`client_fault.count + excluded.count`,
          last_at: sql`excluded.last_at`,
        }),
      )
      .execute()
  }
  for (const row of someVitals) {
    await tx
      .insertInto('client_vital')
      .values(row)
      .onConflict((conflict) =>
        conflict
          .columns(['day', 'name', 'page_key', 'platform_type', 'step'])
          .doUpdateSet({ count: sql`client_vital.count + excluded.count` }),
      )
      .execute()
  }
}

/** Reports of pages, counted in memory and stored each second: the request runs no query. */
export function createClientReports({ db, limiter, clock }: ClientReportsDeps) {
  let faults = new Map<string, ClientFaultTable>()
  let vitals = new Map<string, ClientVitalTable>()
  let known = { day: '', keys: new Set<string>() }

  function isWithinDay(day: string, key: string): boolean {
    if (known.day !== day) known = { day, keys: new Set() }
    if (known.keys.size >= ROWS_PER_DAY && !known.keys.has(key)) return false
    known.keys.add(key)
    return true
  }

  function add<Row extends { day: string; count: number }>(rows: Map<string, Row>, row: Row, parts: unknown[]) {
    const key = JSON.stringify(parts)
    if (!isWithinDay(row.day, key)) return false
    const before = rows.get(row.day + key)
    rows.set(row.day + key, { ...row, count: row.count + (before?.count ?? 0) })
    return true
  }
  const addFault = (row: ClientFaultTable) =>
    add(faults, row, [row.type, row.page_key, row.platform_type, row.text_hash])
  const addVital = (row: ClientVitalTable) => add(vitals, row, [row.name, row.page_key, row.platform_type, row.step])

  return {
    /** false: the day has too many different reports. @throws Refusal above the limit of the address */
    async receive({ type, data }: SaveReportBody, address: string): Promise<boolean> {
      await takeOrRefuse(limiter, [{ limit: 'reportsPerAddress', subject: address }])
      const now = clock.now()
      const common = { day: chinaDay(now), page_key: scrub(data.pageKey), platform_type: data.platformType, count: 1 }
      if ('name' in data) return addVital({ ...common, name: data.name, step: stepOf(data.value) })
      const text = scrub(data.text)
      return addFault({ ...common, type, text, text_hash: sha256(text), last_at: now })
    },

    async flush(): Promise<void> {
      if (faults.size === 0 && vitals.size === 0) return
      const [someFaults, someVitals] = [[...faults.values()], [...vitals.values()]]
      faults = new Map()
      vitals = new Map()
      try {
        await db.transaction().execute((tx) => store(tx, someFaults, someVitals))
      } catch (error) {
        someFaults.forEach(addFault)
        someVitals.forEach(addVital)
        throw error
      }
    },

    async dropOld(keptDays: number): Promise<void> {
      const first = chinaDay(clock.now() - keptDays * DAY_MS)
      for (const table of ['client_fault', 'client_vital'] as const) {
        await db.deleteFrom(table).where('day', '<', first).execute()
      }
    },
  }
}

/** What operators read: faults by count, and the time that three quarters of the page loads stay below. */
export const createClientFigures = (db: Database) => ({
  async errors({ from, to, platformType }: Range): Promise<FaultRow[]> {
    const rows = await db
      .selectFrom('client_fault')
      .select([
        'text',
        'page_key',
        sql<number | string>`sum(count)`.as('count'),
        sql<number>`max(last_at)`.as('last_at'),
      ])
      .where('day', '>=', from)
      .where('day', '<=', to)
      .$if(platformType !== null, (query) => query.where('platform_type', '=', platformType ?? ''))
      .groupBy(['text', 'page_key'])
      .orderBy('count', 'desc')
      .orderBy('text')
      .execute()
    return rows.map((row) => ({
      message: row.text,
      pageKey: row.page_key,
      count: Number(row.count),
      lastAt: row.last_at,
    }))
  },

  async vitals({ from, to, platformType }: Range): Promise<VitalRow[]> {
    const rows = await db
      .selectFrom('client_vital')
      .select(['name', 'page_key', 'step', sql<number | string>`sum(count)`.as('count')])
      .where('day', '>=', from)
      .where('day', '<=', to)
      .$if(platformType !== null, (query) => query.where('platform_type', '=', platformType ?? ''))
      .groupBy(['name', 'page_key', 'step'])
      .orderBy('name')
      .orderBy('page_key')
      .orderBy('step')
      .execute()
    const groups = Map.groupBy(rows, ({ name, page_key }) => `${name} ${page_key}`)
    return [...groups.values()].flatMap((steps) => {
      const [first] = steps
      if (first === undefined) return []
      const count = steps.reduce((sum, step) => sum + Number(step.count), 0)
      let below = 0
      const at = steps.find((step) => (below += Number(step.count)) >= count * 0.75) ?? first
      return [{ name: first.name, pageKey: first.page_key, count, p75: valueOf(at.step) }]
    })
  },
})
export type ClientReports = ReturnType<typeof createClientReports>
