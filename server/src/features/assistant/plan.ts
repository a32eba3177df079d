import type { Fact } from '@baiqicha/contract/company-facts'
import {
  businessRiskKeys,
  type ListedKindKey,
  legalRiskKeys,
  listedKindKeys,
  type RecordKindKey,
} from '@baiqicha/contract/records/kind-table'
import type { RecordCounts } from '@baiqicha/contract/records/record'
import type { AskedCompany } from './answer/composed-answer.ts'
import type { ListNarrowing, ToolCall } from './evidence/tool-call.ts'
import type { ResolvedCompany } from './question/choose-companies.ts'
import type { ParsedQuestion, QuestionPart } from './question/parsed-question.ts'

/** Most calls of one answer. */
export const MOST_CALLS = 8
/** Rows of a list, of one section of an overview, and of a list of companies. */
const LIST_ROWS = 10
const SECTION_ROWS = 3
const COMPANY_ROWS = 20

const riskKinds: readonly RecordKindKey[] = [...legalRiskKeys, ...businessRiskKeys]
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
    parts: parsed.parts.map((part) => {
      if (part.intent === 'comparison' && parsed.refersBack && statesNothing(part)) {
        return { ...part, facts, kinds, uncollected }
      }
      const isOfRecords = part.intent === 'unknown' && parsed.mentions.length === 0 && kinds.length > 0
      return isOfRecords && narrows(part) ? narrowedBy(before, part) : part
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

/** The question as one about the company in general, where nothing that it asks was understood. */
export const overviewIfUnread = (parsed: ParsedQuestion): ParsedQuestion =>
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
export function planAnswer(parsed: ParsedQuestion, companiesOfPart: readonly (readonly AskedCompany[])[]): ToolCall[] {
  const calls = parsed.parts.flatMap((part, at) => callsOf(part, at, companiesOfPart[at] ?? []))
  const counts = calls.filter(({ tool }) => tool === 'coverage')
  return unique([...counts, ...calls.filter(({ tool }) => tool !== 'coverage')]).slice(0, MOST_CALLS)
}

/** Counts of one kind of one company. */
export type SectionCount = { companyId: string; kind: RecordKindKey; counts: RecordCounts }

/** Calls for the sections that have records, while calls remain. `made`: number of calls so far. */
export function planSections(
  parsed: ParsedQuestion,
  companiesOfPart: readonly (readonly AskedCompany[])[],
  counted: readonly SectionCount[],
  made: number,
): ToolCall[] {
  const sections = parsed.parts.flatMap((part, at) =>
    needsCounts(part)
      ? (companiesOfPart[at] ?? []).flatMap(({ id }) =>
          countedKinds(part)
            .filter(isListed)
            .flatMap((kind) => {
              const counts = counted.find((one) => one.companyId === id && one.kind === kind)?.counts
              const records =
                counts === undefined
                  ? 0
                  : part.view === null
                    ? counts.current + counts.disputed + counts.history
                    : counts[part.view]
              return records === 0
                ? []
                : [
                    {
                      call: recordsCall(part, at, id, kind, part.intent === 'newest' ? 1 : SECTION_ROWS),
                      isCurrent: counts !== undefined && counts.current + counts.disputed > 0,
                    },
                  ]
            }),
        )
      : [],
  )
  // What is in force comes before the history.
  const ordered = [...sections.filter(({ isCurrent }) => isCurrent), ...sections.filter(({ isCurrent }) => !isCurrent)]
  return unique(ordered.map(({ call }) => call)).slice(0, Math.max(0, MOST_CALLS - made))
}

function recordsCall(part: QuestionPart, at: number, companyId: string, kind: ListedKindKey, rows: number): ToolCall {
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

function callsOf(part: QuestionPart, at: number, companies: readonly AskedCompany[]): ToolCall[] {
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
  if (intent === 'comparison' && companies.length > 1) {
    const isOpen = facts.length === 0 && kinds.length === 0 && part.uncollected.length === 0
    return [compareCall(at, companies, isOpen ? comparedFacts : facts, isOpen ? comparedKinds : kinds, order)]
  }
  if (intent === 'facts' && companies.length > 1 && facts.length > 0)
    return [compareCall(at, companies, facts, kinds, null)]
  return companies.flatMap((company) => callsOfCompany(part, at, company.id))
}

const compareCall = (
  part: number,
  companies: readonly AskedCompany[],
  facts: readonly Fact[],
  kinds: readonly RecordKindKey[],
  order: QuestionPart['order'],
): ToolCall => ({
  part,
  tool: 'compare',
  arguments: { companyIds: companies.map(({ id }) => id), facts, kinds, order },
})

function callsOfCompany(part: QuestionPart, at: number, companyId: string): ToolCall[] {
  const { intent, facts, kinds, facets, person, uncollected, term } = part
  const list = narrowingOf(part, companyId, LIST_ROWS)
  const counts: ToolCall = { part: at, tool: 'coverage', arguments: { companyId, kinds: countedKinds(part) } }
  const factsCall: ToolCall = { part: at, tool: 'company_facts', arguments: { companyId, facts } }
  if (needsCounts(part)) return [counts]
  switch (intent) {
    case 'facts':
    case 'comparison': {
      const isOverview = facts.length === 0 && kinds.length === 0 && uncollected.length === 0
      const records = kinds
        .filter(isListed)
        .map((kind) => recordsCall(part, at, companyId, kind, part.days === null ? 1 : LIST_ROWS))
      if (isOverview) return [factsCall, counts]
      if (facts.length === 0 && kinds.length === 0) return [{ ...counts, arguments: { companyId, kinds: [] } }]
      return [...(facts.length === 0 ? [] : [factsCall]), ...records]
    }
    case 'shareholders':
      return [{ part: at, tool: 'shareholders', arguments: { ...list, person } }]
    case 'ownership':
      return [{ part: at, tool: 'ownership', arguments: { companyId } }]
    case 'investments':
      return [{ part: at, tool: 'investments', arguments: list }]
    case 'people':
      return [{ part: at, tool: 'people', arguments: { ...list, person, position: term } }]
    case 'branches':
      return [{ part: at, tool: 'branches', arguments: list }]
    case 'changes': {
      const others = kinds.filter(isListed).filter((kind) => kind !== 'changeRecord')
      return [
        { part: at, tool: 'changes', arguments: { ...list, facets } },
        ...others.map((kind) => recordsCall({ ...part, facets: {} }, at, companyId, kind, LIST_ROWS)),
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
