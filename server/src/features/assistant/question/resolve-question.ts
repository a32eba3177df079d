import type { Candidate } from '../evidence/tool-result.ts'
import {
  chooseCompanies,
  isExact,
  type Resolution,
  type ResolutionContext,
  type SearchedMention,
} from './choose-companies.ts'
import { type ParseOptions, parseQuestion } from './parse-question.ts'
import type { ParsedQuestion } from './parsed-question.ts'

/** Finds the companies that a text may name, the best first. */
export type SearchCompanies = (
  keyword: string,
) => Promise<{ candidates: readonly Candidate[]; correctedTo: string | null }>

/**
 * Parses a question and resolves its companies. Readings that overlap an exact name are not searched. Found names are
 * given to a second parse, which reads their characters as names only.
 */
export async function resolveQuestion(
  question: string,
  options: ParseOptions,
  context: ResolutionContext,
  search: SearchCompanies,
): Promise<{ parsed: ParsedQuestion; resolution: Resolution | null }> {
  const first = parseQuestion(question, options)
  const searched: SearchedMention[] = []
  for (const mention of first.mentions) {
    const end = mention.start + mention.text.length
    const isRead = searched.some(
      (other) => isExact(other) && mention.start < other.start + other.text.length && other.start < end,
    )
    if (!isRead) searched.push({ ...mention, ...(await search(mention.text)) })
  }
  const names = searched.filter(isExact).map(({ text }) => text)
  const parsed =
    names.length === 0 ? first : { ...parseQuestion(question, { ...options, names }), mentions: first.mentions }
  if (parsed.refusal !== null || !needsCompany(parsed)) return { parsed, resolution: null }
  return { parsed, resolution: chooseCompanies(parsed, searched, context) }
}

/** Whether a part is about one company or several. Coverage may be about all data. */
const needsCompany = ({ parts, mentions }: ParsedQuestion) =>
  parts.some(({ intent }) => !['count', 'list', 'explanation', 'howTo', 'unknown', 'coverage'].includes(intent)) ||
  (mentions.length > 0 && parts.some(({ intent }) => intent === 'coverage'))
