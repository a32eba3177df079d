import type { Candidate } from '../evidence/tool-result.ts'
import { isExact, overlap, type SearchedMention } from './choose-companies.ts'
import type { Mention } from './parsed-question.ts'

type Found = { candidates: readonly Candidate[]; correctedTo: string | null; isPartial: boolean }

/** Searches of one round; they run side by side. */
const OF_ONE_ROUND = 8

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
  return searched
}
