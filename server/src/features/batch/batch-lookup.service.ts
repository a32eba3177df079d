import { BATCH_CANDIDATES, type BatchResult } from '@baiqicha/contract/batch'
import type { SearchAnswer, SearchQuery } from '@baiqicha/contract/company-search'
import type { MatchField, SearchHit } from '@baiqicha/contract/company-summary'
import { nameKey } from '../../domain/names/company-name.ts'
import type { Database } from '../../platform/database/database.ts'
import { isRealCompany } from '../../platform/database/portable-sql.ts'
import { SearchUnavailable } from '../../search/company-search.ts'

/** Ids of companies by code, by the key of their name, and by the key of a former name. */
export type ExactCompanies = {
  byCode: ReadonlyMap<string, readonly string[]>
  byName: ReadonlyMap<string, readonly string[]>
  byFormerName: ReadonlyMap<string, readonly string[]>
}

const textsOf = (texts: readonly (string | null)[]) => [
  ...new Set(texts.filter((text) => text !== null && text !== '')),
]

type KeyedRow = { key: string | null; id: string; prominence: number }

/** The best known company first. Sorted here: with an order SQLite may read every company by it. */
function idsByKey(rows: readonly KeyedRow[]): Map<string, string[]> {
  const sorted = rows.toSorted((a, b) => a.prominence - b.prominence || (a.id < b.id ? -1 : 1))
  const groups = Map.groupBy(sorted, ({ key }) => key ?? '')
  return new Map([...groups].map(([key, of]) => [key, [...new Set(of.map(({ id }) => id))]]))
}

/** Finds companies by whole codes and whole names, each by an index. */
export function createExactCompanies({ db, includeDemo }: { db: Database; includeDemo: boolean }) {
  const companies = () => {
    const all = db.selectFrom('company').select(['company.id as id', 'company.prominence as prominence'])
    return includeDemo ? all : all.where(isRealCompany)
  }
  return async (asked: readonly { name: string | null; code: string | null }[]): Promise<ExactCompanies> => {
    const codes = textsOf(asked.map(({ code }) => code))
    const keys = textsOf(asked.map(({ name }) => (name === null ? null : nameKey(name))))
    const byColumn = async (column: 'credit_code' | 'registration_number' | 'lei') =>
      codes.length === 0
        ? []
        : companies().select(`company.${column} as key`).where(`company.${column}`, 'in', codes).execute()
    const [byCreditCode, byRegistration, byLei, named, former] = await Promise.all([
      byColumn('credit_code'),
      byColumn('registration_number'),
      byColumn('lei'),
      keys.length === 0 ? [] : companies().select('name_key as key').where('name_key', 'in', keys).execute(),
      keys.length === 0
        ? []
        : companies()
            .innerJoin('company_name as other', 'other.company_id', 'company.id')
            .select('other.value_key as key')
            .where('other.value_key', 'in', keys)
            .where('other.kind', '=', 'former')
            .execute(),
    ])
    return {
      byCode: idsByKey([...byCreditCode, ...byRegistration, ...byLei]),
      byName: idsByKey(named),
      byFormerName: idsByKey(former),
    }
  }
}

/** What a row of a list asks for: at least one of the two. */
export type LookedUp = { name: string | null; code: string | null }
/** `companyId`: of a unique match. `candidates`: ids, best first. */
export type LookupResult = {
  result: BatchResult
  why: string
  companyId: string | null
  candidates: readonly string[]
}

type LookupDeps = {
  findExact: (asked: readonly LookedUp[]) => Promise<ExactCompanies>
  search: (query: SearchQuery) => Promise<SearchAnswer | null>
}

/** A row never finds companies by a person, a number, a scope or an address. */
const nameFields = new Set<MatchField>([
  ...(['name', 'formerName', 'shortName', 'formerShortName', 'englishName', 'alias', 'stockCode'] as const),
  ...(['pinyin', 'initials', 'fuzzy', 'mentionedName'] as const),
])
/** Searched hits: as many again as are shown, for those that match by another fact. */
const SEARCHED_HITS = 20

const unique = (companyId: string, why: string): LookupResult => ({
  result: '唯一匹配',
  why,
  companyId,
  candidates: [],
})
const several = (candidates: readonly string[], why: string): LookupResult => ({
  result: '多个候选',
  why,
  companyId: null,
  candidates: candidates.slice(0, BATCH_CANDIDATES),
})
const missing = (why = '暂未收录，不代表不存在'): LookupResult => ({
  result: '未收录',
  why,
  companyId: null,
  candidates: [],
})

const countText = (ids: readonly string[], text: string) =>
  ids.length > BATCH_CANDIDATES
    ? `${text} ${ids.length} 家，仅列前 ${BATCH_CANDIDATES} 家`
    : `${text} ${ids.length} 家，请选择`

const codeTitle = (code: string) => (code.length === 18 ? '统一社会信用代码' : '代码')

/** The result that exact names and codes give; null: the row has to be searched. */
function exactResult({ name, code }: LookedUp, exact: ExactCompanies): LookupResult | null {
  const key = name === null ? '' : nameKey(name)
  const byCode = code === null ? [] : (exact.byCode.get(code) ?? [])
  const named = exact.byName.get(key) ?? []
  const former = (exact.byFormerName.get(key) ?? []).filter((id) => !named.includes(id))
  const [only] = byCode
  if (code !== null && only !== undefined) {
    if (byCode.length > 1) return several(byCode, countText(byCode, `${codeTitle(code)}相同的企业`))
    const [other] = named
    if (name === null || named.includes(only)) return unique(only, `${codeTitle(code)}一致`)
    if (former.includes(only)) return unique(only, `${codeTitle(code)}一致，名称为曾用名`)
    return other === undefined
      ? unique(only, `${codeTitle(code)}一致，名称与登记不同`)
      : several([only, ...named], '代码与名称属于不同企业，请选择')
  }
  const all = [...named, ...former]
  const [first] = all
  if (first === undefined) return null
  const note = code === null ? '' : '代码暂未收录，'
  if (all.length === 1) return unique(first, `${note}${named.length === 1 ? '企业全称一致' : '曾用名一致'}`)
  if (former.length === 0) return several(all, `${note}${countText(all, '同名企业')}`)
  return several(all, `${note}${named.length === 0 ? countText(all, '曾用此名的企业') : '另有企业曾用此名，请选择'}`)
}

/** Whether the typed text contains the whole name of the company. */
const containsName = (typed: string, { name }: SearchHit) => nameKey(typed).includes(nameKey(name))

/** A correction that begins after one character of the name has a part of another trade name: 溪 of 青溪. */
const dividesTradeName = ({ matchReason, hitRanges }: SearchHit) =>
  matchReason.field === 'fuzzy' && hitRanges[0]?.[0] === 1

/** The result of a search by name. */
function searchedResult(typed: string, answer: SearchAnswer | null): LookupResult {
  if (answer === null) return missing()
  const { usedKeyword, total, totalCapped } = answer
  const hits = answer.list.filter(
    (hit) =>
      nameFields.has(hit.matchReason.field) &&
      !dividesTradeName(hit) &&
      (usedKeyword === undefined || containsName(typed, hit)),
  )
  if (hits.length === 0) return missing()
  const ids = hits.map(({ id }) => id)
  if (hits.every(({ matchReason }) => matchReason.field === 'stockCode'))
    return several(ids, '证券代码一致，请确认企业')
  const isCut = total > BATCH_CANDIDATES && hits.length > BATCH_CANDIDATES && usedKeyword === undefined
  return several(
    ids,
    isCut ? `共 ${total}${totalCapped ? '+' : ''} 家名称相近，仅列前 ${BATCH_CANDIDATES} 家` : '名称相近，请选择企业',
  )
}

/** The result of a search by a code that no exact look-up knows: an organisation code is part of the credit code. */
function searchedCode(code: string, answer: SearchAnswer | null): LookupResult {
  const hits = answer?.list.filter(({ matchReason }) => matchReason.field === 'organisationCode') ?? []
  const [only] = hits
  if (only !== undefined && hits.length === 1) return unique(only.id, '组织机构代码一致')
  return missing(`暂未收录该${codeTitle(code)}，不代表不存在`)
}

export function createBatchLookup({ findExact, search }: LookupDeps) {
  async function searchFor(keyword: string): Promise<SearchAnswer | null> {
    const answer = await search({ keyword, page: 1, pageSize: SEARCHED_HITS, sort: 'relevance' })
    // The database alone knows beginnings of names only: a typo would be 未收录.
    if (answer?.partial === true) throw new SearchUnavailable('preparing', 1)
    return answer
  }

  return {
    /**
     * Results in the order of the rows. One row after the other is searched, so that the searches of others wait for at most one.
     * @throws SearchUnavailable while no index is in use
     */
    async lookUp(asked: readonly LookedUp[]): Promise<LookupResult[]> {
      const exact = await findExact(asked)
      const results: LookupResult[] = []
      for (const one of asked) {
        const known = exactResult(one, exact)
        if (known !== null) results.push(known)
        else if (one.name !== null) results.push(searchedResult(one.name, await searchFor(one.name)))
        else if (one.code?.length === 9) results.push(searchedCode(one.code, await searchFor(one.code)))
        else results.push(one.code === null ? missing() : missing(`暂未收录该${codeTitle(one.code)}，不代表不存在`))
      }
      return results
    },
  }
}
export type BatchLookup = ReturnType<typeof createBatchLookup>
