import type { Syllables } from '../../domain/names/pinyin.ts'
import type { Pronunciation } from './pronunciation.ts'
import type { QueryPlan } from './query-plan.ts'
import { abbreviationTerm, initialsTerm, syllablesTerm, type Term } from './term.ts'

/** The words of each way to read a keyword. One with spaces has the same words in every alternative. */
export const wordsOf = ({ alternatives }: QueryPlan) => [...new Set(alternatives.map(({ terms }) => terms))]

/** Names that start with the first character and contain each other one have all of these terms. */
export function abbreviationTerms(key: string): Term[] {
  const [first = 0, ...others] = Array.from(key, (character) => character.charCodeAt(0))
  return others.map((other) => abbreviationTerm(first, other))
}

/**
 * Names with these consecutive syllables have a term of each group; `tail`, the last one, may be incomplete. A single complete
 * syllable is compared with the start of names only.
 */
export function syllableTermGroups({ whole, tail }: Syllables, { numberOf, numbersFrom }: Pronunciation): Term[][] {
  const numbers = whole.map(numberOf)
  const last = numbers.at(-1) ?? 0
  const groups = numbers.slice(1).map((next, at) => [syllablesTerm(numbers[at] ?? 0, next)])
  if (numbers.length === 1) groups.push([syllablesTerm(last, 0)])
  if (tail !== '') groups.push(numbersFrom(tail).map((number) => syllablesTerm(last, number)))
  return groups
}

/** Names with these consecutive initials have all of these terms. */
export function initialsTerms(initials: string): Term[] {
  const letters = Array.from(initials, (letter) => letter.charCodeAt(0))
  return letters.slice(2).map((letter, at) => initialsTerm(letters[at] ?? 0, letters[at + 1] ?? 0, letter))
}
