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

/** What a company is found by that its records say. */
export type RecordsOfCompany = Pick<IndexableCompany, 'risks' | 'members'>

export interface IndexedRecords {
  /** Of these companies, as it stands now, by their ids; unknown ones are left out. */
  of(companyIds: readonly string[]): Promise<Map<string, RecordsOfCompany>>
  /** Companies for which every kind that 风险 offers is connected. */
  covered(): Promise<CompanyPopulation[]>
  /** Whether there is any record at all. */
  hasAny(): Promise<boolean>
}

const riskKinds = [...legalRiskKeys, ...businessRiskKeys]
type RiskKind = (typeof riskKinds)[number]
const risky = new Set<string>(riskKinds)
const isRiskKind = (kind: RecordKindKey): kind is RiskKind => risky.has(kind)
const isOffered = (kind: RiskKind) => kind in riskFilters
const offeredKinds = riskKinds.filter(isOffered)

/** Of a company of which nothing is recorded. */
export const noRecords = (): RecordsOfCompany => ({ risks: ['none'], members: [] })

/** So many shareholders and key persons a company is found by: some cooperatives list thousands. */
const MOST_MEMBERS = 1000

type Told = { subject_key: string; kind: RecordKindKey; fate: string; member: string | null }
type Member = { subject_key: string; name: string }

/** What the search index is told of records, and what is looked at once more when it has answered. */
export function createIndexedRecords(db: Database, clock: Clock): IndexedRecords {
  // Whether fictional companies exist for readers is asked before.
  const subjects = createCompanySubjects(db, true)

  /** Which kinds are told under the keys, and every record that names a member. Kinds are chosen later: asking for each costs more. */
  const findTold = (keys: readonly string[], today: string): Promise<Told[]> =>
    db
      .selectFrom('record_subject')
      .where('subject_key', 'in', inJsonArray(db, keys))
      .where(isShown(today))
      .select((row) => [
        'subject_key',
        'kind',
        visibilityInSql(today).as('fate'),
        row.case().when('kind', 'in', memberKinds).then(row.ref('record_id')).else(null).end().as('member'),
      ])
      .distinct()
      .execute()

  /** In the order of their records' ids, so that the same company is always told the same. */
  async function findMembers(told: readonly Told[]): Promise<Member[]> {
    const naming = told.flatMap(({ subject_key, kind, fate, member }) =>
      member === null || fate !== 'current' ? [] : [{ subject_key, kind, member }],
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
      const all = await findTold(keys, todayOf(clock.now()))
      const told = Map.groupBy(all, (row) => row.subject_key)
      const members = Map.groupBy(await findMembers(all), (row) => row.subject_key)
      const risksUnder = (some: readonly string[]) => some.flatMap((key) => risksIn(told.get(key) ?? []))
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

type Risk = { kind: RiskKind; fate: string }

const risksIn = (told: readonly Told[]): Risk[] =>
  told.flatMap(({ kind, fate }) => (isRiskKind(kind) ? [{ kind, fate }] : []))

/**
 * What is disputed, or told of a name that others bear too, is no risk of the company, but it is not nothing either.
 * `maybe`: told of such a name.
 */
function risksAmong({ own, maybe }: { own: readonly Risk[]; maybe: readonly Risk[] }): RiskFilter[] {
  const current = new Set<RiskFilter>(own.filter(({ fate }) => fate === 'current').map(({ kind }) => kind))
  const isNothing = [...own, ...maybe].every(({ kind, fate }) => fate === 'history' || !isOffered(kind))
  return isNothing ? [...current, 'none'] : [...current]
}
