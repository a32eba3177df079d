import { companyFacts } from '@baiqicha/contract/company-facts'
import { businessRiskKeys, legalRiskKeys } from '@baiqicha/contract/records/kind-table'
import type { ToolResult } from '../evidence/tool-result.ts'
import type { QuestionPart } from '../question/parsed-question.ts'
import { composeCount, composeList } from './compose/compose-companies.ts'
import { composeComparison } from './compose/compose-comparison.ts'
import { composeFacts } from './compose/compose-facts.ts'
import { composeAvailable, composeCoverage, composeNewest, composeOverview } from './compose/compose-overview.ts'
import { composeRecords } from './compose/compose-records.ts'
import { paragraph, sentence, textsIn } from './compose/sentence.ts'
import type { AnswerInput, AskedCompany, ComposedAnswer } from './composed-answer.ts'
import { fixedText, notCollected } from './fixed-sentences.ts'
import { howToSentences } from './how-to-sentences.ts'
import type { Statement } from './statement.ts'

const riskKinds = [...legalRiskKeys, ...businessRiskKeys]

const fixed = (text: string) => [sentence(text)]

function composeTerm({ evidence: [term] }: ToolResult): Statement[] {
  if (term === undefined) return fixed(fixedText.unknownTerm)
  const [name = '', text = '', law] = ['term', 'text', 'law'].map((field) => textsIn(term, field)[0])
  return [
    sentence(`${name}：${text}`, [{ evidence: term, fields: ['term', 'text'] }]),
    ...(law === undefined ? [] : [sentence(`依据：${law}。`, [{ evidence: term, fields: ['law'] }])]),
  ]
}

/** Labels of facts that records of the same answer state, or of which it says that no source is connected. */
const labelsInRecords = (results: readonly ToolResult[]): string[] =>
  results.flatMap(({ evidence }) =>
    evidence.flatMap((one) =>
      one.citedType === 'record' && one.recordType === 'annualEmployees'
        ? [companyFacts.staffSize.label]
        : textsIn(one, 'connection'),
    ),
  )

/** Sentences of one result. `others`: the results of the same part. */
function composeResult(result: ToolResult, others: readonly ToolResult[] = []): Statement[] {
  if (result.problem === 'notCounted' && result.call.tool !== 'count' && result.call.tool !== 'filter') {
    return [...fixed(fixedText.tooManyRecords), ...composeRecords(result)]
  }
  switch (result.call.tool) {
    case 'company_facts':
      return composeFacts(result, labelsInRecords(others))
    case 'compare':
      return composeComparison(result)
    case 'count':
      return composeCount(result)
    case 'filter':
      return composeList(result)
    case 'explain':
      return composeTerm(result)
    case 'coverage':
      return composeCoverage(result)
    case 'ownership':
      return result.evidence.some(({ citedType }) => citedType === 'record')
        ? [...fixed(fixedText.ownership), ...composeRecords(result)]
        : composeRecords(result)
    case 'search_company':
      return []
    default:
      return composeRecords(result)
  }
}

const companyOf = ({ call: { arguments: of } }: ToolResult) => ('companyId' in of ? of.companyId : null)

/** Sections that depend on counts: each `coverage` of a company with the lists that were read of it. */
function composeSections(part: QuestionPart, results: readonly ToolResult[]): Statement[] {
  const compose = part.intent === 'newest' ? composeNewest : composeOverview
  const facts = results.filter(({ call }) => call.tool === 'company_facts').flatMap((one) => composeResult(one))
  const sections = results
    .filter(({ call }) => call.tool === 'coverage')
    .flatMap((coverage) =>
      paragraph(
        compose(
          coverage,
          results.filter((one) => one.call.tool !== 'coverage' && companyOf(one) === companyOf(coverage)),
        ),
      ),
    )
  const limits = part.intent === 'riskOverview' ? paragraph(fixed(fixedText.limitsOfRecords)) : []
  return [...facts, ...sections, ...limits]
}

function composePart(
  part: QuestionPart,
  results: readonly ToolResult[],
  companies: readonly AskedCompany[],
): Statement[] {
  const uncollected = part.uncollected.map((name) => sentence(notCollected(name)))
  if (part.intent === 'howTo') return fixed(howToSentences[part.term ?? ''] ?? fixedText.unknownQuestion)
  if (part.intent === 'unknown') return [...uncollected, ...fixed(fixedText.unknownQuestion)]
  const asksOnlyUncollected = part.facts.length === 0 && part.kinds.length === 0 && part.intent === 'facts'
  if (uncollected.length > 0 && asksOnlyUncollected) return [...uncollected, ...results.flatMap(composeAvailable)]
  // A count without one of its conditions would answer another question.
  if (uncollected.length > 0 && (part.intent === 'count' || part.intent === 'list')) return uncollected
  if (part.intent === 'coverage') return [...uncollected, ...results.flatMap((one) => composeResult(one))]
  if (results.length === 0) {
    if (part.intent === 'explanation') return fixed(fixedText.unknownTerm)
    return uncollected.length > 0
      ? uncollected
      : fixed(companies.length === 0 ? fixedText.companyNeeded : fixedText.unknownQuestion)
  }
  const hasSections = results.some(({ call }) => call.tool === 'coverage')
  // 哪家靠谱 is answered with what the records show, and what they do not.
  const limits = part.intent === 'comparison' && riskKinds.every((kind) => part.kinds.includes(kind))
  return [
    ...uncollected,
    ...(hasSections ? composeSections(part, results) : results.flatMap((one) => composeResult(one, results))),
    ...(limits ? paragraph(fixed(fixedText.limitsOfRecords)) : []),
  ]
}

/** Newest date of the cited sources. */
function asOf(statements: readonly Statement[], results: readonly ToolResult[]): string | null {
  const cited = new Set(statements.flatMap(({ citations }) => citations.map(({ evidenceId }) => evidenceId)))
  const dates = results.flatMap(({ evidence }) =>
    evidence.flatMap(({ id, date }) => (cited.has(id) ? (date ?? []) : [])),
  )
  return dates.toSorted().at(-1) ?? null
}

/** Two parts may state the same record: 被罚过没有,最多一次罚了多少. */
const uniqueTexts = (statements: readonly Statement[]) =>
  statements.filter(({ text }, at) => statements.findIndex((one) => one.text === text) === at)

/** Sentences, table and bars of an answer from the gathered evidence. States nothing that the evidence does not have. */
export function composeAnswer({ question, companiesOfPart, results, unknownNames }: AnswerInput): ComposedAnswer {
  const missing = unknownNames.length > 0 ? fixed(fixedText.companyMissing) : []
  const parts = question.parts.flatMap((part, at) =>
    paragraph(
      composePart(
        part,
        results.filter(({ call }) => call.part === at),
        companiesOfPart[at] ?? [],
      ),
    ),
  )
  const isOnlyMissing = missing.length > 0 && companiesOfPart.every((companies) => companies.length === 0)
  const own = isOnlyMissing && results.length === 0 ? [] : parts
  const isDemo = companiesOfPart.some((companies) => companies.some((company) => company.isDemo))
  const statements = uniqueTexts([...missing, ...own, ...(isDemo ? paragraph(fixed(fixedText.demonstration)) : [])])
  return {
    statements,
    table: results.find(({ table }) => table !== null)?.table ?? null,
    bars: results.find(({ bars }) => bars !== null)?.bars ?? null,
    asOf: asOf(statements, results),
  }
}
