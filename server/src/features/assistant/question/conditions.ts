import type { Fact } from '@baiqicha/contract/company-facts'
import { companyStatuses } from '@baiqicha/contract/company-status'
import { rangeOf } from './amounts.ts'
import { type Clause, isRiskKind } from './clause.ts'
import { alternativesOf, boundsOf, isAboutFounding } from './condition-bounds.ts'
import { yearsBefore } from './days.ts'
import { numberOf } from './numerals.ts'
import type { CompanyConditions, Days, GroupBy, Order } from './parsed-question.ts'
import { isPlace, type Token } from './tokens.ts'
import { REVENUE, unsearchable } from './words/uncollected-words.ts'

export type CompanyQuestion = {
  intent: 'count' | 'list'
  conditions: CompanyConditions
  uncollected: readonly string[]
  order: Order | null
  facts: readonly Fact[]
  limit: number | null
  groupBy: GroupBy | null
  /** The conditions once for each of several places, states, boards or industries; empty: there is one of each. */
  alternatives: readonly CompanyConditions[]
}

/** 多少家, 哪些公司, …的企业, 深圳公司: the question is about companies of a kind, not about one. */
const asksForCompanies =
  /(?:多少|几|哪几|有哪|哪|每)(?:一)?(?:家|户|个)(?:[^条次项起件]{0,8}?(?:公司|企业|单位|市场主体|厂|机构))?(?!法人|股东|分|钱|月|小时|人)|(?:多少|哪些|哪几|一些|所有|全部|的|类|业|型|家|户|状态|个)(?:[AaＡ]股)?(?:上市|国有|民营)?(?:公司|企业|单位|市场主体|主体|厂家|厂)|哪些[^,。;?!的是]{1,8}?(?<![子分母联股])(?:公司|企业|厂家)|(?:企业|公司)(?:的)?(?:数量|总数|数目|家数|名单|列表|清单|有多少|有几家|有哪些|多少|排名)|上市公司|上市企业|非上市/u

/** 民营500强第一名是谁, 第一到第五: the entries up to the last rank. */
const ranked = /.*第(\d{1,2}|[一二三四五六七八九十]{1,3})/u

/** Facts that a condition or an order may be about. */
const conditionFacts: readonly Fact[] = [
  'registeredCapital',
  'foundedOn',
  'status',
  'ended',
  'listings',
  'region',
  'industry',
  'businessType',
  'scope',
  'address',
]

const orderable: readonly Fact[] = ['registeredCapital', 'foundedOn']

/** The most exact place that the clause names: 广东省深圳市南山区. null: none; 'ambiguous': several of the name. */
function regionOf(tokens: readonly Token[]): { code: string | null; all: string[]; isAmbiguous: boolean } {
  const all: string[] = []
  let code: string | null = null
  let isAmbiguous = false
  for (const { cue } of tokens) {
    if (cue.regions === undefined) continue
    if (cue.together === true) {
      all.push(...cue.regions)
      continue
    }
    let within: readonly string[] = cue.regions.filter((one) => code === null || one.startsWith(code))
    if (within.length === 0) within = cue.regions
    const [only] = within
    if (only !== undefined && within.length === 1) {
      if (code !== null && only.startsWith(code)) all.pop()
      all.push(only)
      code = only
      isAmbiguous = false
    } else if (within.length > 1) isAmbiguous = true
  }
  return { code: all[0] ?? null, all, isAmbiguous }
}

/** 那西藏呢, 食品行业的呢: the place or industry alone. */
export function placeOf({ tokens }: Clause): CompanyConditions {
  const { code } = regionOf(tokens)
  const industry = tokens.find(({ cue }) => cue.industry !== undefined)?.cue.industry
  return { ...(code !== null && { region: code }), ...(industry !== undefined && { industry }) }
}

/** 做光伏的, 光伏类企业. */
const business =
  /(?:做|从事|经营|生产|销售|卖|搞|涉及|开|主营|研发)(?<what>[^的,。?#X]{2,10}?)(?:业务|产品|生意)?的?(?:公司|企业|厂|单位)/u

/** 保安公司有哪些, 杀虫剂生产企业有多少家: a line of business that no list has. */
const plainBusiness =
  /(?<what>[^的,。?#X\s]{2,12}?)(?:类|行业|行)?(?:公司|企业|店铺|店|厂家|厂|机构|商家)(?:一共|总共|共|都|目前)*(?:有)?(?:多少|几|哪些|哪几)(?:家|个|户)?(?:公司|企业)?(?:呢|啊)?[?。]?$/u
/** 有几家银行, 多少家网红公司: the line of business follows the number. */
function businessAfterNumber(tokens: readonly Token[]): string {
  const at = tokens.findLastIndex(({ cue }) => cue.asks === 'howMany')
  const [what, next, later] = at === -1 ? [] : tokens.slice(at + 1)
  if (what?.type !== 'text') return ''
  const isLast = next === undefined || next.type === 'sign' || (next.cue.company === true && later === undefined)
  return isLast ? what.text.replace(/(?:店铺?|厂家?|类|行业)$/u, '') : ''
}

function capitalOf(tokens: readonly Token[]): CompanyConditions['capital'] {
  const amount = tokens.find(({ amount: one }) => one !== undefined && !one.isShare)?.amount
  return amount === undefined ? undefined : rangeOf(amount)
}

const intersect = (one: Days, other: Days): Days => ({
  from: one.from === null ? other.from : other.from === null || one.from > other.from ? one.from : other.from,
  to: one.to === null ? other.to : other.to === null || one.to < other.to ? one.to : other.to,
})

function foundedOf(tokens: readonly Token[], today: string): Days | undefined {
  const stated = tokens.flatMap(({ days, age }) => {
    if (days !== undefined) return [days]
    if (age === undefined) return []
    return [
      {
        from: age.most === null ? null : yearsBefore(today, age.most),
        to: age.least === null ? null : yearsBefore(today, age.least),
      },
    ]
  })
  const [first, ...others] = stated
  return first === undefined ? undefined : others.reduce(intersect, first)
}

/** 哪个省上市公司最多, 什么行业的企业最少. */
function asksForLargestGroup(text: string): GroupBy | null {
  const group = /(?:哪|什么|啥)(?:一)?(?:个|座)?(?<group>省|城市|市|地区|地方|行业|状态)/u.exec(text)?.groups?.['group']
  if (
    group === undefined ||
    !/(?:公司|企业|家数|数量).{0,6}(?:最多|最少|多|少)|(?:最多|最少).{0,4}(?:公司|企业)/u.test(text)
  )
    return null
  return group === '行业' ? 'industry' : group === '状态' ? 'status' : 'region'
}

/** Conditions of a count or a list of companies; null: the clause asks for none. */
export function readCompanyQuestion(
  clause: Clause,
  {
    today,
    asksForKind,
    isOfQuestions,
  }: { today: string; asksForKind: boolean; isOfQuestions: (text: string) => boolean },
): CompanyQuestion | null {
  const { tokens, facts } = clause
  // Characters of full names are no words: 开发股份有限公司.
  const text = tokens
    .map((token) =>
      // 在哪个城市 asks for a fact, not for a company.
      token.type === 'name' ? 'X' : token.cue.facts !== undefined && /哪|什么|何/.test(token.text) ? '#' : token.text,
    )
    .join('')
  const unstated = tokens
    .map((token) =>
      // 开采业 and 生产和供应业 begin with no verb.
      token.type === 'name'
        ? 'X'
        : (token.cue.kinds ?? token.cue.facts) !== undefined ||
            (token.cue.industry !== undefined && token.text.length > 3)
          ? '#'
          : token.text,
    )
    .join('')
  const cues = tokens.map(({ cue }) => cue)
  const kinds = cues.flatMap((cue) =>
    cue.intent === undefined || cue.intent === 'records' || cue.intent === 'riskOverview' ? (cue.kinds ?? []) : [],
  )
  const others = cues.some(
    ({ intent, kinds: own, list: ofList }) =>
      ofList === undefined &&
      own !== undefined &&
      !own.every((kind) => isRiskKind(kind) || kind === 'listEntry') &&
      intent !== undefined,
  )
  const rank = cues.some((cue) => cue.list !== undefined) ? numberOf(ranked.exec(text)?.[1] ?? '') : null
  const limit = tokens.find(({ limit: one }) => one !== undefined)?.limit ?? rank
  const order =
    cues.find((cue) => cue.order !== undefined)?.order ?? (/[前第]/.test(text) && limit !== null ? 'most' : null)
  const groupBy = cues.find((cue) => cue.groupBy !== undefined)?.groupBy ?? asksForLargestGroup(clause.text)
  if (clause.refers || others) return null
  const unfit = facts.filter(
    (fact) => !conditionFacts.includes(fact) && !(fact === 'staffSize' || fact === 'insuredCount'),
  )
  const region = regionOf(tokens)
  const counted = businessAfterNumber(tokens)
  // 营收最高的是哪家, 营业收入前十的民企: of the companies of lists.
  const isOfRevenue =
    (order !== null || limit !== null) && clause.names === 0 && cues.some((cue) => cue.uncollected === REVENUE)
  const hasCompanies =
    asksForCompanies.test(text) ||
    groupBy !== null ||
    counted.length >= 2 ||
    isOfRevenue ||
    (asksForKind && clause.stretches.every(({ hasName }) => !hasName))
  if (!hasCompanies || unfit.length > 0) return null

  const ended = cues.find((cue) => cue.premise !== undefined)?.premise
  const status = cues.find((cue) => cue.status !== undefined)?.status ?? companyStatuses.find((one) => one === ended)
  const listed = cues.find((cue) => cue.listed !== undefined)?.listed
  const type = cues.find((cue) => cue.type !== undefined)?.type
  const board = cues.find((cue) => cue.board !== undefined)?.board
  const list = cues.find((cue) => cue.list !== undefined)?.list
  const places = tokens.filter(({ cue }) => isPlace(cue)).map((token) => token.text)
  const industry = cues.find((cue) => cue.industry !== undefined)?.industry
  const listedKeyword = cues.find((cue) => cue.keyword !== undefined)?.keyword
  const capital = capitalOf(tokens)
  const founded = foundedOf(tokens, today)
  const [risk] = kinds.filter(isRiskKind)
  const isOneRisk =
    kinds.length > 0 && cues.some(({ kinds: own, intent }) => own !== undefined && intent !== 'riskOverview')
  const named = clause.stretches.filter(({ isPlaceOnly }) => !isPlaceOnly)
  const isPlain = facts.length === 0 && kinds.length === 0 && !named.some(({ hasName }) => hasName)
  const ofPlace = isPlain ? (plainBusiness.exec(unstated)?.groups?.['what'] ?? '') : ''
  const withoutPlace = tokens.reduce(
    (rest, { cue, text: word }) => (cue.regions === undefined ? rest : rest.replace(word, '')),
    ofPlace,
  )
  const plain = counted.length >= 2 ? counted : withoutPlace
  const stated =
    business.exec(unstated)?.groups?.['what']?.replace(/^(?:的|和|与)|(?:的|和|与)$/gu, '') ??
    (plain.length >= 2 ? plain : undefined)
  const line = places.find((one) => stated?.includes(one) === true)
  // 做菌菇批发的 is more than 批发.
  const what = stated !== undefined && stated.length >= (line?.length ?? 0) + 2 ? stated : undefined
  const keyword = what ?? listedKeyword
  const hasDays = tokens.some(({ days }) => days !== undefined)
  const isByListing =
    facts.includes('listings') &&
    kinds.length === 0 &&
    (hasDays || order === 'oldest' || order === 'newest') &&
    !isAboutFounding.test(clause.text)
  const conditions: CompanyConditions = {
    ...(region.code !== null && { region: region.code }),
    ...(industry !== undefined && what === undefined && { industry }),
    ...(status !== undefined && { status }),
    // 2025年的央企名录 is a list of that year.
    ...(founded !== undefined &&
      (facts.includes('foundedOn') || (risk === undefined && list === undefined)) && { founded }),
    ...(capital !== undefined && { capital }),
    ...(listed !== undefined && board === undefined && !isByListing && { listed }),
    ...(risk !== undefined && isOneRisk && { risk }),
    ...(type !== undefined && { type }),
    ...(board !== undefined && { board }),
    ...(list !== undefined && { list }),
    ...(keyword !== undefined && (what !== undefined || industry === undefined) && { keyword }),
  }
  const isNarrowed = Object.keys(conditions).length > 0
  // A name in the clause is the subject, unless it is the line of business: 深圳做菌菇批发的企业有多少家.
  const isName = named.some(({ text: one, hasName }) => {
    const rest = [what ?? '', ...places, keyword ?? ''].reduce(
      (left, word) => (word === '' ? left : left.replaceAll(word, '')),
      one,
    )
    const left = rest.replace(/[的做类有在家个和与是被行业了中内年]|公司|企业|从事|经营|业务|生产|销售|产品/gu, '')
    // 海南有没得进民企500强的
    const isRanked = asksForKind || (region.code !== null && (board ?? list) !== undefined)
    return hasName || (left.length >= 2 && !isRanked && !isOfQuestions(left))
  })
  if (isName) return null
  const uncollected = cues.flatMap((cue) => (isOfRevenue && cue.uncollected === REVENUE ? [] : (cue.uncollected ?? [])))
  const { founded: _founded, ...undated } = conditions
  const conditioned: CompanyConditions = isByListing
    ? { ...undated, ...(founded !== undefined && { listedOn: founded }), by: 'listedOn' }
    : isOfRevenue
      ? { ...conditions, by: 'revenue' }
      : conditions
  // 民企500强前三名: the order of a published list is its own, and its entries are no records.
  const isByRank =
    list !== undefined && !isOfRevenue && order === 'most' && !facts.some((fact) => orderable.includes(fact))
  const records = list === undefined ? kinds : kinds.filter((kind) => kind !== 'listEntry')
  const bounds = boundsOf(clause, { conditions: conditioned, kinds: records, order, isOfRevenue })
  const asked = cues.some(({ asks }) => asks === 'howMany') || /数量|总数|多少/.test(text)
  if (!isNarrowed && order === null && groupBy === null && !/多少家|几家|数量|总数|多少(?:公司|企业)/.test(text))
    return null
  const superlative = /最(?![近新])/.test(text) && !/哪些|哪几|前|名单/.test(text)
  return {
    intent: groupBy !== null || (asked && !/哪些|哪几|列出|名单/.test(text)) ? 'count' : 'list',
    conditions: conditioned,
    uncollected: [...uncollected, ...bounds, ...(region.isAmbiguous ? [unsearchable.region] : [])],
    order: isByRank ? null : order,
    facts: facts.filter((fact) => orderable.includes(fact)),
    limit: limit ?? (superlative && groupBy === null ? 1 : null),
    groupBy,
    alternatives: alternativesOf(clause, conditioned, region.all),
  }
}
