import { setTimeout } from 'node:timers/promises'
import { companyStatuses } from '@baiqicha/contract/company-status'
import { kindTable } from '@baiqicha/contract/records/kind-table'
import type { SearchSort } from '@baiqicha/contract/search-vocabulary'
import { companyTypes, riskFilterKeys, riskFilters } from '@baiqicha/contract/search-vocabulary'
import { populationOf } from '../../../domain/company/regions.ts'
import {
  type CompanyCount,
  type CompanyFilters,
  type CountGroup,
  SearchUnavailable,
} from '../../../search/company-search.ts'
import { type Evidence, numberIn, shownIn, shownNumber } from '../evidence/evidence.ts'
import type { ToolCall } from '../evidence/tool-call.ts'
import type { ToolProblem, ToolResult } from '../evidence/tool-result.ts'
import { type CountableCompany, countRanked, lacksPlaces } from '../question/link/ranked-companies.ts'
import type { CompanyConditions, GroupBy, Order } from '../question/parsed-question.ts'
import {
  boundWords,
  dateField,
  emptyResult,
  evidenceOf,
  type Fields,
  fieldsOf,
  numberField,
  textField,
} from './evidence-fields.ts'
import { notConnected, recordEvidence } from './record-list.tool.ts'
import type { ToolDeps } from './tool-deps.ts'

/** Milliseconds for a count in the search, and for the whole count with its wait for a search thread. */
const BUDGET_MS = 700
const LIMIT_MS = 800
/** Most companies that a count names, and entries of a company that are read. */
const NAMED = 5
const ENTRIES = 10

const inWan = (amount: number | null) => (amount === null ? null : amount / 1e4)

/** Filters of the search; null: a condition cannot be searched. Real and demonstration companies never mix. */
function filtersOf(conditions: CompanyConditions): CompanyFilters | null {
  const { region, industry, status, founded, capital, listed, risk, type } = conditions
  const ofStatus = companyStatuses.find((one) => one === status)
  const ofRisk = riskFilterKeys.find((one) => one === risk)
  if ((status !== undefined && ofStatus === undefined) || ofRisk === 'none') return null
  if (risk !== undefined && ofRisk === undefined) return null
  return {
    population: populationOf(region),
    ...(region !== undefined && { region }),
    ...(industry !== undefined && { industry }),
    ...(ofStatus !== undefined && { status: ofStatus }),
    ...(founded !== undefined && { foundedBetween: founded }),
    ...(capital !== undefined && {
      capitalBetween: { ...capital, least: inWan(capital.least), most: inWan(capital.most) },
    }),
    ...(listed !== undefined && { listed: listed ? ('listed' as const) : ('unlisted' as const) }),
    ...(ofRisk !== undefined && { risk: ofRisk }),
    ...(type !== undefined && { type }),
  }
}

/** The conditions, so that a sentence can state them. */
function conditionFields(deps: ToolDeps, conditions: CompanyConditions): Fields {
  const { region, industry, status, founded, capital, listed, risk, type, keyword, board, list, listedOn } = conditions
  const [above, below] = boundWords(capital)
  return fieldsOf({
    region: textField('所属地区', region === undefined ? null : (deps.regionName(region) ?? region)),
    industry: textField('国标行业', industry === undefined ? null : (deps.industryName(industry) ?? industry)),
    status: textField('登记状态', status ?? null),
    type: textField('企业类型', type === undefined ? null : companyTypes[type]),
    listed: textField('上市情况', listed === undefined ? null : listed ? '上市' : '非上市'),
    risk: textField('当前记录', risk === undefined ? null : kindTable[risk].title),
    keyword: textField('关键词', keyword ?? null),
    board: textField('上市板块', board ?? null),
    list: textField('榜单', list ?? null),
    listedFrom: dateField('上市日期自', listedOn?.from ?? null),
    listedTo: dateField('上市日期至', listedOn?.to ?? null),
    foundedFrom: dateField('成立日期自', founded?.from ?? null),
    foundedTo: dateField('成立日期至', founded?.to ?? null),
    capitalLeast: numberField(`注册资本${above}`, inWan(capital?.least ?? null), '万元'),
    capitalMost: numberField(`注册资本${below}`, inWan(capital?.most ?? null), '万元'),
  })
}

/** The page with the same search; null: none has these conditions. It has bands of age and capital, and few risks. */
function searchPath(conditions: CompanyConditions): string | null {
  const { region, industry, status, founded, capital, listed, risk, type, keyword } = conditions
  if (founded !== undefined || capital !== undefined || isOfRanked(conditions)) return null
  if (risk !== undefined && !(risk in riskFilters)) return null
  const query = new URLSearchParams(keyword === undefined ? {} : { keyword })
  for (const [name, value] of Object.entries({ region, industry, status, risk, type })) {
    if (value !== undefined) query.set(name, value)
  }
  if (listed !== undefined) query.set('listed', listed ? 'listed' : 'unlisted')
  return query.size === 0 ? null : `/search/result?${query.toString()}`
}

const isOfRanked = ({ board, list, listedOn, by }: CompanyConditions) => (board ?? list ?? listedOn ?? by) !== undefined

type Counted = CompanyCount & { rows?: readonly CountableCompany[] }

const sorts: Readonly<Record<Order, SearchSort>> = {
  most: 'capitalHighest',
  least: 'capitalLowest',
  newest: 'foundedNewest',
  oldest: 'foundedOldest',
}

async function countOrProblem(
  deps: ToolDeps,
  query: Parameters<ToolDeps['count']>[0],
  { conditions, order }: { conditions: CompanyConditions; order: Order | null },
): Promise<Counted | ToolProblem> {
  if (isOfRanked(conditions)) {
    const companies = await deps.rankedCompanies()
    return companies === null ? 'unavailable' : { ...countRanked(companies, conditions, { ...query, order }), hits: [] }
  }
  const limit = new AbortController()
  try {
    const counted = await Promise.race([deps.count(query), setTimeout(LIMIT_MS, null, { signal: limit.signal })])
    return counted === null || counted.total === null ? 'notCounted' : counted
  } catch (error) {
    if (error instanceof SearchUnavailable) return 'unavailable'
    throw error
  } finally {
    limit.abort()
  }
}

/** The risk of the conditions, if no source of it covers every company of the other conditions: a count may leave some out. */
async function uncoveredRisk(deps: ToolDeps, { risk, region, listed }: CompanyConditions) {
  if (risk === undefined) return null
  const isCovered = await deps.coversAll(risk, { population: populationOf(region), region, isListed: listed })
  return isCovered ? null : notConnected([risk], null)
}

const groupsOf = (deps: ToolDeps, groupBy: GroupBy, { region, industry }: CompanyConditions) => {
  if (groupBy === 'status') return companyStatuses.map((status) => ({ name: status, filter: { status } as CountGroup }))
  const groups = groupBy === 'region' ? deps.regionGroups(region) : deps.industryGroups(industry)
  return groups.map(({ code, name }) => ({ name, filter: { [groupBy]: code } as CountGroup }))
}

/** The conditions without a place that a list does not state: 北京有哪些央企. */
async function placedConditions(deps: ToolDeps, conditions: CompanyConditions) {
  const { region: _region, ...others } = conditions
  if (conditions.list === undefined) return conditions
  const companies = await deps.rankedCompanies()
  return companies !== null && lacksPlaces(companies, conditions) ? others : conditions
}

type Asked = {
  groups?: readonly { filter: CountGroup }[]
  order?: Order | null
  limit?: number
  /** Grouping or order, which distinguishes two searches with the same conditions. */
  by: GroupBy | Order | null
}

/** The companies of conditions, counted. `read` returns the fields that are stated of them, and the bars of their groups. */
async function search(
  deps: ToolDeps,
  call: ToolCall & { tool: 'count' | 'filter' },
  { groups = [], order = null, limit = 0, by, conditions }: Asked & { conditions: CompanyConditions },
  read: (
    counted: Counted,
    total: number,
  ) => Promise<{ fields: Fields; bars?: ToolResult['bars']; entries?: readonly Evidence[] }>,
): Promise<ToolResult> {
  const filters = filtersOf(conditions)
  const result = { ...emptyResult(call), isPartial: !deps.isIndexReady() }
  const evidence = (fields: Fields) =>
    evidenceOf({
      id: `search:${JSON.stringify(conditions)}:${by ?? ''}:${Object.keys(fields).join(',')}`,
      citedType: 'search',
      label: '企业查询',
      fields: { ...conditionFields(deps, conditions), ...fields },
      path: searchPath(conditions),
    })
  if (filters === null) return { ...result, problem: 'notFound' }
  const uncovered = await uncoveredRisk(deps, conditions)
  const query = {
    keyword: conditions.keyword ?? null,
    filters,
    within: 'companyFacts' as const,
    sort: order === null ? ('relevance' as const) : sorts[order],
    limit,
    groups: groups.map(({ filter }) => filter),
    budgetMs: BUDGET_MS,
  }
  const counted = await countOrProblem(deps, query, { conditions, order })
  if (typeof counted === 'string') return { ...result, problem: counted, evidence: [evidence({})] }
  const { fields, bars = null, entries = [] } = await read(counted, counted.total ?? 0)
  const found = evidence({ ...fieldsOf({ total: numberField('合计', counted.total, '家') }), ...fields })
  // A risk that is not covered stands alone for a count of 0, else after the companies known.
  const all = uncovered === null ? [found] : counted.total === 0 ? [uncovered] : [found, uncovered]
  return { ...result, evidence: [...all, ...entries], bars }
}

/** Exact number of companies by conditions, and of each group. */
export async function countCompanies(deps: ToolDeps, call: ToolCall & { tool: 'count' }): Promise<ToolResult> {
  const { groupBy } = call.arguments
  const conditions = await placedConditions(deps, call.arguments.conditions)
  const groups = groupBy === null ? [] : groupsOf(deps, groupBy, conditions)
  const pathOf = (filter: CountGroup) => searchPath({ ...conditions, ...filter })
  // A few companies are named beside their number.
  const limit = groupBy === null ? NAMED : 0
  return search(deps, call, { groups, limit, by: groupBy, conditions }, async (counted, total) => {
    if (groupBy === null) return total > NAMED ? { fields: {} } : companyFields(deps, counted, conditions)
    const rows = groups
      .map(({ name, filter }, at) => ({ name, filter, count: counted.groups?.[at] ?? 0 }))
      .filter(({ count }) => count > 0)
      .toSorted((a, b) => b.count - a.count || a.name.localeCompare(b.name, 'zh'))
    const ungrouped = total - rows.reduce((sum, { count }) => sum + count, 0)
    const fields = fieldsOf({
      ...Object.fromEntries(rows.map(({ name, count }, at) => [`group${at}`, numberField(name, count, '家')])),
      ungrouped: rows.length > 0 && ungrouped > 0 ? numberField('未分组', ungrouped, '家') : [],
    })
    const bars = rows.map(({ name: label, count, filter }) => ({ label, count, path: pathOf(filter) }))
    return { fields, bars: { title: `共 ${shownNumber(total)} 家`, bars, path: pathOf({}) } }
  })
}

/** Exact number of companies by conditions, and the first of them. */
export async function filterCompanies(deps: ToolDeps, call: ToolCall & { tool: 'filter' }): Promise<ToolResult> {
  const { order, limit } = call.arguments
  const conditions = await placedConditions(deps, call.arguments.conditions)
  return search(deps, call, { order, limit, by: order, conditions }, async (counted, total) => {
    const { fields, entries } = await companyFields(deps, counted, conditions)
    const shown = Object.keys(fields).filter((name) => /^name\d+$/u.test(name)).length
    const part = fieldsOf({ shown: shown < total ? numberField('前', shown, '家') : [] })
    return { fields: { ...part, ...fields }, entries }
  })
}

/** What a list states of the found companies: name0, capital0 …, and their entries in a published list. */
async function companyFields(deps: ToolDeps, { rows = [], hits }: Counted, { by, list }: CompanyConditions) {
  const ranked = new Map(rows.map((one) => [one.id, one]))
  const companies = await deps.listSummaries([...ranked.keys(), ...hits.map(({ companyId }) => companyId)])
  const entries = await Promise.all(list === undefined ? [] : companies.map(({ id }) => entryOf(deps, id, list)))
  const ofCompanies = companies.flatMap(({ id, name, foundedOn, registeredCapital: capital, status }, at) => {
    const { revenue = null, revenueYear = null, listedOn = null } = ranked.get(id) ?? {}
    return [
      [`revenue${at}`, by === 'revenue' ? numberField('营业收入', revenue, '万元') : []],
      [`revenueYear${at}`, by === 'revenue' ? numberField('年度', revenueYear, '年') : []],
      [`listedOn${at}`, by === 'listedOn' ? dateField('上市日期', listedOn) : []],
      [`name${at}`, textField('企业名称', name)],
      [`status${at}`, textField('登记状态', status)],
      [`foundedOn${at}`, dateField('成立日期', foundedOn)],
      [`capital${at}`, numberField('注册资本', capital?.amount ?? null, capital?.unit ?? '')],
    ]
  })
  return { fields: fieldsOf(Object.fromEntries(ofCompanies)), entries: entries.flatMap((one) => one ?? []) }
}

/** The newest entry of a company in a published list. */
async function entryOf(deps: ToolDeps, companyId: string, list: string) {
  const found = await recordEvidence(deps, { companyId, kind: 'listEntry', view: 'current', limit: ENTRIES })
  const own = (found ?? []).filter((one) => shownIn(one, 'listName') === list)
  return own.toSorted((a, b) => numberIn(b, 'year') - numberIn(a, 'year'))[0]
}
