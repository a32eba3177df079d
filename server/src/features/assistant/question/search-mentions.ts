import type { Candidate } from '../evidence/tool-result.ts'
import { isExact, type SearchedMention } from './choose-companies.ts'
import type { Mention } from './parsed-question.ts'

type Found = { candidates: readonly Candidate[]; correctedTo: string | null; isPartial: boolean }

/** Searches of one round; they run side by side. */
const OF_ONE_ROUND = 8

const overlap = (one: Mention, other: Mention) =>
  one.start < other.start + other.text.length && other.start < one.start + one.text.length

/**
 * Finds the companies of mentions, in rounds. A reading that overlaps an exact name of an earlier round is not searched, so
 * that a list of five names costs few searches and its last name is found.
 */
export async function searchMentions(
  mentions: readonly Mention[],
  search: (keyword: string) => Promise<Found>,
): Promise<(SearchedMention & { isPartial: boolean })[]> {
  const searched: (SearchedMention & { isPartial: boolean })[] = []
  let left = [...mentions]
  while (left.length > 0) {
    const round = left.slice(0, OF_ONE_ROUND)
    const found = await Promise.all(round.map(async (mention) => ({ ...mention, ...(await search(mention.text)) })))
    searched.push(...found)
    const exact = found.filter(isExact)
    left = left.slice(OF_ONE_ROUND).filter((mention) => !exact.some((name) => overlap(name, mention)))
  }
  return [...searched, ...(await searchHalves(searched, search))]
}

/** Characters of a name without its legal form, and the longest text that is cut in two. */
const LEAST = 2
const LONGEST = 12

/** Texts that are cut in two, so that a question costs few searches. */
const MOST_CUT = 3

/** 中石油中石化: two names without a word between them. Only a text in which nothing was found is cut. */
async function searchHalves(
  searched: readonly SearchedMention[],
  search: (keyword: string) => Promise<Found>,
): Promise<(SearchedMention & { isPartial: boolean })[]> {
  const whole = searched
    .filter(
      (mention) =>
        !mention.isPlace &&
        mention.text.length <= LONGEST &&
        !searched.some((other) => overlap(other, mention) && isExact(other)),
    )
    .toSorted((a, b) => b.text.length - a.text.length)
    .slice(0, MOST_CUT)
  for (const { text, start, ...rest } of whole) {
    for (let at = LEAST; at <= text.length - LEAST; at += 1) {
      const halves = [
        { ...rest, text: text.slice(0, at), start, isNamed: true },
        { ...rest, text: text.slice(at), start: start + at, isNamed: true },
      ]
      const found = await Promise.all(halves.map(async (half) => ({ ...half, ...(await search(half.text)) })))
      if (found.every(isExact)) return found
    }
  }
  return []
}
