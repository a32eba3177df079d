import type { CompanySummary } from '@baiqicha/contract/company-summary'
import { KEYWORD_LIMIT } from '@baiqicha/contract/keyword-limit'
import { searchKey } from '../../../domain/names/company-name.ts'
import { looksAlike, oneEdit } from '../../../domain/names/typos.ts'
import { SearchUnavailable } from '../../../search/company-search.ts'
import type { ToolCall } from '../evidence/tool-call.ts'
import type { Candidate, OfferedCompany, ToolResult } from '../evidence/tool-result.ts'
import { emptyResult } from './evidence-fields.ts'
import type { ToolDeps } from './tool-deps.ts'

const CANDIDATES = 10
const CODE_END = 4

/**
 * Whether a correction exchanges a character for one that neither sounds nor looks like it: 大疆创新 is not 大为创新. The search
 * page asks whether that one was meant; an answer would be about another company.
 */
function isGuess(keyword: string, corrected: string | undefined, { soundsAlike }: Pick<ToolDeps, 'soundsAlike'>) {
  const edit = corrected === undefined ? null : oneEdit(searchKey(keyword), searchKey(corrected))
  if (edit?.type !== 'replaced') return false
  return !soundsAlike(edit.typed, edit.intended) && !looksAlike(edit.typed, edit.intended)
}

/** A company as a clarification offers it. */
export const choiceOf = (company: CompanySummary): OfferedCompany => {
  const { id, name, region, creditCode, status, isDemo, foundedOn, legalRepresentative, listing } = company
  return {
    companyId: id,
    name,
    city: region ?? '地区未收录',
    codeEnd: creditCode?.slice(-CODE_END) ?? null,
    status,
    isDemo,
    known: { foundedOn, legalRepresentative, creditCode, stockCode: listing?.code ?? null },
  }
}

/** Companies that a name, a code or a misspelled name may mean, the best first. */
export async function searchCompany(deps: ToolDeps, call: ToolCall & { tool: 'search_company' }): Promise<ToolResult> {
  const keyword = Array.from(call.arguments.keyword).slice(0, KEYWORD_LIMIT).join('')
  try {
    const found = await deps.search({ keyword, page: 1, pageSize: CANDIDATES, sort: 'relevance' })
    if (found === null || isGuess(keyword, found.didYouMean, deps)) return emptyResult(call)
    const key = searchKey(found.didYouMean ?? found.usedKeyword ?? keyword)
    const candidates = found.list.map(
      ({ matchReason, ...company }): Candidate => ({
        ...choiceOf(company),
        matchReason,
        isWhole: searchKey(matchReason.text) === key,
      }),
    )
    return {
      ...emptyResult(call),
      candidates,
      correctedTo: found.didYouMean ?? null,
      isPartial: found.partial === true || !deps.isIndexReady(),
    }
  } catch (error) {
    if (error instanceof SearchUnavailable) return { ...emptyResult(call), problem: 'unavailable', isPartial: true }
    throw error
  }
}
