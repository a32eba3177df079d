import { type RecordFields, textOf } from '@baiqicha/contract/records/fields'
import { businessRiskKeys, legalRiskKeys, type RecordKindKey } from '@baiqicha/contract/records/kind-table'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import { type RiskFilter, riskFilters } from '@baiqicha/contract/search-vocabulary'
import type { Clock } from '../../domain/clock.ts'
import type { IndexableCompany } from '../../domain/company/indexable-company.ts'
import type { Database } from '../../platform/database/database.ts'
import { inJsonArray } from '../../platform/database/in-json-array.ts'
import { memberKinds } from '../../records/company-changes.ts'
import { createCompanySubjects } from '../../records/company-subjects.ts'
import { isShown, todayOf, visibilityInSql } from '../../records/record-visibility.ts'
import type { CompanyPopulation } from '../../search/company-search.ts'

/** Facts about a company that the search index takes from records. */
export type IndexableRecords = Pick<IndexableCompany, 'risks' | 'members'>

export interface IndexableRecordsRepository {
  /** Current facts by company id; unknown companies are left out. */
  of(companyIds: readonly string[]): Promise<Map<string, IndexableRecords>>
  /** Companies, real or demonstration, for which every kind offered under 风险 is connected. */
  covered(): Promise<CompanyPopulation[]>
  /** Whether any record is stored. */
  hasAny(): Promise<boolean>
}

const riskKinds = [...legalRiskKeys, ...businessRiskKeys]
type RiskKind = (typeof riskKinds)[number]
const risky = new Set<string>(riskKinds)
const isRiskKind = (kind: RecordKindKey): kind is RiskKind => risky.has(kind)
const isOffered = (kind: RiskKind) => kind in riskFilters
const offeredKinds = riskKinds.filter(isOffered)

/** Facts of a company without records. */
export const noIndexableRecords = (): IndexableRecords => ({ risks: ['none'], members: [] })

/** Most shareholders and key persons indexed per company: some cooperatives list thousands. */
const MOST_MEMBERS = 1000

type ShownSubject = { subject_key: string; kind: RecordKindKey; view: string; member: string | null }
type Member = { subject_key: string; name: string }

/** Reads the facts about companies that the search index takes from records, and that confirm its hits. */
export function createIndexableRecordsRepository(db: Database, clock: Clock): IndexableRecordsRepository {
  // Demonstration companies are included: callers have already filtered them.
  const subjects = createCompanySubjects(db, true)

  /**
   * Kinds of the shown records under these keys, with the id of each record that names a member. Filtering by kind in
   * SQL would cost more than filtering afterwards.
   */
  const findShownSubjects = (keys: readonly string[], today: string): Promise<ShownSubject[]> =>
    db
      .selectFrom('record_subject')
      .where('subject_key', 'in', inJsonArray(db, keys))
      .where(isShown(today))
      .select((row) => [
        'subject_key',
        'kind',
        visibilityInSql(today).as('view'),
        row.case().when('kind', 'in', memberKinds).then(row.ref('record_id')).else(null).end().as('member'),
      ])
      .distinct()
      .execute()

  /** Ordered by record id, so that the same company always yields the same list. */
  async function findMembers(subjectRows: readonly ShownSubject[]): Promise<Member[]> {
    const naming = subjectRows.flatMap(({ subject_key, kind, view, member }) =>
      member === null || view !== 'current' ? [] : [{ subject_key, kind, member }],
    )
    if (naming.length === 0) return []
    const ids = naming.map(({ member }) => member)
    const rows = await db
      .selectFrom('record')
      .select(['id', 'content'])
      .where('id', 'in', inJsonArray(db, ids))
      .execute()
    const contentOf = new Map(rows.map(({ id, content }) => [id, content]))
    return naming
      .toSorted((a, b) => (a.member < b.member ? -1 : 1))
      .flatMap(({ subject_key, kind, member }) => {
        const fields: RecordFields = JSON.parse(contentOf.get(member) ?? '{}')
        const name = textOf(fields, recordKinds[kind].heading ?? '')
        return name === null ? [] : [{ subject_key, name }]
      })
  }

  return {
    async of(companyIds) {
      const companies = [...(await subjects.find(companyIds))].map(([id, { keys, namesakeKey }]) => ({
        id,
        own: keys.map(({ key }) => key),
        namesakes: namesakeKey === null ? [] : [namesakeKey],
      }))
      const keys = [...new Set(companies.flatMap(({ own, namesakes }) => [...own, ...namesakes]))]
      const all = await findShownSubjects(keys, todayOf(clock.now()))
      const subjectRows = Map.groupBy(all, (row) => row.subject_key)
      const members = Map.groupBy(await findMembers(all), (row) => row.subject_key)
      const risksUnder = (some: readonly string[]) => some.flatMap((key) => risksIn(subjectRows.get(key) ?? []))
      return new Map(
        companies.map(({ id, own, namesakes }) => {
          const names = own.flatMap((key) => members.get(key) ?? []).map(({ name }) => name)
          const known = { own: risksUnder(own), maybe: risksUnder(namesakes) }
          return [id, { risks: risksAmong(known), members: [...new Set(names)].slice(0, MOST_MEMBERS) }]
        }),
      )
    },

    async covered() {
      const feeds = await db
        .selectFrom('record_feed')
        .select(['kind', 'is_demo'])
        .distinct()
        .where('kind', 'in', offeredKinds)
        .execute()
      const isCovered = (isDemo: 0 | 1) =>
        feeds.filter((feed) => feed.is_demo === isDemo).length === offeredKinds.length
      const covered: CompanyPopulation[] = isCovered(0) ? ['real'] : []
      return isCovered(1) ? [...covered, 'demo'] : covered
    },

    hasAny: async () =>
      (await db.selectFrom('record_subject').select('kind').limit(1).executeTakeFirst()) !== undefined,
  }
}

type Risk = { kind: RiskKind; view: string }

const risksIn = (subjectRows: readonly ShownSubject[]): Risk[] =>
  subjectRows.flatMap(({ kind, view }) => (isRiskKind(kind) ? [{ kind, view }] : []))

/**
 * A disputed record, or one about a name shared with other companies, is no risk of the company, but it excludes
 * `none`. `maybe`: records about a shared name.
 */
function risksAmong({ own, maybe }: { own: readonly Risk[]; maybe: readonly Risk[] }): RiskFilter[] {
  const current = new Set<RiskFilter>(own.filter(({ view }) => view === 'current').map(({ kind }) => kind))
  const isNothing = [...own, ...maybe].every(({ kind, view }) => view === 'history' || !isOffered(kind))
  return isNothing ? [...current, 'none'] : [...current]
}
