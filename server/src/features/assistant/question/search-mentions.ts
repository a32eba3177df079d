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
  return [...searched, ...(await searchPieces(searched, search))]
}

/** Characters of the shortest name, and of the longest text that is cut. */
const LEAST = 2
const LONGEST = 12

/** Texts that are cut, and searches of one of them, so that a question costs few. */
const MOST_CUT = 3
const MOST_SEARCHES = 24

/** 中石油中石化: names without a word between them. Only a text in which nothing was found is cut. */
async function searchPieces(
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
  for (const mention of whole) {
    const found = await cutIntoNames(mention, search, { left: MOST_SEARCHES })
    if (found.length > 1) return found
  }
  return []
}

/** Exact names that follow each other without a word between them; empty: the text is none. */
async function cutIntoNames(
  mention: Mention,
  search: (keyword: string) => Promise<Found>,
  budget: { left: number },
): Promise<(SearchedMention & { isPartial: boolean })[]> {
  const { text } = mention
  const searched = async (from: number, to: number) => {
    budget.left -= 1
    const part = { ...mention, text: text.slice(from, to), start: mention.start + from, isNamed: true }
    return { ...part, ...(await search(part.text)) }
  }
  for (let at = LEAST; at <= text.length - LEAST && budget.left > 1; at += 1) {
    const first = await searched(0, at)
    if (!isExact(first)) continue
    const rest = await searched(at, text.length)
    if (isExact(rest)) return [first, rest]
    const others = await cutIntoNames(rest, search, budget)
    if (others.length > 0) return [first, ...others]
  }
  return []
}
