import { companyFacts, type Fact } from '@baiqicha/contract/company-facts'
import { type ListedKindKey, listedKindKeys, type RecordKindKey } from '@baiqicha/contract/records/kind-table'
import type { RecordCounts } from '@baiqicha/contract/records/record'
import {
  type Asked,
  asksIfListed,
  asksOfYears,
  asksOnlyUncollected,
  asksRevenue,
  CHAIR,
  isAboutWhole,
  LEADERS,
  nothingAsked,
  type Situation,
  yearsAsked,
} from './answer/asked.ts'
import type { AskedCompany } from './evidence/asked-company.ts'
import type { ToolArguments, ToolCall } from './evidence/tool-call.ts'
import type { ResolvedCompany } from './question/choose-companies.ts'
import { kindsOfRisk } from './question/clause.ts'
import { movedByYears } from './question/days.ts'
import { formed } from './question/find-mentions.ts'
import { kindOfChange } from './question/intents.ts'
import type { Intent, ParsedQuestion, QuestionPart } from './question/parsed-question.ts'
import { DELISTED } from './question/words/fact-words.ts'
import { REVENUE } from './question/words/uncollected-words.ts'

/** Most calls of one answer. */
export const MOST_CALLS = 8
/** Rows of a list, of one section of an overview, and of a list of companies. */
const LIST_ROWS = 10
const SECTION_ROWS = 3
const COMPANY_ROWS = 20
/** Term of a question for former names. */
const FORMER_NAME = '曾用名'

/** Kinds that are stated by year. */
const yearlyKinds: readonly RecordKindKey[] = [
  'annualEmployees',
  'annualInsurance',
  'reportedRepresentative',
  'listEntry',
]
/** Facts of an overview, by who asks; an introduction has those of the tool. */
const situationFacts: Readonly<Record<Situation, readonly Fact[]>> = {
  job: ['status', 'foundedOn', 'listings'],
  supplier: ['status', 'foundedOn', 'registeredCapital', 'paidInCapital', 'listings'],
  general: ['status', 'foundedOn', 'registeredCapital', 'listings'],
}
const introductionFacts: readonly Fact[] = [
  'status',
  'foundedOn',
  'listings',
  'registeredCapital',
  'legalRepresentative',
  'industry',
  'creditCode',
  'address',
]
/** Kinds whose labour disputes matter to a job seeker. */
const labourKinds = ['courtAnnouncement', 'judicialDocument'] as const
/** Columns of a comparison that names none. */
const comparedFacts: readonly Fact[] = ['status', 'registeredCapital', 'foundedOn', 'listings', 'staffSize']
/** Compared where what is asked for is not collected. */
const knownFacts: readonly Fact[] = ['staffSize', 'foundedOn']
const comparedKinds: readonly RecordKindKey[] = ['dishonestExecutor']

const isListed = (kind: RecordKindKey): kind is ListedKindKey => listedKindKeys.some((listed) => listed === kind)

const statesNothing = ({ facts, kinds, uncollected }: QuestionPart) =>
  facts.length + kinds.length + uncollected.length === 0

/**
 * The question with the parts of the earlier one where it repeats that one for other companies (那比亚迪呢) or asks on about the
 * same (去年呢), and a comparison that names nothing with what the earlier one asked: 它们谁更早.
 */
export function continueEarlier(parsed: ParsedQuestion, earlier: ParsedQuestion | null): ParsedQuestion {
  if (earlier === null) return parsed
  const ofCompanies = earlier.parts.find(({ intent }) => intent === 'count' || intent === 'list')
  const [own] = parsed.parts
  if (ofCompanies !== undefined && parsed.continuesEarlier === true && own !== undefined && hasPlace(own)) {
    const { doubt: _doubt, ...read } = parsed
    return { ...read, parts: [{ ...ofCompanies, conditions: { ...ofCompanies.conditions, ...own.conditions } }] }
  }
  if (parsed.repeatsEarlier) {
    const end = parsed.parts.reduce((last, part) => Math.max(last, part.end), 0)
    return { ...parsed, parts: earlier.parts.map((part) => ({ ...part, start: 0, end })) }
  }
  const before = earlier.parts.find((part) => !statesNothing(part) || part.intent === 'newest')
  if (before === undefined) return parsed
  const [part] = parsed.parts
  // 哪一年的年报起变成张某了: the reports name the legal representative.
  const isOfReports = parsed.parts.every(statesReports) && parsed.mentions.every(({ isNamed }) => !isNamed)
  if (isOfReports && part !== undefined && before.facts.includes('legalRepresentative'))
    return { ...parsed, parts: [{ ...before, start: part.start, end: part.end, days: null }] }
  if (parsed.continuesEarlier === true && part !== undefined) {
    const { doubt: _doubt, ...read } = parsed
    const { days } = before
    const moved = parsed.yearsOn === undefined || days === null ? null : movedByYears(days, parsed.yearsOn)
    return { ...read, parts: [narrowedBy(before, { ...part, days: moved ?? part.days })] }
  }
  const { facts, kinds, uncollected } = before
  const [fact, ...others] = facts
  const kind = fact === undefined || others.length > 0 ? undefined : kindOfChange[fact]
  return {
    ...parsed,
    parts: parsed.parts.map((one) => {
      if (one.intent === 'comparison' && parsed.refersBack && statesNothing(one)) {
        return { ...one, facts, kinds, uncollected }
      }
      // 后面换过吗: of the fact before
      const isChangeOfFact = one.intent === 'changes' && Object.keys(one.facets).length === 0
      if (kind !== undefined && isChangeOfFact)
        return { ...one, facets: { kind }, kinds: [...one.kinds, ...reportsOf(facts)] }
      const isOfRecords = one.intent === 'unknown' && parsed.mentions.length === 0 && kinds.length > 0
      return isOfRecords && narrows(one) ? narrowedBy(before, one) : one
    }),
  }
}

/** Reports by year that state a fact. */
const reportsOf = (facts: readonly Fact[]): RecordKindKey[] =>
  facts.includes('legalRepresentative') ? ['reportedRepresentative'] : []
const statesReports = ({ facts, kinds, uncollected }: QuestionPart) =>
  facts.length + kinds.length === 0 && uncollected.join('') === '年度报告'

const hasPlace = ({ conditions }: QuestionPart) => (conditions.region ?? conditions.industry) !== undefined

const narrows = ({ order, limit, view, days, amount }: QuestionPart) =>
  [order, limit, view, days, amount].some((one) => one !== null)

/** The records asked before, narrowed by what this question states: 最早的一条是哪年的. */
const narrowedBy = (before: QuestionPart, { start, end, order, limit, view, days, amount }: QuestionPart) => ({
  ...before,
  start,
  end,
  order: order ?? before.order,
  limit: limit ?? before.limit,
  view: view ?? before.view,
  days: days ?? before.days,
  amount: amount ?? before.amount,
})

/**
 * The question as one about the company in general, where nothing that it asks was understood. A comparison of one company is about it; a
 * doubtful reading also has what the register says of the company. `count`: its companies. `isRelation`: what two names of one company
 * have to do with each other is asked, as in 远兴能源跟博源化工是一家吗.
 */
export function companyQuestion(
  parsed: ParsedQuestion,
  { count, isRelation }: { count: number; isRelation: boolean },
): ParsedQuestion {
  const isUnread = parsed.doubt === 'unread' && parsed.parts.every(({ intent }) => intent === 'unknown')
  const parts = parsed.parts.map((part): QuestionPart => {
    const { intent, facts } = part
    if (isRelation && relations.includes(intent))
      return { ...part, intent: 'facts', facts: ['name', 'shortName'], kinds: [], term: FORMER_NAME }
    if (isUnread || (intent === 'comparison' && count === 1)) return { ...part, intent: 'facts' }
    const isDoubted = parsed.doubt === 'likely' && intent === 'facts' && facts.length > 0
    return isDoubted ? { ...part, facts: [...new Set([...facts, ...doubtedFacts])] } : part
  })
  return { ...parsed, parts }
}
/** Intents of 是一家吗, 什么关系. */
const relations: readonly Intent[] = ['shareholders', 'ownership', 'investments', 'comparison']
const doubtedFacts = ['status', 'foundedOn', 'registeredCapital'] as const

/**
 * Companies of each part, by its index: those that its clause names, else those of the part before, else all; none where it names one
 * that is not found. A comparison includes the companies of the page or the earlier turn.
 */
export function companiesOfParts(
  parsed: ParsedQuestion,
  companies: readonly ResolvedCompany[],
  unknownNames: readonly string[] = [],
): (readonly AskedCompany[])[] {
  const ofParts: (readonly AskedCompany[])[] = []
  for (const { start, end, intent } of parsed.parts) {
    const isWithin = (at: number | null) => at !== null && start <= at && at < end
    const own = companies.filter((company) => isWithin(company.start))
    // 贵州习酒股份有限公司哪年成立的, beside another company
    const namesUnknown = parsed.mentions.some(
      (one) => isWithin(one.start) && formed.test(one.text) && unknownNames.includes(one.text),
    )
    if (own.length === 0 && namesUnknown && companies.some((company) => company.start !== null)) {
      ofParts.push([])
      continue
    }
    const joined = intent === 'comparison' && parsed.refersBack ? companies : own
    const before = ofParts.at(-1) ?? companies
    ofParts.push(joined.length > 0 ? joined : before)
  }
  return ofParts
}

/** Whether the sections of a part depend on counts: several kinds, of which only those with records are read. */
const needsCounts = ({ intent, kinds }: QuestionPart) =>
  intent === 'riskOverview' || (intent === 'records' && kinds.length > 1) || (intent === 'newest' && kinds.length !== 1)

const countedKinds = ({ intent, kinds }: QuestionPart): readonly RecordKindKey[] => {
  if (kinds.length > 0) return kinds
  return intent === 'newest' ? [...kindsOfRisk, 'changeRecord'] : kindsOfRisk
}

/**
 * First calls: counts where sections depend on them, and every list and fact that is read in any case. `planSections`
 * gives the rest once the counts are known.
 */
export function planAnswer(
  parsed: ParsedQuestion,
  companiesOfPart: readonly (readonly AskedCompany[])[],
  asked: Asked = nothingAsked,
): ToolCall[] {
  const { parts } = parsed
  const calls = parts.flatMap((part, at) => callsOf({ part, at, asked }, companiesOfPart[at] ?? []))
  const counts = calls.filter(({ tool }) => tool === 'coverage')
  const others = calls.filter(({ tool }) => tool !== 'coverage')
  const beside = parts.flatMap((part, at) => besideCalls({ part, at, asked }, companiesOfPart[at] ?? []))
  const revenues = parts.flatMap((part, at) => revenueCalls({ part, at, asked }, companiesOfPart[at] ?? []))
  return unique([...counts, ...revenues, ...others, ...beside]).slice(0, MOST_CALLS)
}

/** Counts of one kind of one company. */
export type SectionCount = { companyId: string; kind: RecordKindKey; counts: RecordCounts }

/**
 * Calls for the sections that have records, while calls remain; of an overview also the known facts, staff and lists. `made`:
 * number of calls so far.
 */
export function planSections(
  parsed: ParsedQuestion,
  companiesOfPart: readonly (readonly AskedCompany[])[],
  counted: readonly SectionCount[],
  made: number,
  asked: Asked = nothingAsked,
): ToolCall[] {
  const overviews: ToolCall[] = []
  /** For a supplier the lists of companies matter less than the records. */
  const lists: ToolCall[] = []
  const sections = parsed.parts.flatMap((part, at) => {
    const isWhole = isAboutWhole(part)
    if ((!isWhole && !needsCounts(part)) || asksOnlyUncollected(part, asked, parsed.doubt === undefined)) return []
    return (companiesOfPart[at] ?? []).flatMap(({ id }) => {
      const planned = { part: isWhole ? { ...part, order: 'newest' as const } : part, at, asked }
      const countsOf = (kind: RecordKindKey) => counted.find((one) => one.companyId === id && one.kind === kind)?.counts
      if (isWhole) overviews.push(...overviewCalls(planned, id, (kind) => countsOf(kind) !== undefined))
      if (isWhole && asked.situation === 'supplier') {
        lists.push(listCall({ ...planned, part: { ...part, ...notNarrowed } }, id, 'listEntry'))
      }
      // One record of each kind stands for it in an overview.
      const rows = isWhole || part.intent === 'newest' ? 1 : SECTION_ROWS
      return countedKinds(part)
        .filter(isListed)
        .flatMap((kind) => {
          const { current = 0, disputed = 0, history = 0 } = countsOf(kind) ?? {}
          const records = { current, disputed, history }
          if ((part.view === null ? current + disputed + history : records[part.view]) === 0) return []
          return [{ call: listCall(planned, id, kind, rows), isCurrent: current + disputed > 0 }]
        })
    })
  })
  // What is in force comes before the history.
  const ordered = [...sections.filter(({ isCurrent }) => isCurrent), ...sections.filter(({ isCurrent }) => !isCurrent)]
  const calls = [...overviews, ...ordered.map(({ call }) => call), ...lists]
  return unique(calls).slice(0, Math.max(0, MOST_CALLS - made))
}

type PlannedPart = { part: QuestionPart; at: number; asked: Asked }

/** What an overview states beside the records: facts, staff and lists, and labour disputes for a job seeker. */
function overviewCalls(
  { part, at, asked }: PlannedPart,
  companyId: string,
  isConnected: (kind: RecordKindKey) => boolean,
): ToolCall[] {
  const { situation } = asked
  const facts = part.intent === 'facts' && situation === 'general' ? introductionFacts : situationFacts[situation]
  const whole = { part: { ...part, ...notNarrowed }, at, asked }
  const labour = { ...whole, part: { ...whole.part, facets: { labour: '劳动争议' } } }
  return [
    { part: at, tool: 'company_facts', arguments: { companyId, facts } },
    listCall(whole, companyId, 'annualEmployees'),
    ...(situation === 'supplier' ? [] : [listCall(whole, companyId, 'listEntry')]),
    ...(situation === 'job'
      ? [
          listCall(whole, companyId, 'annualInsurance'),
          ...labourKinds.filter(isConnected).map((kind) => listCall(labour, companyId, kind, 1)),
        ]
      : []),
  ]
}

/** A list that is narrowed by nothing. */
const notNarrowed = { facets: {}, identity: null, days: null, view: null, amount: null, order: null, limit: null }

/** A list of one company as the part narrows it. What is stated by year is read whole, whatever year is asked for. */
function listCall(
  { part, at }: PlannedPart,
  companyId: string,
  kind: ListedKindKey,
  rows = LIST_ROWS,
  own: Partial<ToolArguments['records']> = {},
): ToolCall {
  const isYearly = yearlyKinds.includes(kind)
  const { view, days, amount, order, limit, identity, facets } = isYearly ? notNarrowed : part
  return {
    part: at,
    tool: 'records',
    arguments: {
      companyId,
      kind,
      view,
      days,
      amount,
      order: part.intent === 'newest' && !isYearly ? 'newest' : order,
      limit: limit ?? (isYearly ? LIST_ROWS : rows),
      identity,
      facets,
      ...own,
    },
  }
}

/** Demonstration companies are not compared with real ones: the tool of comparisons says so. */
const isMixed = (companies: readonly AskedCompany[]) => new Set(companies.map(({ isDemo }) => isDemo)).size > 1

function callsOf(planned: PlannedPart, companies: readonly AskedCompany[]): ToolCall[] {
  const { part, at, asked } = planned
  const { intent, conditions, groupBy, order, limit, term, kinds, facts, uncollected } = part
  const ids = companies.map(({ id }) => id)
  switch (intent) {
    case 'count':
      return uncollected.length > 0 ? [] : [{ part: at, tool: 'count', arguments: { conditions, groupBy } }]
    case 'list': {
      const rows = Math.min(limit ?? COMPANY_ROWS, COMPANY_ROWS)
      return uncollected.length > 0 ? [] : [{ part: at, tool: 'filter', arguments: { conditions, order, limit: rows } }]
    }
    case 'howTo':
      return []
    case 'explanation':
      return term === null ? [] : [{ part: at, tool: 'explain', arguments: { term } }]
    case 'coverage':
      return (ids.length === 0 ? [null] : ids).map((companyId) => ({
        part: at,
        tool: 'coverage',
        arguments: { companyId, kinds },
      }))
    default:
  }
  // 哪家工资高 is answered with what is known of both, too.
  const isOpen = facts.length + kinds.length === 0
  if (isOpen && !isMixed(companies) && uncollected.includes(REVENUE)) return []
  // A comparison is of the newest year: the staff of another one is stated of each company.
  const isOfYear =
    facts.length > 0 && facts.every((fact) => fact === 'staffSize') && yearsAsked(asked, part.days).length > 0
  if (ids.length > 1 && isOfYear && !isMixed(companies))
    return ids.map((id) => listCall(planned, id, 'annualEmployees'))
  if (ids.length < 2 || !(intent === 'comparison' || (intent === 'facts' && facts.length > 0)))
    return ids.flatMap((id) => callsOfCompany(planned, id))
  // The numbers of reports by year are compared only where no fact states what they report.
  const compared = facts.length === 0 ? kinds : kinds.filter((kind) => !yearlyKinds.includes(kind))
  return [
    {
      part: at,
      tool: 'compare',
      arguments: {
        companyIds: ids,
        facts: !isOpen ? facts : uncollected.length > 0 ? knownFacts : comparedFacts,
        kinds: statesNothing(part) ? comparedKinds : compared,
        order: intent === 'comparison' ? order : null,
      },
    },
  ]
}

/** Who holds an office in a company. */
export const officersCall = (companyId: string, position: string): ToolCall => ({
  part: 0,
  tool: 'records',
  arguments: { companyId, kind: 'keyPerson', ...notNarrowed, limit: LIST_ROWS, position },
})

function callsOfCompany(planned: PlannedPart, companyId: string): ToolCall[] {
  const { part, at, asked } = planned
  const { intent, facts, kinds, facets, person, term } = part
  const list = (kind: ListedKindKey, rows?: number, own?: Partial<ToolArguments['records']>) =>
    listCall(planned, companyId, kind, rows, own)
  const factsCall = (of: readonly Fact[]): ToolCall => ({
    part: at,
    tool: 'company_facts',
    arguments: { companyId, facts: of },
  })
  const listed = kinds.filter(isListed)
  const isOpenComparison = intent === 'comparison' && statesNothing(part)
  if (needsCounts(part) || isAboutWhole(part) || isOpenComparison)
    return [{ part: at, tool: 'coverage', arguments: { companyId, kinds: countedKinds(part) } }]
  switch (intent) {
    case 'facts':
    case 'comparison': {
      if (facts.length + kinds.length === 0) return []
      const asksYears = asksOfYears(asked, part.days)
      return [
        ...(facts.length === 0
          ? []
          : [factsCall([...new Set(facts.flatMap((one) => [one, ...(besideFact[one] ?? [])]))])]),
        ...listed.map((kind) => list(kind, part.days === null ? 1 : LIST_ROWS)),
        ...(facts.includes('staffSize') ? [list('annualEmployees')] : []),
        // 规模有多大: of many groups only the lists of companies state a size.
        ...(facts.includes('staffSize') && !asksYears ? [list('listEntry')] : []),
        ...(facts.includes('insuredCount') && !kinds.includes('annualInsurance') ? [list('annualInsurance')] : []),
        // 是国企吗: lists of central state-owned and of private companies say so, the register seldom.
        ...(facts.includes('businessType') ? [list('listEntry')] : []),
        // 以前叫什么: of listed companies the changes of the short name are known.
        // 退市了没: of some companies only their short names show it, as 乐视退.
        ...(term === FORMER_NAME || term === DELISTED || asksIfListed(part, asked)
          ? [list('changeRecord', LIST_ROWS, { facets: { kind: '名称' } })]
          : []),
        // Who the reports of each year name, and who leads a company whose legal representative no source states.
        ...(facts.includes('legalRepresentative')
          ? [
              ...(asksYears || asked.asksFormer ? [list('reportedRepresentative')] : []),
              ...(asked.asksFormer ? [list('changeRecord', LIST_ROWS, { facets: { kind: '法定代表人' } })] : []),
              list('keyPerson', 1, { ...notNarrowed, limit: 1, position: CHAIR }),
            ]
          : []),
      ]
    }
    // No source dates a holder: of a year there would be none.
    case 'shareholders':
      return [list('shareholderInfo', LIST_ROWS, { ...ofAll, days: null, person })]
    case 'ownership':
      return [{ part: at, tool: 'ownership', arguments: { companyId } }]
    case 'investments':
      return [list('overseasInvest', LIST_ROWS, ofAll)]
    case 'people':
      // Whether a person holds an office is answered with its holder.
      return [
        list('keyPerson', LIST_ROWS, {
          ...ofAll,
          days: null,
          person: asked.claim === null ? person : null,
          position: term,
        }),
      ]
    case 'branches':
      return [list('branch', LIST_ROWS, ofAll)]
    case 'changes':
      return [
        list('changeRecord'),
        // Former names are known where no source of changes is connected.
        ...(facets['kind'] === '名称' ? [factsCall(namesAsked(asked))] : []),
        ...listed.filter((kind) => kind !== 'changeRecord').map((kind) => list(kind, LIST_ROWS, { facets: {} })),
        ...(facets['kind'] === companyFacts.legalRepresentative.label ? [list('reportedRepresentative')] : []),
      ]
    case 'records':
    case 'newest':
      return listed.map((kind) => list(kind, intent === 'newest' ? 1 : LIST_ROWS))
    default:
      return []
  }
}
const ofAll = { identity: null, facets: {} }

/** Names beside their changes: the former ones, the short one. */
const namesAsked = ({ renaming, asksShortName }: Asked): readonly Fact[] =>
  renaming !== null ? ['shortName'] : asksShortName ? ['name', 'shortName'] : ['name']

/** What is read with a fact: the registered beside the paid-in capital, an industry for companies without a scope, how a company ended. */
const besideFact: Readonly<Partial<Record<Fact, readonly Fact[]>>> = {
  paidInCapital: ['registeredCapital'],
  scope: ['industry'],
  status: ['ended'],
}

/** The lists of companies that state a revenue, however it is asked: beside a fact, of several companies. */
const revenueCalls = (planned: PlannedPart, companies: readonly AskedCompany[]): ToolCall[] =>
  asksRevenue(planned.part) && !isMixed(companies) ? companies.map(({ id }) => listCall(planned, id, 'listEntry')) : []

/**
 * What may stand beside an answer about officers: what the person of a claim is otherwise (董事长是吴学群吗), or who leads the company
 * where a person is no officer or an office has no holder (张近东还管事不, 总裁是谁), or no source states the shareholders (幕后老板是谁).
 */
function besideCalls(planned: PlannedPart, companies: readonly AskedCompany[]): ToolCall[] {
  const { part, asked } = planned
  const { intent, facts, person, term } = part
  const isOfPeople = intent === 'people' || intent === 'ownership'
  if (!isOfPeople && !(intent === 'facts' && facts.includes('legalRepresentative'))) return []
  const ofOfficers = (own: Partial<ToolArguments['records']>) =>
    companies.map(({ id }) =>
      listCall(planned, id, 'keyPerson', LIST_ROWS, { ...notNarrowed, limit: LIST_ROWS, ...own }),
    )
  const { claim } = asked
  // Where no source states the officers, the reports name the legal representative.
  const representatives = companies.map(
    ({ id }): ToolCall => ({
      part: planned.at,
      tool: 'company_facts',
      arguments: { companyId: id, facts: ['legalRepresentative'] },
    }),
  )
  const ofLeader =
    isOfPeople && (intent === 'ownership' || person !== null || leading.test(term ?? claim?.office ?? ''))
      ? representatives
      : []
  if (claim !== null) return [...(claim.isSurname === true ? [] : ofOfficers({ person: claim.name })), ...ofLeader]
  if (ofLeader.length === 0) return []
  return [
    ...LEADERS.filter((position) => position !== term).flatMap((position) => ofOfficers({ position })),
    ...ofLeader,
  ]
}

/** Offices that a legal representative or another leader may hold; no 工会主席. */
const leading = /董事长|经理|总裁|行长|首席执行官|执行董事|负责人/u

/** Two parts may ask for the same: 法人是谁,还有法人和电话. The first keeps the call. */
const unique = (calls: readonly ToolCall[]): ToolCall[] =>
  calls.filter((call, at) => calls.findIndex((one) => keyOf(one) === keyOf(call)) === at)
const keyOf = (call: ToolCall) => `${call.tool} ${JSON.stringify(call.arguments)}`
