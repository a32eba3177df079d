import type { SearchAnswer, SearchQuery, SuggestAnswer } from '@baiqicha/contract/company-search'
import type { CompanySummary } from '@baiqicha/contract/company-summary'
import { PAGE_SIZE_LIMIT } from '@baiqicha/contract/envelope'
import {
  CREDIT_CODE_PROPERTY,
  RECONCILE_PATH,
  RECONCILE_SUGGEST_PATH,
  type ReconcileCandidate,
  type ReconcileManifest,
  type ReconcileQuery,
} from '@baiqicha/contract/reconcile'
import { isCreditCode } from '../../domain/company/credit-code.ts'
import { nameKey } from '../../domain/names/company-name.ts'

const companyType = { id: 'company', name: '企业' }
const USUAL_CANDIDATES = 5
const EXACT_SCORE = 100
/** Of the first candidate that is not exact. */
const FIRST_SCORE = 49

type ReconcileDeps = {
  searches: {
    search(query: SearchQuery): Promise<SearchAnswer | null>
    suggest(typed: string): Promise<SuggestAnswer | null>
  }
}

/** The credit code among the properties of a query; undefined for none. */
function codeOf({ properties = [] }: ReconcileQuery): string | undefined {
  const value = properties.find(({ pid }) => pid === CREDIT_CODE_PROPERTY)?.v
  const code = typeof value === 'string' ? value.trim().toUpperCase() : ''
  return isCreditCode(code) ? code : undefined
}

const describe = ({ creditCode, status, region }: CompanySummary) =>
  [creditCode, status, region].filter((part) => part !== null).join('，')

export const createReconcileService = ({ searches }: ReconcileDeps) => ({
  /** Candidates for one query, best first. @throws SearchUnavailable */
  async reconcile(query: ReconcileQuery): Promise<ReconcileCandidate[]> {
    const code = codeOf(query)
    const keyword = code ?? query.query ?? ''
    const limit = Math.max(1, Math.min(Math.trunc(query.limit ?? USUAL_CANDIDATES), PAGE_SIZE_LIMIT))
    const key = nameKey(keyword)
    if (key === '') return []
    // As many as the search shows at once: whether a name is unique must not depend on the limit.
    const found = await searches.search({ keyword, page: 1, pageSize: PAGE_SIZE_LIMIT, sort: 'relevance' })
    const rows = found?.list ?? []
    const isExact = (row: CompanySummary) => nameKey(row.name) === key || row.creditCode === keyword.toUpperCase()
    const exact = rows.filter(isExact).length
    return rows.slice(0, limit).map((row, at) => ({
      id: row.id,
      name: row.name,
      description: describe(row),
      score: isExact(row) ? EXACT_SCORE : FIRST_SCORE - at,
      match: exact === 1 && isExact(row),
      type: [companyType],
    }))
  },

  /** Companies whose names begin or match as in the search box. @throws SearchUnavailable */
  async suggest(prefix: string): Promise<{ id: string; name: string; notable: (typeof companyType)[] }[]> {
    const found = await searches.suggest(prefix)
    return (found?.list ?? []).map(({ id, name }) => ({ id, name, notable: [companyType] }))
  },
})
export type ReconcileService = ReturnType<typeof createReconcileService>

/** `origin`: that of the site, as in https://www.example.com. */
export const reconcileManifest = (origin: string): ReconcileManifest => ({
  versions: ['0.2'],
  name: '百企查',
  identifierSpace: `${origin}${RECONCILE_PATH}#companies`,
  schemaSpace: `${origin}${RECONCILE_PATH}#properties`,
  view: { url: `${origin}/company/detail?id={{id}}` },
  defaultTypes: [companyType],
  suggest: {
    entity: { service_url: origin, service_path: RECONCILE_SUGGEST_PATH },
  },
})
