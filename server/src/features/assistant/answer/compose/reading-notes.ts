import { companyFacts, type Fact } from '@baiqicha/contract/company-facts'
import { isWithinDays } from '../../evidence/ranges.ts'
import type { ToolResult } from '../../evidence/tool-result.ts'
import { isRiskKind } from '../../question/clause.ts'
import type { QuestionPart } from '../../question/parsed-question.ts'
import { type Asked, yearsAsked } from '../asked.ts'
import { EDUCATION } from '../data-sites.ts'
import { fixedText, notCollected, notCollectedOfCompany, staffNotCollected, staffOfGroup } from '../fixed-sentences.ts'
import type { Statement } from '../statement.ts'
import { sentence } from './sentence.ts'

/** What is said of requested data that no source has: a kind of staff by its own name. */
export function uncollectedSentences(
  { uncollected, facts, kinds, intent }: QuestionPart,
  { staffKind }: Asked,
): Statement[] {
  const isOfCompany = intent !== 'count' && intent !== 'list'
  const notStated = isOfCompany ? notCollectedOfCompany : notCollected
  const sentences = uncollected.map((name) =>
    sentence(staffKind !== null && name === EDUCATION ? staffOfGroup(name, staffKind) : notStated(name)),
  )
  // 研发人员多吗 states nothing else.
  const isOpen = intent === 'facts' && facts.length + kinds.length + uncollected.length === 0
  const isOfStaff = staffKind !== null && (isOpen || facts.includes('staffSize'))
  return isOfStaff && !uncollected.includes(EDUCATION)
    ? [sentence(staffNotCollected(staffKind)), ...sentences]
    : sentences
}

/** Answers about staff name the year of their figure, or the nearest one. */
const statesItsYear: ReadonlySet<Fact> = new Set(['staffSize', 'insuredCount'])

/** Facts that change, and of which sources state the newest value alone. */
const isNewestOnly = (fact: Fact) =>
  (['capital', 'contact'].includes(companyFacts[fact].group) && !statesItsYear.has(fact)) ||
  ['region', 'businessType', 'scope'].includes(fact)

/** Whether changing facts of a year are asked for that no evidence of the answer is of. */
function asksForPast({ intent, facts, days }: QuestionPart, asked: Asked, results: readonly ToolResult[]): boolean {
  if (asked.asksFormer && intent === 'people') return true
  // 董事长是谁，2021 年比 2020 年多了多少人: the years are of the other clause.
  const years = days === null ? [] : yearsAsked(asked, days).filter((year) => isWithinDays(String(year), days))
  const isUndated = facts.length > 0 ? facts.every(isNewestOnly) : intent === 'people' || intent === 'shareholders'
  if (years.length === 0 || !isUndated) return false
  const stated = results.flatMap(({ evidence }) =>
    evidence.flatMap(({ citedType, date }) =>
      ['facts', 'records'].includes(citedType) && date !== null ? [Number(date.slice(0, 4))] : [],
    ),
  )
  return stated.length > 0 && !stated.some((year) => years.includes(year))
}

/** What stands before an answer that is not of the year, or not of the persons and companies, that are asked for. */
export function readingNotes(part: QuestionPart, asked: Asked, results: readonly ToolResult[]): Statement[] {
  const isOfRecords = ['records', 'riskOverview', 'newest'].includes(part.intent) && part.kinds.some(isRiskKind)
  return [
    ...(asksForPast(part, asked, results) ? [sentence(fixedText.newestOnly)] : []),
    ...(asked.ofOthers && isOfRecords && results.length > 0 ? [sentence(fixedText.ownRecords)] : []),
    ...(asked.ofOthers && part.intent === 'people' ? [sentence(fixedText.noPersonRecords)] : []),
  ]
}
