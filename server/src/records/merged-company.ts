import { compileOnce } from '../platform/database/compile-once.ts'
import type { Database } from '../platform/database/database.ts'

/** Reads the id of the company that has an id which was given up, as after a merge; null: it never was one. */
export function createMergedCompanyReader(db: Database): (id: string) => Promise<string | null> {
  const find = compileOnce(db, ([id = '']) =>
    db.selectFrom('company_former_id').select('company_id as id').where('id', '=', id),
  )
  return async (id) => (await find([id]))[0]?.id ?? null
}
