import type { AnswerBars, AnswerTable } from '@baiqicha/contract/assistant'
import { companyFacts, type Fact } from '@baiqicha/contract/company-facts'
import type { AskedCompany } from '../evidence/asked-company.ts'
import { type Evidence, numberIn, textsIn } from '../evidence/evidence.ts'
import type { ToolResult } from '../evidence/tool-result.ts'
import { kindsOfRisk } from '../question/clause.ts'
import { legalForm } from '../question/parse-question.ts'
import type { ParsedQuestion, QuestionPart } from '../question/parsed-question.ts'
import { tasksBesideCompany } from '../question/words/guidance-words.ts'
import { REVENUE } from '../question/words/uncollected-words.ts'
import {
  type Asked,
  asksIfListed,
  asksOfYears,
  asksOnlyUncollected,
  asksRevenue,
  CHAIR,
  isAboutWhole,
  nothingAsked,
  yearsAsked,
} from './asked.ts'
import { composeBeside, hasRecord, splitBeside } from './compose/compose-beside.ts'
import { composeCount, composeList } from './compose/compose-companies.ts'
import { composeComparison, sharedLead } from './compose/compose-comparison.ts'
import { composeFacts } from './compose/compose-facts.ts'
import {
  composeCoverage,
  composeNewest,
  composeOverview,
  composeSituation,
  KNOWN_LEAD,
  lengthOf,
} from './compose/compose-overview.ts'
import { composeHolders, composeRecords, composeRepresentative } from './compose/compose-records.ts'
import { composeDelisting, composeShortNames } from './compose/compose-short-names.ts'
import { composeYears, higherOf, isYearly, seriesOf } from './compose/compose-years.ts'
import { listPhrases } from './compose/known-facts.ts'
import { readingNotes, uncollectedSentences } from './compose/reading-notes.ts'
import { paragraph, sentence } from './compose/sentence.ts'
import { companyNeededFor, fixedText, namesMissing, notCollectedOfCompany } from './fixed-sentences.ts'
import { howToSentences } from './how-to-sentences.ts'
import type { Statement } from './statement.ts'

export type AnswerInput = {
  question: ParsedQuestion
  /** Companies of each part of the question, by its index. */
  companiesOfPart: readonly (readonly AskedCompany[])[]
  /** Results in the order of the calls. */
  results: readonly ToolResult[]
  /** Surely named stretches of the question that no company has. */
  unknownNames: readonly string[]
  /** Those of them that are names of companies for sure, which advice does not replace. */
  otherNames?: readonly string[]
  /** What the wording of the question wants; absent: nothing in particular. */
  asked?: Asked
}

export type ComposedAnswer = {
  statements: readonly Statement[]
  table: AnswerTable | null
  bars: AnswerBars | null
  /** Newest date of the cited sources. */
  asOf: string | null
}

const fixed = (text: string) => [sentence(text)]

function composeTerm({ evidence: [term] }: ToolResult): Statement[] {
  if (term === undefined) return fixed(fixedText.unknownTerm)
  const [name = '', text = '', law] = ['term', 'text', 'law'].map((field) => textsIn(term, field)[0])
  return [
    sentence(`${name}：${text}`, [{ evidence: term, fields: ['term', 'text'] }]),
    ...(law === undefined ? [] : [sentence(`依据：${law}。`, [{ evidence: term, fields: ['law'] }])]),
  ]
}

const composeHowTo = (task: string, companies: readonly AskedCompany[]): Statement[] => [
  sentence(howToSentences[task] ?? fixedText.unknownQuestion),
  ...(companies.length === 0 && tasksBesideCompany.includes(task) ? fixed(fixedText.companyHelps) : []),
]

type PartContext = { part: QuestionPart; asked: Asked; others: readonly ToolResult[] }

/** Facts that yearly records of the same part state, by the kind of the records; the first is their value. */
const factsByYear: Readonly<Record<string, readonly [Fact, ...string[]]>> = {
  annualEmployees: ['staffSize'],
  annualInsurance: ['insuredCount', 'insuredYear'],
}
/** Kind of the records that were read; null: another tool was called. */
const kindOf = ({ call }: ToolResult) => (call.tool === 'records' ? call.arguments.kind : null)
const yearlyFactOf = (result: ToolResult): Fact | undefined => factsByYear[kindOf(result) ?? '']?.[0]

/** Labels of facts that records of the same answer state, or of which it says that no source is connected. */
const labelsInRecords = (results: readonly ToolResult[]): string[] =>
  results.flatMap((result) => {
    // Lists of central state-owned and of private companies state the type of a company.
    const fact = yearlyFactOf(result) ?? (kindOf(result) === 'listEntry' ? 'businessType' : undefined)
    const isStated = fact === 'staffSize' || result.evidence.some(({ citedType }) => citedType === 'record')
    return [
      ...(fact !== undefined && isStated ? [companyFacts[fact].label] : []),
      ...result.evidence.flatMap((one) => textsIn(one, 'connection')),
    ]
  })

const statesFact = (others: readonly ToolResult[], name: string) =>
  others.some(({ evidence }) => evidence.some(({ citedType, fields }) => citedType === 'facts' && name in fields))

/** 〈企业〉列入 2025 央企名录。 null: in no list. */
function composeListEntries(evidence: readonly Evidence[], asksWhether: boolean): Statement[] | null {
  const phrases = listPhrases(evidence)
  const [first] = phrases
  if (first === undefined) return null
  const company = first.cited[0]?.evidence.company?.name ?? ''
  const cited = phrases.flatMap((one) => one.cited)
  return [sentence(`${asksWhether ? '有，' : ''}${company}列入 ${phrases.map(({ text }) => text).join('；')}。`, cited)]
}

/** Values of a kind of record by year; null: the kind has none. */
function composeYearly(result: ToolResult, { part, asked, others }: PartContext): Statement[] | null {
  const { evidence } = result
  const kind = kindOf(result)
  if (kind === null || !isYearly(kind)) return null
  if (kind === 'listEntry') return composeListEntries(evidence, asked.supposed !== null && part.facts.length === 0)
  const series = seriesOf(kind, evidence)
  if (series.rows.length > 0) return composeYears(series, asked, part)
  // The register answers where no report does.
  const fact = yearlyFactOf(result)
  const isReports = kind === 'reportedRepresentative'
  if (isReports && part.intent === 'changes') return []
  if (statesFact(others, isReports ? 'legalRepresentative' : (fact ?? ''))) return []
  const isUncovered = evidence.some(({ citedType }) => citedType === 'coverage')
  return isUncovered ? composeRecords(result) : composeYears(series, asked, part)
}

/** Sentences of one result. */
function composeResult(result: ToolResult, context: PartContext): Statement[] {
  if (result.problem === 'notCounted' && result.call.tool !== 'count' && result.call.tool !== 'filter') {
    return [...fixed(fixedText.tooManyRecords), ...composeRecords(result)]
  }
  const { asked, others } = context
  switch (result.call.tool) {
    case 'company_facts':
      return composeFactsFor(result, context)
    case 'compare':
      return composeComparison(result, context)
    case 'count':
      return composeCount(result)
    case 'filter':
      return composeList(result)
    case 'explain':
      return composeTerm(result)
    case 'coverage':
      return composeCoverage(result)
    case 'ownership': {
      const hasHolders = result.evidence.some(({ citedType }) => citedType === 'record')
      const lead = hasHolders ? fixedText.ownership : fixedText.noController
      return [...fixed(lead), ...paragraph(composeRecords(result))]
    }
    case 'records': {
      const { kind } = result.call.arguments
      const own = kind === 'keyPerson' ? composeHolders(result, asked) : composeYearly(result, context)
      if (own !== null) return own
      if (kind !== 'changeRecord') {
        const asksWhether = asked.supposed !== null && !asked.ofOthers && !asked.asksValidity
        return composeRecords(result, { asksSum: asked.asksSum, asksWhether })
      }
      if (context.part.term === null && asksIfListed(context.part, asked)) return composeDelisting(result)
      // Reports of several years answer before the changes that are not connected.
      const hasFormerNames = ['formerNames', 'formerShortNames'].some((name) => statesFact(others, name))
      const changes = composeShortNames(result, asked) ?? composeRecords(result, { hasFormerNames })
      return hasYearsOf(others, 'reportedRepresentative') ? paragraph(changes) : changes
    }
    default:
      return []
  }
}

const hasYearsOf = (results: readonly ToolResult[], kind: string) =>
  results.some(({ evidence }) =>
    evidence.some(({ citedType, recordType }) => citedType === 'record' && recordType === kind),
  )

/** Facts but those that yearly records state; a legal representative of the years that are asked for is stated by the reports instead. */
function composeFactsFor(found: ToolResult, { asked, part, others }: PartContext): Statement[] {
  const byYear = Object.keys(factsByYear).flatMap((kind) => (hasYearsOf(others, kind) ? (factsByYear[kind] ?? []) : []))
  const isOfYears =
    asksOfYears(asked, part.days) &&
    part.facts.includes('legalRepresentative') &&
    hasYearsOf(others, 'reportedRepresentative')
  const claimed = isOfYears || asked.claim === null ? null : composeRepresentative(found.evidence, asked.claim)
  const ofOfficer = claimed === null ? [] : ['legalRepresentative']
  const stated = isOfYears ? ['legalRepresentative', 'leadingOfficer'] : ofOfficer
  const hasChanges = hasYearsOf(others, 'changeRecord')
  // The newest change states the short name.
  const isRenamed = hasChanges && part.intent === 'changes' && asked.renaming?.to !== 'any'
  const needless = [
    ...byYear,
    ...(hasChanges ? ['formerShortNames'] : []),
    ...(part.intent === 'changes' ? ['name'] : []),
    ...(isRenamed ? ['shortName'] : []),
  ]
  const evidence = found.evidence.flatMap((one) => {
    const fields = Object.fromEntries(Object.entries(one.fields).filter(([name]) => !needless.includes(name)))
    const isStated = Object.keys(fields).length === 0 || stated.some((name) => name in fields)
    return isStated ? [] : [{ ...one, fields }]
  })
  const omitted = [
    ...(isOfYears ? [companyFacts.legalRepresentative.label] : []),
    ...labelsInRecords(others),
    ...notAsked(found, part, asked),
  ]
  return [...(claimed ?? []), ...composeFacts({ ...found, evidence }, omitted, isOfYears ? undefined : { asked, part })]
}

/** Labels of what is read beside the asked facts: the former names of a name (全称), the industry of a scope, the day of a listing. */
function notAsked({ call }: ToolResult, { facts, intent, term }: QuestionPart, asked: Asked): string[] {
  const read = call.tool === 'company_facts' ? call.arguments.facts : []
  const isOfName = facts.includes('name') && intent === 'facts'
  return [
    ...read.filter((fact) => facts.length > 0 && !facts.includes(fact)).map((fact) => companyFacts[fact].label),
    ...((isOfName && term === null) || intent === 'changes' ? ['曾用名'] : []),
    ...(isOfName && !asked.asksShortName ? [companyFacts.shortName.label] : []),
    ...(facts.includes('listings') && !asked.asksWhen ? ['上市日期'] : []),
  ]
}

const companyOf = ({ call: { arguments: of } }: ToolResult) => ('companyId' in of ? of.companyId : null)

/** Sections that depend on counts: each `coverage` of a company with the lists that were read of it. */
function composeSections(
  context: Pick<PartContext, 'part' | 'asked'>,
  results: readonly ToolResult[],
  companies: readonly AskedCompany[],
): Statement[] {
  const { part, asked } = context
  const asksRisk = isAboutWhole(part) && (part.intent !== 'facts' || asked.situation !== 'general')
  const limits = asksRisk ? paragraph(fixed(fixedText.limitsOfRecords)) : []
  const coverages = results.filter(({ call }) => call.tool === 'coverage')
  const sections = coverages.flatMap((coverage) => {
    const id = companyOf(coverage)
    const read = results.filter((one) => one.call.tool !== 'coverage' && companyOf(one) === id)
    const company = companies.find((one) => one.id === id)
    if (!isAboutWhole(part) || company === undefined) {
      return paragraph((part.intent === 'newest' ? composeNewest : composeOverview)(coverage, read))
    }
    const reserved = lengthOf([...limits, ...(company.isDemo ? fixed(fixedText.demonstration) : [])])
    const { situation } = asked
    return paragraph(composeSituation(company.name, coverage, read, { situation, asksRisk, reserved }))
  })
  return [...sections, ...limits]
}

const isOfChair = ({ call }: ToolResult) => call.tool === 'records' && call.arguments.position === CHAIR

/**
 * The chair answers only where no source states the legal representative, where no report is of the year that is asked for, or where a claim
 * is about the chair.
 */
function withoutNeedlessChair(
  { intent, days }: QuestionPart,
  asked: Asked,
  results: readonly ToolResult[],
): readonly ToolResult[] {
  if (intent !== 'facts') return results
  const { claim } = asked
  const chair = results.filter((one) => isOfChair(one) && hasRecord(one))
  if (claim?.office === CHAIR && chair.length > 0) return chair
  const reports = results.flatMap((one) => (kindOf(one) === 'reportedRepresentative' ? one.evidence : []))
  const { rows } = seriesOf('reportedRepresentative', reports)
  const isOfReports = yearsAsked(asked, days).every((asksFor) => rows.some(({ year }) => year === asksFor))
  const isStated = isOfReports && (statesFact(results, 'legalRepresentative') || statesFact(results, 'leadingOfficer'))
  return results.filter((one) => !isOfChair(one) || (!isStated && chair.includes(one)))
}

type AskedPart = Pick<PartContext, 'part' | 'asked'> & { isSure: boolean }

/** The revenue that lists of companies state, then what else the part asks. */
function composePart(context: AskedPart, gathered: readonly ToolResult[], companies: readonly AskedCompany[]) {
  const { part, asked } = context
  const isOfRevenue = (one: ToolResult) => asksRevenue(part) && kindOf(one) === 'listEntry'
  const [lists, others] = [gathered.filter(isOfRevenue), gathered.filter((one) => !isOfRevenue(one))]
  const rest = part.uncollected.filter((name) => name !== REVENUE)
  if (lists.length === 0) return composeRest(context, gathered, companies)
  const kinds = part.kinds.filter((kind) => kind !== 'listEntry')
  const isRest = others.length + rest.length > 0
  // The entries state the ranks, too.
  const entries = part.kinds.includes('listEntry')
    ? lists.map(({ evidence }) => composeListEntries(evidence, false))
    : []
  const isOfEntries = entries.length > 0 && entries.every((one) => one !== null)
  const revenues = composeRevenues(part, asked, lists)
  const { isStated, statements } = isOfEntries ? { isStated: true, statements: entries.flat() } : revenues
  const known = isRest
    ? composeRest({ ...context, part: { ...part, uncollected: rest, kinds } }, others, companies)
    : []
  return isStated ? [...statements, ...known] : [...known, ...statements]
}

/** Who has the greater revenue, and the revenue of each company; one without is named where another has one. */
function composeRevenues(part: QuestionPart, asked: Asked, lists: readonly ToolResult[]) {
  const all = lists.map(({ evidence }) => ({ evidence, series: seriesOf('listEntry', evidence) }))
  if (all.every(({ series }) => series.rows.length === 0))
    return { isStated: false, statements: fixed(notCollectedOfCompany(REVENUE)) }
  // 差多少 of two companies is no difference of years.
  const own = part.intent === 'comparison' ? { ...asked, asksDifference: false } : asked
  const higher = higherOf(
    all.map(({ series }) => series),
    yearsAsked(asked, part.days),
  )
  // Of two companies that sentence states both values.
  const isComplete = higher.length > 0 && all.length === 2 && !part.kinds.includes('listEntry')
  const each = all.flatMap(({ evidence, series }) => {
    if (series.rows.length > 0) return composeYears(series, own, part)
    const [list] = evidence
    const fields = Object.keys(list?.fields ?? {}).filter((name) => ['total', 'connection'].includes(name))
    const text = notCollectedOfCompany(REVENUE).replace(REVENUE, `${list?.company?.name ?? ''}的${REVENUE}`)
    return list === undefined ? [] : [sentence(text, [{ evidence: list, fields }])]
  })
  return { isStated: true, statements: [...higher, ...(isComplete ? [] : each)] }
}

/** The entries of lists stand in for the staff only where no source states it. */
function withoutNeedlessEntries({ facts }: QuestionPart, results: readonly ToolResult[]): readonly ToolResult[] {
  if (!facts.includes('staffSize') || facts.includes('businessType')) return results
  const ofKind = (kind: string) => results.filter((one) => kindOf(one) === kind)
  const isStated = ofKind('annualEmployees').some(hasRecord) || statesFact(results, 'staffSize')
  const needless = ofKind('listEntry').filter((one) => isStated || !hasRecord(one))
  return results.filter((one) => !needless.includes(one))
}

function composeRest(
  { part, asked, isSure }: AskedPart,
  gathered: readonly ToolResult[],
  companies: readonly AskedCompany[],
): Statement[] {
  // Nothing is stated beside it: a list may have the revenue that no report has.
  if (gathered.some(({ problem }) => problem === 'notComparable')) return fixed(fixedText.notComparable)
  const results = withoutNeedlessEntries(part, withoutNeedlessChair(part, asked, gathered))
  const uncollected = uncollectedSentences(part, asked)
  // 差多少 of two companies is no difference of years.
  const own = part.intent === 'comparison' ? { ...asked, asksDifference: false } : asked
  const compose = (some: readonly ToolResult[]) =>
    some.flatMap((one) => composeResult(one, { part, asked: own, others: results }))
  if (part.intent === 'howTo') return composeHowTo(part.term ?? '', companies)
  if (part.intent === 'unknown') return [...uncollected, ...fixed(fixedText.unknownQuestion)]
  // The number of all staff does not stand in for that of a kind of staff.
  if (asked.staffKind !== null && part.facts.includes('staffSize')) {
    return [...uncollected, ...compose(results.filter((one) => !isOfStaff(one)))]
  }
  if (asked.staffKind !== null && uncollected.length > 0 && isAboutWhole(part)) return uncollected
  // What is known of the company does not stand in for what is not.
  const coverage = results
    .flatMap(({ evidence }) => evidence)
    .find(({ citedType, company }) => citedType === 'coverage' && company !== null)
  if (asksOnlyUncollected(part, asked, isSure) && coverage !== undefined) {
    return uncollected.map(({ text }) => sentence(text, [{ evidence: coverage, fields: Object.keys(coverage.fields) }]))
  }
  // A count without one of its conditions would answer another question.
  if (uncollected.length > 0 && (part.intent === 'count' || part.intent === 'list')) return uncollected
  if (part.intent === 'coverage') return [...uncollected, ...compose(results)]
  if (results.length === 0) {
    if (part.intent === 'explanation') return fixed(fixedText.unknownTerm)
    if (uncollected.length > 0) return uncollected
    const [kind] = part.kinds
    const needed = kind === undefined ? fixedText.companyNeeded : companyNeededFor(kind)
    return fixed(companies.length === 0 ? needed : fixedText.unknownQuestion)
  }
  const hasSections = results.some(({ call }) => call.tool === 'coverage')
  // 哪家靠谱 is answered with what the records show, and what they do not.
  const limits = part.intent === 'comparison' && kindsOfRisk.every((kind) => part.kinds.includes(kind))
  const lists = results.flatMap(({ evidence }) => evidence.filter(({ citedType }) => citedType === 'records'))
  // 这俩董事长一个人?
  const holders = results.flatMap(({ evidence }) => evidence.filter(({ citedType }) => citedType === 'record'))
  const ofOffices = part.intent === 'people' && asked.asksIfShared ? sharedLead(holders) : ''
  const isWithdrawn =
    asked.asksValidity && part.intent === 'records' && lists.every((one) => numberIn(one, 'total') === 0)
  return [
    ...uncollected,
    ...higherOfYears(part, asked, results),
    ...(hasSections
      ? composeSections({ part, asked }, results, companies)
      : ledBy(ofOffices, compose(inOrder(results, { part, asked })))),
    ...(isWithdrawn && lists.length > 0 ? fixed(fixedText.withdrawn) : []),
    ...(limits ? paragraph(fixed(fixedText.limitsOfRecords)) : []),
  ]
}

const ledBy = (lead: string, statements: readonly Statement[]): Statement[] =>
  statements.map((one, at) => (at === 0 ? { ...one, text: `${lead}${one.text}` } : one))

const isOfStaff = (result: ToolResult) => kindOf(result) === 'annualEmployees' || result.call.tool === 'company_facts'

/** 谁人多 of a year: the greater before the value of each. */
function higherOfYears(part: QuestionPart, asked: Asked, results: readonly ToolResult[]): Statement[] {
  const series = results.flatMap((one) => {
    const kind = kindOf(one)
    return kind !== null && isYearly(kind) ? [seriesOf(kind, one.evidence)] : []
  })
  return part.intent === 'comparison' && series.length === results.length
    ? higherOf(series, yearsAsked(asked, part.days))
    : []
}

/** Values by year, and the name of a delisted stock, come before the facts and changes beside them. */
function inOrder(results: readonly ToolResult[], { part, asked }: Pick<PartContext, 'part' | 'asked'>) {
  const isOfListing = part.term === null && asksIfListed(part, asked)
  const leads = (one: ToolResult) => isOfYears(kindOf(one)) || (isOfListing && kindOf(one) === 'changeRecord')
  return results.toSorted((a, b) => Number(leads(b)) - Number(leads(a)))
}
const isOfYears = (kind: string | null) => kind !== null && kind !== 'listEntry' && isYearly(kind)

/** Newest date of the cited sources. */
function asOf(statements: readonly Statement[], results: readonly ToolResult[]): string | null {
  const cited = new Set(statements.flatMap(({ citations }) => citations.map(({ evidenceId }) => evidenceId)))
  const gathered = results.flatMap(({ evidence }) => evidence)
  const dates = gathered.flatMap(({ id, date }) => (cited.has(id) ? (date ?? []) : []))
  return dates.toSorted().at(-1) ?? null
}

const ofOrganisation = /公司|集团|企业|工厂|厂|店|合作社|事务所|银行|学校|医院|中心/u

/** What is not connected stands after what is known. */
const isUnconnected = ({ text }: Statement) => /^[^，。；：]*未接入，可到/u.test(text)

const isGuidance = ({ intent }: QuestionPart) => intent === 'howTo' || intent === 'explanation'

/** Two parts may state the same record: 被罚过没有,最多一次罚了多少. */
const uniqueTexts = (statements: readonly Statement[]) =>
  statements.filter(({ text }, at) => statements.findIndex((one) => one.text === text) === at)

/** Sentences, table and bars of an answer from the gathered evidence. States nothing that the evidence does not have. */
export function composeAnswer({
  question,
  companiesOfPart,
  results,
  unknownNames,
  otherNames = [],
  asked = nothingAsked,
}: AnswerInput): ComposedAnswer {
  const isOnlyMissing = unknownNames.length > 0 && companiesOfPart.every((companies) => companies.length === 0)
  // 判决了老板不给钱,怎么查他有没有被执行: what needs no company is answered without one.
  const isGuided = isOnlyMissing && question.parts.some(isGuidance)
  const isStated = !isGuided || otherNames.length > 0 || unknownNames.some((name) => legalForm.test(name))
  const named = isGuided ? otherNames : isOnlyMissing ? [] : unknownNames
  // 番茄炒蛋先放蛋还是先放番茄: nothing shows that a company is asked about.
  const isOfCompany = question.doubt !== 'unread' || unknownNames.some((name) => ofOrganisation.test(name))
  const missingText = isOfCompany ? fixedText.companyMissing : fixedText.neitherFound
  const notFound = named.length > 0 ? namesMissing(named) : missingText
  const missing = unknownNames.length > 0 && isStated ? fixed(notFound) : []
  const answered = isGuided ? question.parts.filter(isGuidance) : question.parts
  const parts = answered.flatMap((part) => {
    const at = question.parts.indexOf(part)
    const gathered = results.filter(({ call }) => call.part === at)
    const { results: ofPart, beside } = splitBeside(part, asked, gathered)
    const own = composePart({ part, asked, isSure: question.doubt === undefined }, ofPart, companiesOfPart[at] ?? [])
    const known = composeBeside(part, { asked, stated: own, isOnlyPart: question.parts.length === 1 }, beside)
    const [stated, unconnected] = [own.filter((one) => !isUnconnected(one)), own.filter(isUnconnected)]
    // 员工人数未接入。已知：…
    const isBeside = known.some(({ text }) => text.startsWith(KNOWN_LEAD))
    const rest = isBeside ? [...unconnected, ...known] : [...known, ...unconnected]
    return paragraph([...readingNotes(part, asked, ofPart), ...stated, ...rest])
  })
  const needless: readonly string[] = [
    fixedText.unknownQuestion,
    ...(missing.length > 0 ? [fixedText.companyNeeded] : []),
  ]
  const answers = parts.filter(({ text }) => !needless.includes(text))
  const own = isOnlyMissing && !isGuided && results.length === 0 ? [] : answers.length > 0 ? answers : parts
  const isDemo = companiesOfPart.some((companies) => companies.some((company) => company.isDemo))
  const statements = uniqueTexts([...missing, ...own, ...(isDemo ? paragraph(fixed(fixedText.demonstration)) : [])])
  return {
    statements,
    table: results.find(({ table }) => table !== null)?.table ?? null,
    bars: results.find(({ bars }) => bars !== null)?.bars ?? null,
    asOf: asOf(statements, results),
  }
}
