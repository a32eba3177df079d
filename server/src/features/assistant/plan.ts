import { companyFacts, type Fact } from '@baiqicha/contract/company-facts'
import {
  businessRiskKeys,
  type ListedKindKey,
  legalRiskKeys,
  listedKindKeys,
  type RecordKindKey,
} from '@baiqicha/contract/records/kind-table'
import type { RecordCounts } from '@baiqicha/contract/records/record'
import { type Asked, CHAIR, isAboutWhole, nothingAsked, type Situation, yearsAsked } from './answer/asked.ts'
import type { AskedCompany } from './evidence/asked-company.ts'
import type { ListNarrowing, ToolCall } from './evidence/tool-call.ts'
import type { ResolvedCompany } from './question/choose-companies.ts'
import type { ParsedQuestion, QuestionPart } from './question/parsed-question.ts'
import { REVENUE } from './question/words/uncollected-words.ts'

/** Most calls of one answer. */
export const MOST_CALLS = 8
/** Rows of a list, of one section of an overview, and of a list of companies. */
const LIST_ROWS = 10
const SECTION_ROWS = 3
/** Years that are read of what is stated by year: all of them, whatever year is asked for. */
const YEAR_ROWS = 10
/** Term of a question for former names. */
const FORMER_NAME = '曾用名'
const COMPANY_ROWS = 20

const riskKinds: readonly RecordKindKey[] = [...legalRiskKeys, ...businessRiskKeys]
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
  if (parsed.repeatsEarlier) {
    const end = parsed.parts.reduce((last, part) => Math.max(last, part.end), 0)
    return { ...parsed, parts: earlier.parts.map((part) => ({ ...part, start: 0, end })) }
  }
  const before = earlier.parts.find((part) => !statesNothing(part))
  if (before === undefined) return parsed
  const [part] = parsed.parts
  if (parsed.continuesEarlier === true && part !== undefined) {
    const { doubt: _doubt, ...read } = parsed
    return { ...read, parts: [narrowedBy(before, part)] }
  }
  const { facts, kinds, uncollected } = before
  return {
    ...parsed,
    parts: parsed.parts.map((one) => {
      if (one.intent === 'comparison' && parsed.refersBack && statesNothing(one)) {
        return { ...one, facts, kinds, uncollected }
      }
      const isOfRecords = one.intent === 'unknown' && parsed.mentions.length === 0 && kinds.length > 0
      return isOfRecords && narrows(one) ? narrowedBy(before, one) : one
    }),
  }
}

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

/** The question as one about the company in general, where nothing that it asks was understood. `count`: its companies. */
export const companyQuestion = (parsed: ParsedQuestion, count: number): ParsedQuestion => ({
  ...overviewIfUnread(parsed),
  parts: overviewIfUnread(parsed).parts.map((part) =>
    ofOneCompany(part, { count, isDoubted: parsed.doubt === 'likely' }),
  ),
})

/** A comparison of one company is about it; a doubtful reading also has what the register says of the company. */
function ofOneCompany(part: QuestionPart, { count, isDoubted }: { count: number; isDoubted: boolean }): QuestionPart {
  if (part.intent === 'comparison' && count === 1) return { ...part, intent: 'facts' }
  const isFact = part.intent === 'facts' && part.facts.length > 0
  return isDoubted && isFact ? { ...part, facts: [...new Set([...part.facts, ...doubtedFacts])] } : part
}
const doubtedFacts = ['status', 'foundedOn', 'registeredCapital'] as const

const overviewIfUnread = (parsed: ParsedQuestion): ParsedQuestion =>
  parsed.doubt === 'unread' && parsed.parts.every(({ intent }) => intent === 'unknown')
    ? { ...parsed, parts: parsed.parts.map((part) => ({ ...part, intent: 'facts' })) }
    : parsed

/**
 * Companies of each part, by its index: those that its clause names, else those of the part before, else all. A
 * comparison includes the companies of the page or the earlier turn.
 */
export function companiesOfParts(parsed: ParsedQuestion, companies: readonly ResolvedCompany[]): AskedCompany[][] {
  const ofParts: AskedCompany[][] = []
  for (const { start, end, intent } of parsed.parts) {
    const own = companies.filter((company) => company.start !== null && start <= company.start && company.start < end)
    const joined = intent === 'comparison' && parsed.refersBack ? companies : own
    const before = ofParts.at(-1) ?? companies
    ofParts.push((joined.length > 0 ? joined : before).map(({ id, name, isDemo }) => ({ id, name, isDemo })))
  }
  return ofParts
}

/** Whether the sections of a part depend on counts: several kinds, of which only those with records are read. */
const needsCounts = ({ intent, kinds }: QuestionPart) =>
  intent === 'riskOverview' || (intent === 'records' && kinds.length > 1) || (intent === 'newest' && kinds.length !== 1)

const countedKinds = ({ intent, kinds }: QuestionPart): readonly RecordKindKey[] => {
  if (kinds.length > 0) return kinds
  return intent === 'newest' ? [...riskKinds, 'changeRecord'] : riskKinds
}

function narrowingOf(
  { view, days, amount, order, limit }: QuestionPart,
  companyId: string,
  rows: number,
): ListNarrowing {
  return { companyId, view, days, amount, order, limit: limit ?? rows }
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
  const calls = parsed.parts.flatMap((part, at) => callsOf({ part, at, asked }, companiesOfPart[at] ?? []))
  const counts = calls.filter(({ tool }) => tool === 'coverage')
  return unique([...counts, ...calls.filter(({ tool }) => tool !== 'coverage')]).slice(0, MOST_CALLS)
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
  const sections = parsed.parts.flatMap((part, at) => {
    const isWhole = isAboutWhole(part)
    if (!isWhole && !needsCounts(part)) return []
    return (companiesOfPart[at] ?? []).flatMap(({ id }) => {
      const countsOf = (kind: RecordKindKey) => counted.find((one) => one.companyId === id && one.kind === kind)?.counts
      if (isWhole) overviews.push(...overviewCalls({ part, at, asked }, id, (kind) => countsOf(kind) !== undefined))
      // One record of each kind stands for it in an overview.
      const rows = isWhole || part.intent === 'newest' ? 1 : SECTION_ROWS
      return countedKinds(part)
        .filter(isListed)
        .flatMap((kind) => {
          const counts = countsOf(kind)
          if (counts === undefined) return []
          const records = part.view === null ? counts.current + counts.disputed + counts.history : counts[part.view]
          const call = recordsCall(isWhole ? { ...part, order: 'newest' } : part, at, id, kind, rows)
          return records === 0 ? [] : [{ call, isCurrent: counts.current + counts.disputed > 0 }]
        })
    })
  })
  // What is in force comes before the history.
  const ordered = [...sections.filter(({ isCurrent }) => isCurrent), ...sections.filter(({ isCurrent }) => !isCurrent)]
  return unique([...overviews, ...ordered.map(({ call }) => call)]).slice(0, Math.max(0, MOST_CALLS - made))
}

type PlannedPart = { part: QuestionPart; at: number; asked: Asked }

/** What an overview states beside the records: facts, staff and lists, and labour disputes for a job seeker. */
function overviewCalls(
  { part, at, asked: { situation } }: PlannedPart,
  companyId: string,
  isConnected: (kind: RecordKindKey) => boolean,
): ToolCall[] {
  const isIntroduction = part.intent === 'facts' && situation === 'general'
  const facts = isIntroduction ? introductionFacts : situationFacts[situation]
  const yearly = (kind: ListedKindKey) => recordsCall(wholeList(part), at, companyId, kind, YEAR_ROWS)
  const labour =
    situation === 'job'
      ? labourKinds
          .filter(isConnected)
          .map((kind) => recordsCall({ ...wholeList(part), facets: { labour: '劳动争议' } }, at, companyId, kind, 1))
      : []
  const insured = situation === 'job' ? [yearly('annualInsurance')] : []
  return [
    { part: at, tool: 'company_facts', arguments: { companyId, facts } },
    yearly('annualEmployees'),
    ...(situation === 'supplier' ? [] : [yearly('listEntry')]),
    ...insured,
    ...labour,
  ]
}

/** The part without what narrows a list. */
const wholeList = (part: QuestionPart): QuestionPart => ({
  ...part,
  facets: {},
  identity: null,
  days: null,
  view: null,
  amount: null,
  order: null,
  limit: null,
})

function recordsCall(part: QuestionPart, at: number, companyId: string, kind: ListedKindKey, rows: number): ToolCall {
  if (yearlyKinds.includes(kind)) {
    return {
      part: at,
      tool: 'records',
      arguments: { ...narrowingOf(wholeList(part), companyId, YEAR_ROWS), kind, identity: null, facets: {} },
    }
  }
  const { identity, facets, intent } = part
  if (kind === 'changeRecord')
    return { part: at, tool: 'changes', arguments: { ...narrowingOf(part, companyId, rows), facets } }
  return {
    part: at,
    tool: 'records',
    arguments: {
      ...narrowingOf(part, companyId, rows),
      order: intent === 'newest' ? 'newest' : part.order,
      kind,
      identity,
      facets,
    },
  }
}

function callsOf(planned: PlannedPart, companies: readonly AskedCompany[]): ToolCall[] {
  const { part, at } = planned
  const { intent, conditions, groupBy, order, limit, term, kinds, facts } = part
  if ((intent === 'count' || intent === 'list') && part.uncollected.length > 0) return []
  if (intent === 'count') return [{ part: at, tool: 'count', arguments: { conditions, groupBy } }]
  if (intent === 'list')
    return [
      {
        part: at,
        tool: 'filter',
        arguments: { conditions, order, limit: Math.min(limit ?? COMPANY_ROWS, COMPANY_ROWS) },
      },
    ]
  if (intent === 'explanation' || intent === 'howTo')
    return term === null ? [] : [{ part: at, tool: 'explain', arguments: { term } }]
  if (intent === 'coverage') {
    const ids = companies.length === 0 ? [null] : companies.map(({ id }) => id)
    return ids.map((companyId) => ({ part: at, tool: 'coverage', arguments: { companyId, kinds } }))
  }
  const comparesRevenue = part.uncollected.includes(REVENUE) && facts.length + kinds.length === 0
  if (intent === 'comparison' && companies.length > 1 && comparesRevenue)
    return companies.map(({ id }) => recordsCall(part, at, id, 'listEntry', YEAR_ROWS))
  // A comparison is of the newest year: the staff of another one is stated of each company.
  const isOfYear = yearsAsked(planned.asked, part.days).length > 0 && facts.every((fact) => fact === 'staffSize')
  if (companies.length > 1 && isOfYear && facts.length > 0)
    return companies.map(({ id }) => recordsCall(part, at, id, 'annualEmployees', YEAR_ROWS))
  if (intent === 'comparison' && companies.length > 1) {
    const isOpen = facts.length === 0 && kinds.length === 0 && part.uncollected.length === 0
    return [compareCall(at, companies, isOpen ? comparedFacts : facts, isOpen ? comparedKinds : kinds, order)]
  }
  if (intent === 'facts' && companies.length > 1 && facts.length > 0)
    return [compareCall(at, companies, facts, kinds, null)]
  return companies.flatMap((company) => callsOfCompany(planned, company.id))
}

/** The numbers of reports by year are compared only where no fact states what they report. */
const compareCall = (
  part: number,
  companies: readonly AskedCompany[],
  facts: readonly Fact[],
  kinds: readonly RecordKindKey[],
  order: QuestionPart['order'],
): ToolCall => ({
  part,
  tool: 'compare',
  arguments: {
    companyIds: companies.map(({ id }) => id),
    facts,
    kinds: facts.length === 0 ? kinds : kinds.filter((kind) => !yearlyKinds.includes(kind)),
    order,
  },
})

function callsOfCompany({ part, at, asked }: PlannedPart, companyId: string): ToolCall[] {
  const { intent, facts, kinds, facets, person, uncollected, term } = part
  const list = narrowingOf(part, companyId, LIST_ROWS)
  const counts: ToolCall = { part: at, tool: 'coverage', arguments: { companyId, kinds: countedKinds(part) } }
  // 宁德时代是干嘛的: the industry is known of more companies than the scope.
  const withIndustry: readonly Fact[] = facts.includes('scope') ? [...new Set<Fact>([...facts, 'industry'])] : facts
  const factsCall: ToolCall = { part: at, tool: 'company_facts', arguments: { companyId, facts: withIndustry } }
  if (needsCounts(part)) return [counts]
  switch (intent) {
    case 'facts':
    case 'comparison': {
      const records = kinds
        .filter(isListed)
        .map((kind) => recordsCall(part, at, companyId, kind, part.days === null ? 1 : LIST_ROWS))
      if (isAboutWhole(part)) return [counts]
      if (statesNothing(part)) return [factsCall, counts]
      if (facts.length === 0 && kinds.length === 0) {
        const revenue = uncollected.includes(REVENUE) ? [recordsCall(part, at, companyId, 'listEntry', YEAR_ROWS)] : []
        return [...revenue, { ...counts, arguments: { companyId, kinds: [] } }]
      }
      return [
        ...(facts.length === 0 ? [] : [factsCall]),
        ...records,
        ...(facts.includes('staffSize') && !kinds.includes('annualEmployees')
          ? [recordsCall(part, at, companyId, 'annualEmployees', YEAR_ROWS)]
          : []),
        // 是国企吗: lists of central state-owned and of private companies say so, the register seldom.
        ...(facts.includes('businessType') ? [recordsCall(part, at, companyId, 'listEntry', YEAR_ROWS)] : []),
        // 以前叫什么: of listed companies the changes of the short name are known.
        ...(term === FORMER_NAME
          ? [{ part: at, tool: 'changes' as const, arguments: { ...list, facets: { kind: '名称' } } }]
          : []),
        ...representativesCalls({ part, at, asked }, companyId),
      ]
    }
    // No source dates a holder: of a year there would be none.
    case 'shareholders':
      return [{ part: at, tool: 'shareholders', arguments: { ...list, days: null, person } }]
    case 'ownership':
      return [{ part: at, tool: 'ownership', arguments: { companyId } }]
    case 'investments':
      return [{ part: at, tool: 'investments', arguments: list }]
    case 'people':
      // Whether a person holds an office is answered with its holder.
      return [
        {
          part: at,
          tool: 'people',
          arguments: { ...list, days: null, person: asked.claim === null ? person : null, position: term },
        },
      ]
    case 'branches':
      return [{ part: at, tool: 'branches', arguments: list }]
    case 'changes': {
      const others = kinds.filter(isListed).filter((kind) => kind !== 'changeRecord')
      return [
        { part: at, tool: 'changes', arguments: { ...list, facets } },
        // Former names are known where no source of changes is connected.
        ...(facets['kind'] === '名称'
          ? [
              {
                part: at,
                tool: 'company_facts' as const,
                arguments: { companyId, facts: ['name', 'shortName'] as const },
              },
            ]
          : []),
        ...others.map((kind) => recordsCall({ ...part, facets: {} }, at, companyId, kind, LIST_ROWS)),
        ...(facets['kind'] === companyFacts.legalRepresentative.label
          ? [recordsCall(part, at, companyId, 'reportedRepresentative', YEAR_ROWS)]
          : []),
      ]
    }
    case 'records':
    case 'newest':
      return kinds
        .filter(isListed)
        .map((kind) => recordsCall(part, at, companyId, kind, intent === 'newest' ? 1 : LIST_ROWS))
    default:
      return []
  }
}

/** Who the reports of each year name, where a year of the legal representative is asked for. */
function representativesCalls({ part, at, asked }: PlannedPart, companyId: string): ToolCall[] {
  const asksYears = yearsAsked(asked, part.days).length > 0 || asked.asksSame
  if (!part.facts.includes('legalRepresentative')) return []
  if (asksYears) return [recordsCall(part, at, companyId, 'reportedRepresentative', YEAR_ROWS)]
  // Who leads a company whose legal representative no source states.
  const holder = { ...narrowingOf(wholeList(part), companyId, 1), person: null, position: CHAIR }
  return [{ part: at, tool: 'people', arguments: holder }]
}

/** Two parts may ask for the same: 法人是谁,还有法人和电话. The first keeps the call. */
function unique(calls: readonly ToolCall[]): ToolCall[] {
  const seen = new Set<string>()
  return calls.filter((call) => {
    const key = `${call.tool} ${JSON.stringify(call.arguments)}`
    const isNew = !seen.has(key)
    seen.add(key)
    return isNew
  })
}
