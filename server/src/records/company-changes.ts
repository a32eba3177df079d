import { businessRiskKeys, legalRiskKeys, type RecordKindKey } from '@baiqicha/contract/records/kind-table'
import { type RawBuilder, sql } from 'kysely'
import { isPostgres } from '../platform/database/dialect.ts'
import { inJsonArray } from '../platform/database/in-json-array.ts'

/** Kinds by whose people a company is found: 查询范围 股东高管. */
export const memberKinds = ['shareholderInfo', 'keyPerson'] as const satisfies readonly RecordKindKey[]

const indexedKinds = new Set<RecordKindKey>([...legalRiskKeys, ...businessRiskKeys, ...memberKinds])

/** Whether the search index knows of records of this kind: only then a change of one is a change of its companies. */
export const isIndexed = (kind: RecordKindKey): boolean => indexedKinds.has(kind)

/** Whom changed records are about: their subject keys, and the normalised names told with them. */
export type ChangedSubjects = { subjectKeys: readonly string[]; nameKeys?: readonly string[] }

/**
 * Tells the search index of every company that records under these keys may be about, by its code, its number or its
 * name. To be executed, or compiled, in the transaction that changes the records.
 */
export function companyChanges(
  db: Parameters<typeof isPostgres>[0],
  { subjectKeys, nameKeys = [] }: ChangedSubjects,
  now: number,
): RawBuilder<unknown> {
  const valuesOf = (mark: string) =>
    subjectKeys.filter((key) => key.startsWith(mark)).map((key) => key.slice(mark.length))
  const at = isPostgres(db) ? sql`${now}::bigint` : sql`${now}`
  return sql`insert into company_change (company_id, at)
    select id, ${at} from (
      select id from company where credit_code in ${inJsonArray(db, valuesOf('c:'))}
      union select id from company where registration_number in ${inJsonArray(db, valuesOf('r:'))}
      union select id from company where name_key in ${inJsonArray(db, [...new Set([...valuesOf('n:'), ...nameKeys])])}
    ) as changed`
}
