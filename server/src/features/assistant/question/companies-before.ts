import type { AskedCompany } from '../evidence/asked-company.ts'
import { numberOf } from './numerals.ts'
import type { ParsedQuestion } from './parsed-question.ts'

/** Companies that 它们 means at least. */
const SEVERAL = 2

/**
 * Companies of earlier turns to which a question refers: those of the last turn with companies, and of the turns before
 * it until there are as many as 这三家 states.
 */
export function companiesBefore(
  earlier: readonly { companies: readonly AskedCompany[] }[],
  refersTo: ParsedQuestion['refersTo'],
): AskedCompany[] {
  const wanted = refersTo === null ? 1 : refersTo === 'several' ? SEVERAL : refersTo
  let found: AskedCompany[] = []
  for (const { companies } of earlier.toReversed()) {
    if (found.length >= wanted) break
    const known = new Set(found.map(({ id }) => id))
    found = [...companies.filter(({ id }) => !known.has(id)), ...found]
  }
  return found
}

export const ordinalOfCompany =
  /第(?<number>[一二三四五六七八1-8])(?:家|个)(?!股东|月|季)|(?<first>前者|前一家|[前先][头面]?说?的?(?:那|这)[家个])|(?<last>后者|后一家|最后[一那]家|后[头面]说?的?(?:那|这)[家个])/u

/** 那第二家, 后者: the one of several companies that is meant; all where the question names no place or they have none. */
export function oneOfSeveral<Company>(companies: readonly Company[], question: string): readonly Company[] {
  const { number, first, last } = ordinalOfCompany.exec(question)?.groups ?? {}
  const at =
    first !== undefined ? 0 : last !== undefined ? -1 : number === undefined ? null : (numberOf(number) ?? 1) - 1
  const meant = at === null || companies.length < SEVERAL ? undefined : companies.at(at)
  return meant === undefined ? companies : [meant]
}

/** Characters that state which company is meant: 合肥 of 合肥那家. */
const pointingLengths = [4, 3, 2]
/** What follows them. */
export const pointing = /的?[那这][家个]/u

/** 合肥那家, 燕京那个: the company of a conversation with this city or word in its name; undefined: none, or several. */
export function pointedCompany<Company extends { name: string; city?: string | null }>(
  companies: readonly Company[],
  question: string,
): Company | undefined {
  for (const { index } of question.matchAll(new RegExp(pointing, 'gu'))) {
    for (const length of pointingLengths) {
      const word = question.slice(Math.max(0, index - length), index)
      const found = companies.filter(({ name, city }) => name.includes(word) || city?.includes(word) === true)
      if (word.length > 1 && found.length > 0) return found.length === 1 ? found[0] : undefined
    }
  }
  return undefined
}
