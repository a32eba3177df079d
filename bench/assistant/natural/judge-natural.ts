import type { SeenAnswer } from '../case.ts'
import { plainText } from '../plain-text.ts'
import type { NaturalCase } from './natural-case.ts'
import { expressionOf } from './question.ts'

export const verdicts = ['good', 'acceptable', 'useless', 'wrong', 'wronglyRefused'] as const
export type NaturalVerdict = (typeof verdicts)[number]
export type NaturalJudgement = { verdict: NaturalVerdict; why: string }

/** Sentence of the product when it finds none of the companies of a question. */
const NO_COMPANY = '未查询到所问企业'
/** An answer that says that no such company is stored. */
const ABSENT = '未收录|未查询到|没有收录|没有找到|未找到|没找到|查不到|暂无'

/**
 * Judges an answer by what is expected, which was written from the store:
 *
 * - `wronglyRefused`: refused although an answer is expected.
 * - `wrong`: an expression of `mustNot` matches, a fact is in no row of the store, or a company is cited that is neither asked
 *   about nor an owner of one that is.
 * - `good`: the status is right, every expression of `must` matches, and every company is linked.
 * - `useless`: the status is not right, or no expression of `must` matches.
 * - `acceptable`: some expressions of `must` match; or all of them, but a company is not linked or said to be unknown.
 *
 * `invented` are the facts of the answer that no row of the store has.
 */
export function judgeNatural(one: NaturalCase, seen: SeenAnswer, invented: readonly string[]): NaturalJudgement {
  const { status, must, mustNot = [], orRefuse = false } = one.asked
  if (seen.status === 'refused') {
    return status === 'refuse' || orRefuse ? good : { verdict: 'wronglyRefused', why: 'refused' }
  }
  if (seen.status === 'failed') return useless('failed')
  if (seen.status === 'clarified') return clarified(one, seen)

  const text = [...seen.sentences.map((sentence) => sentence.text), ...seen.rows].join('\n')
  const plain = plainText(text)
  // The text as it is shown has full-width brackets; without blanks and separators it has the numbers.
  const matches = (source: string) => expressionOf(source).test(text) || expressionOf(source).test(plain)
  const forbidden = mustNot.find(matches)
  if (forbidden !== undefined) return wrong(`matches ${forbidden}`)
  if (invented.length > 0) return wrong(`invents ${invented.join('; ')}`)
  const cited = new Set(seen.sentences.flatMap(({ companyIds }) => companyIds))
  const other = otherCompany(one, cited)
  if (other !== undefined) return wrong(`is about ${other}`)

  if (status === 'clarify') return useless('does not ask which company is meant')
  if (status === 'refuse' && !orRefuse) return useless('not refused')
  const expected = status === 'absent' ? [...must, ABSENT] : must
  const missing = expected.filter((source) => !matches(source))
  if (expected.length > 0 && missing.length === expected.length)
    return useless(`does not match ${missing.join(' or ')}`)
  if (missing.length > 0) return acceptable(`does not match ${missing.join(' or ')}`)
  if (!linksOf(one, seen).isComplete) return acceptable('does not link every company')
  const isDenialRight = one.companies.length === 0 || must.some((source) => expressionOf(source).test(NO_COMPANY))
  return !isDenialRight && text.includes(NO_COMPANY) ? acceptable('says that a stored company is unknown') : good
}

/** A cited company that the question is not about. A question without companies may be answered with a list of them. */
function otherCompany({ asked, companies, ownerIds }: NaturalCase, cited: ReadonlySet<string>): string | undefined {
  if (asked.status === 'answer' && companies.length === 0) return undefined
  // One of several companies that share a name may not be chosen for the reader.
  const own = new Set(asked.status === 'clarify' ? [] : companies.flat())
  return [...cited].find((id) => !own.has(id) && !ownerIds.has(id))
}

function clarified({ asked, companies }: NaturalCase, { candidates }: SeenAnswer): NaturalJudgement {
  if (asked.status !== 'clarify') return useless('asks which company is meant')
  const own = new Set(companies.flat())
  return candidates.filter((id) => own.has(id)).length >= 2 ? good : useless('the candidates are other companies')
}

/**
 * `isComplete`: every expected company is a subject of the answer or cited. `isFalse`: the question names no stored company, and
 * the answer takes a company as its subject or offers companies.
 */
export function linksOf({ companies }: NaturalCase, seen: SeenAnswer): { isComplete: boolean; isFalse: boolean } {
  const linked = new Set([...seen.subjectIds, ...seen.sentences.flatMap(({ companyIds }) => companyIds)])
  return {
    isComplete: companies.every((ids) => ids.some((id) => linked.has(id))),
    isFalse: companies.length === 0 && (seen.subjectIds.length > 0 || seen.candidates.length > 0),
  }
}

const good: NaturalJudgement = { verdict: 'good', why: '' }
const acceptable = (why: string): NaturalJudgement => ({ verdict: 'acceptable', why })
const useless = (why: string): NaturalJudgement => ({ verdict: 'useless', why })
const wrong = (why: string): NaturalJudgement => ({ verdict: 'wrong', why })
