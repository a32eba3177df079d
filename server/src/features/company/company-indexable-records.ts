import { type RecordFields, textOf } from '@baiqicha/contract/records/fields'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import { businessRiskKeys, legalRiskKeys } from '@baiqicha/contract/records/record-keys'
import { type RiskFilter, riskFilters } from '@baiqicha/contract/search-vocabulary'
import type { Clock } from '../../domain/clock.ts'
import type { IndexableCompany } from '../../domain/indexable-company.ts'
import type { Covered } from '../../indexing/company-search.ts'
import { anyOf } from '../../platform/database/any-of.ts'
import type { Database } from '../../platform/database/database.ts'
import type { CompanyTable } from '../../platform/database/tables/company.ts'
import { memberKinds } from '../../records/company-changes.ts'
import { fateInSql, isShown, todayOf } from '../../records/record-fate.ts'
import { linkedKeysOf } from './company-indexable-links.ts'

/** What a company is found by that its records say. */
export type RecordsOfCompany = Pick<IndexableCompany, 'risks' | 'members'>

/** What finds the records of a company. */
export type LinkedCompany = Pick<CompanyTable, 'id' | 'credit_code' | 'registration_number' | 'name_key'>

export interface IndexedRecords {
  /** Of these companies, as it stands now. */
  of(companyIds: readonly string[]): Promise<Map<string, RecordsOfCompany>>
  ofCompanies(companies: readonly LinkedCompany[]): Promise<Map<string, RecordsOfCompany>>
  /** Companies for which every kind that 风险 offers is connected. */
  covered(): Promise<Covered[]>
  /** Whether there is any record at all. */
  hasAny(): Promise<boolean>
}

const riskKinds = [...legalRiskKeys, ...businessRiskKeys]
const isOffered = (kind: string): boolean => kind in riskFilters && kind !== 'none'
const offeredKinds = riskKinds.filter(isOffered)

/** A company of which nothing is recorded. */
export const noRecords = (): RecordsOfCompany => ({ risks: ['none'], members: [] })

/** So many shareholders and key persons are looked for: some cooperatives list thousands. */
const MOST_MEMBERS = 1000

type Risk = { subject_key: string; kind: RiskFilter; fate: string }

/** What the search index is told of records, and what is looked at again when it has answered. */
export function createIndexedRecords(db: Database, clock: Clock): IndexedRecords {
  const subjects = (keys: readonly string[], today: string) =>
    db.selectFrom('record_subject').where('subject_key', 'in', anyOf(db, keys)).where(isShown(today))

  const risksOf = (keys: readonly string[], today: string): Promise<Risk[]> =>
    subjects(keys, today)
      .where('kind', 'in', riskKinds)
      .select(['subject_key', 'kind', fateInSql(today).as('fate')])
      .distinct()
      .$narrowType<{ kind: (typeof riskKinds)[number] }>()
      .execute()

  async function membersOf(keys: readonly string[], today: string) {
    const current = subjects(keys, today)
      .where('kind', 'in', memberKinds)
      .where(fateInSql(today), '=', 'current')
      .select(['subject_key', 'kind', 'record_id'])
      .as('subject')
    const rows = await db
      .selectFrom(current)
      .innerJoin('record', 'record.id', 'subject.record_id')
      .select(['subject.subject_key', 'subject.kind', 'record.content'])
      .orderBy('subject.subject_key')
      .orderBy('subject.kind')
      .orderBy('subject.record_id')
      .execute()
    return rows.flatMap(({ subject_key, kind, content }) => {
      const fields: RecordFields = JSON.parse(content)
      const name = textOf(fields, recordKinds[kind].heading ?? '')
      return name === null ? [] : [{ subject_key, name }]
    })
  }

  async function ofCompanies(companies: readonly LinkedCompany[]) {
    const today = todayOf(clock.now())
    const linked = await linkedKeysOf(db, companies)
    const keys = [...new Set([...linked.values()].flat())]
    const risks = Map.groupBy(await risksOf(keys, today), (row) => row.subject_key)
    const members = Map.groupBy(await membersOf(keys, today), (row) => row.subject_key)
    return new Map(
      Array.from(linked, ([id, own]) => [
        id,
        {
          risks: risksAmong(own.flatMap((key) => risks.get(key) ?? [])),
          members: [...new Set(own.flatMap((key) => members.get(key) ?? []).map(({ name }) => name))].slice(
            0,
            MOST_MEMBERS,
          ),
        },
      ]),
    )
  }

  return {
    ofCompanies,
    of: async (companyIds) => {
      const columns = ['id', 'credit_code', 'registration_number', 'name_key'] as const
      return ofCompanies(
        await db.selectFrom('company').select(columns).where('id', 'in', anyOf(db, companyIds)).execute(),
      )
    },
    covered: async () => {
      const feeds = await db
        .selectFrom('record_feed')
        .select(['kind', 'is_demo'])
        .distinct()
        .where('kind', 'in', offeredKinds)
        .execute()
      const isWhole = (isDemo: 0 | 1) => feeds.filter((feed) => feed.is_demo === isDemo).length === offeredKinds.length
      return [...(isWhole(0) ? ['real' as const] : []), ...(isWhole(1) ? ['demo' as const] : [])]
    },
    hasAny: async () =>
      (await db.selectFrom('record_subject').select('kind').limit(1).executeTakeFirst()) !== undefined,
  }
}

/** What is disputed is neither told as a risk nor as the lack of one. */
function risksAmong(rows: readonly Risk[]): RiskFilter[] {
  const current = new Set(rows.filter(({ fate }) => fate === 'current').map(({ kind }) => kind))
  const isClear = rows.every(({ kind, fate }) => fate === 'history' || !isOffered(kind))
  return isClear ? [...current, 'none'] : [...current]
}
