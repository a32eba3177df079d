import { businessRiskKeys, legalRiskKeys, type RecordKindKey } from '@baiqicha/contract/records/kind-table'
import { riskFilters } from '@baiqicha/contract/search-vocabulary'
import { type RawBuilder, sql } from 'kysely'
import { parseCoverage } from '../domain/records/record-coverage.ts'
import { inJsonArray, isPostgres } from '../platform/database/portable-sql.ts'
import { valuesWithMark } from './subject-rows.ts'

/** Kinds whose persons lead to a company: 查询范围 股东高管. */
export const memberKinds = ['shareholderInfo', 'keyPerson'] as const satisfies readonly RecordKindKey[]

/** Kinds with the number of people of one year: the filter 人员规模. */
export const headcountKinds = ['annualEmployees', 'annualInsurance'] as const satisfies readonly RecordKindKey[]

const indexedKinds = new Set<RecordKindKey>([
  ...legalRiskKeys,
  ...businessRiskKeys,
  ...memberKinds,
  ...headcountKinds,
  'contact',
  // Its revenue decides the rank of a company whose capital no source states.
  'listEntry',
])

/** Whether the search index reads records of this kind, so that a change of one is a change of its companies. */
export const isIndexed = (kind: RecordKindKey): boolean => indexedKinds.has(kind)

/** An instant to be selected: PostgreSQL does not infer the type of a parameter there. */
export const instantIn = (db: Parameters<typeof isPostgres>[0], instant: number): RawBuilder<unknown> =>
  isPostgres(db) ? sql`${instant}::bigint` : sql`${instant}`

/** Subjects of changed records: their subject keys, and the normalised names stated with the keys. */
export type ChangedSubjects = { subjectKeys: readonly string[]; nameKeys?: readonly string[] }

/**
 * Inserts a change for every company with one of these codes, numbers or names, so that the search index reads it
 * again. Run or compile it in the transaction that changes the records.
 */
export function companyChanges(
  db: Parameters<typeof isPostgres>[0],
  { subjectKeys, nameKeys = [] }: ChangedSubjects,
  now: number,
): RawBuilder<unknown> {
  const valuesOf = (mark: 'c:' | 'r:' | 'n:') => valuesWithMark(subjectKeys, mark)
  return sql`insert into company_change (company_id, at)
    select id, ${instantIn(db, now)} from (
      select id from company where credit_code in ${inJsonArray(db, valuesOf('c:'))}
      union select id from company where registration_number in ${inJsonArray(db, valuesOf('r:'))}
      union select id from company where name_key in ${inJsonArray(db, [...new Set([...valuesOf('n:'), ...nameKeys])])}
    ) as changed`
}

type CoverageChange = { kind: RecordKindKey; isDemo: 0 | 1; before: string | null; after: string | null }

/**
 * Inserts a change for every company that a source covers of the kind before or after a change of its coverage, so that the
 * search index reads it again, for which 未查询到风险 may change. null: none. The regions narrow the companies; the rest of a
 * coverage need not.
 */
export function coverageChanges(
  db: Parameters<typeof isPostgres>[0],
  { kind, isDemo, before, after }: CoverageChange,
  now: number,
): RawBuilder<unknown> | null {
  if (!(kind in riskFilters) || before === after) return null
  const coverages = [before, after].flatMap((text) => (text === null ? null : parseCoverage(text)) ?? [])
  const covering = coverages.filter(({ companies }) => companies !== 'named')
  if (covering.length === 0) return null
  const regions = covering.flatMap(({ regions: own }) => own ?? [''])
  const inRegions = regions.includes('')
    ? sql``
    : sql` and (${sql.join(
        [...new Set(regions)].map((prefix) => sql`region_code like ${`${prefix}%`}`),
        sql` or `,
      )})`
  return sql`insert into company_change (company_id, at)
    select id, ${instantIn(db, now)} from company where is_demo = ${isDemo}${inRegions}`
}
