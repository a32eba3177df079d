import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '../../server/src/platform/database/database.ts'
import { migrate } from '../../server/src/platform/database/migrate.ts'
import { openDatabase } from '../../server/src/platform/database/open-database.ts'
import { buildCompany, buildSource } from '../../server/test/builders/companies.ts'
import { seededRandom } from '../../server/test/builders/seeded-random.ts'
import { generatedCompanies } from './generated-companies.ts'

const ROWS_PER_INSERT = 500
/** Batches of changes per second, each in one transaction. */
const BATCHES = 10
/** Every probe is a company with a day of foundation that no other company has. */
const FIRST_PROBE_DAY = Date.UTC(1500, 0, 1)
const DAY_MS = 86_400_000

export type ChangingCompanies = {
  db: Database
  ids: string[]
  random: ReturnType<typeof seededRandom>
  close(): Promise<void>
}

/** Stores generated companies in an empty PostgreSQL database. */
export async function fillCompanies(databaseUrl: string, count: number, seed: number): Promise<ChangingCompanies> {
  const database = openDatabase({ databaseUrl, dataDir: '' })
  const { db } = database
  await migrate(db)
  await db.insertInto('source').values(buildSource()).execute()
  const ids: string[] = []
  const insert = async (rows: ReturnType<typeof buildCompany>['row'][]) => {
    if (rows.length > 0) await db.insertInto('company').values(rows).execute()
  }
  let rows: ReturnType<typeof buildCompany>['row'][] = []
  for (const { id, name, status, regionCode, capital, foundedOn, legalRepresentative, scope } of generatedCompanies(
    count,
    seed,
  )) {
    ids.push(id)
    const facts = { status, region_code: regionCode, capital_comparable: capital, founded_on: foundedOn, scope }
    rows.push(buildCompany({ id, name, ...facts, legal_representative: legalRepresentative, is_demo: 0 }).row)
    if (rows.length === ROWS_PER_INSERT) {
      await insert(rows)
      rows = []
    }
  }
  await insert(rows)
  await recordChanges(db, ids.slice(0, 1))
  return { db, ids, random: seededRandom(seed), close: () => database.close() }
}

const recordChanges = (db: Database, ids: readonly string[]) =>
  db
    .insertInto('company_change')
    .values(ids.map((company_id) => ({ company_id, at: Date.now() })))
    .execute()

export type Probe = { id: string; foundedOn: string; committedAt: number }

type Load = { perSecond: number; seconds: number; onProbe: (probe: Probe) => void }

/** Changes random companies at a steady rate. One of every second is reported as a probe once it is committed. */
export async function writeChanges({ db, ids, random }: ChangingCompanies, { perSecond, seconds, onProbe }: Load) {
  const startedAt = performance.now()
  const batches = seconds * BATCHES
  for (let batch = 0; batch < batches; batch += 1) {
    const changed = new Set(Array.from({ length: perSecond / BATCHES }, () => random.pick(ids)))
    const [probe = ''] = changed
    const foundedOn = new Date(FIRST_PROBE_DAY + batch * DAY_MS).toISOString().slice(0, 10)
    await db.transaction().execute(async (transaction) => {
      await transaction
        .updateTable('company')
        .set({ legal_representative: `演示甲${batch}` })
        .where('id', 'in', [...changed])
        .execute()
      await transaction.updateTable('company').set({ founded_on: foundedOn }).where('id', '=', probe).execute()
      await recordChanges(transaction, [...changed])
    })
    if (batch % BATCHES === 0) onProbe({ id: probe, foundedOn, committedAt: performance.now() })
    const ahead = startedAt + ((batch + 1) * 1000) / BATCHES - performance.now()
    if (ahead > 0) await wait(ahead)
  }
  const { changes } = await db
    .selectFrom('company_change')
    .select(({ fn }) => fn.countAll<number>().as('changes'))
    .executeTakeFirstOrThrow()
  return { changes: changes - 1, seconds: (performance.now() - startedAt) / 1000 }
}
