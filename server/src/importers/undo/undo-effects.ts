import type { UndoEffects } from '@baiqicha/contract/desk/uploads'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { COMPANIES_KIND, type NumberedImport } from '../file/import-run.ts'

const countOf = async (db: Database, from: RawBuilder<unknown>): Promise<number> => {
  const { rows } = await sql<{ count: number | string }>`select count(*) as count from ${from}`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

async function laterImports(
  db: Database,
  { number }: NumberedImport,
  table: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
) {
  const { rows } = await sql<{ run: number; shared: number | string }>`
    select other.run as run, count(distinct other.${id}) as shared from ${table} as own
    join ${table} as other on other.${id} = own.${id} and other.run > own.run
    where own.run = ${number} group by other.run order by other.run`.execute(db)
  if (rows.length === 0) return []
  const named = await db
    .selectFrom('import_history')
    .select(['number', 'file_name'])
    .where(
      'number',
      'in',
      rows.map(({ run }) => run),
    )
    .execute()
  const names = new Map(named.map((row) => [row.number, row.file_name]))
  return rows.map(({ run, shared }) => ({ number: run, fileName: names.get(run) ?? '', shared: Number(shared) }))
}

/** Reads what an undo of the import would change. */
export async function undoEffects(db: Database, numbered: NumberedImport): Promise<UndoEffects> {
  const { number } = numbered
  const ofCompanies = numbered.kind === COMPANIES_KIND
  const own = sql.raw(ofCompanies ? 'company' : 'record')
  const statements = sql.raw(ofCompanies ? 'company_statement' : 'record_statement')
  const id = sql.raw(ofCompanies ? 'company_id' : 'record_id')
  const stated = sql`(select distinct ${id} from ${statements} where run = ${number}) as stated`
  const alone = sql`${statements} as other where other.${id} = stated.${id} and other.run <> ${number}`
  const several = await countOf(db, stated)
  const withoutOthers = await countOf(db, sql`${stated} where not exists (select 1 from ${alone})`)
  const gone = sql`(select id from ${own} where only_run = ${number})`
  const usersOf = (table: string) => countOf(db, sql`${sql.raw(table)} where ${id} in ${gone}`)
  return {
    removed: withoutOthers + (await countOf(db, sql`${own} where only_run = ${number}`)),
    restored: several - withoutOthers,
    pending: await countOf(db, sql`(select distinct digest from pending_row where run = ${number}) as waiting`),
    later: await laterImports(db, numbered, statements, id),
    users: {
      follows: ofCompanies ? await usersOf('follow') : 0,
      views: ofCompanies ? await usersOf('view_history') : 0,
      corrections: await usersOf('correction'),
    },
  }
}
