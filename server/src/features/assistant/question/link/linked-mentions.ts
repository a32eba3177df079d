import type { OfferedCompany } from '../../evidence/tool-result.ts'
import type { SearchedMention } from '../choose-companies.ts'
import type { LinkCandidate, NameLink } from './link-companies.ts'
import { DECIDES } from './name-context.ts'

/** Candidates that may be meant: one of the companies spoken of, else the one that decides, else all. */
export function meantOf({ candidates }: NameLink, spokenOf: readonly string[]): readonly LinkCandidate[] {
  const spoken = candidates.filter(({ companyId }) => spokenOf.includes(companyId))
  if (spoken.length > 0) return spoken.slice(0, 1)
  const [best, second] = candidates
  if (best === undefined || second === undefined) return candidates
  return best.isKnown && second.score * DECIDES <= best.score ? [best] : candidates
}

/**
 * Whether another company with the name is not far behind the one that is meant, or a part of a name means a company that not
 * everybody knows: 恒大 of 恒大高新.
 */
const isOnlyLikely = ({ candidates }: NameLink, ids: readonly string[]) => {
  const [best] = candidates
  const second = candidates.find(({ companyId }) => !ids.includes(companyId))
  if (best === undefined || ids.length !== 1 || best.companyId !== ids[0]) return false
  return !best.isSure || (second?.score ?? 0) * SURE > best.score
}
/** A candidate with this many times the score of the next is named without a remark. */
const SURE = 1_000

/** The links as mentions whose companies are found. `spokenOf`: companies of the page and of earlier turns. */
export async function linkedMentions(
  links: readonly NameLink[],
  spokenOf: readonly string[],
  listChoices: (ids: readonly string[]) => Promise<readonly OfferedCompany[]>,
): Promise<SearchedMention[]> {
  const meant = links.map((link) => ({ link, ids: meantOf(link, spokenOf).map(({ companyId }) => companyId) }))
  const companies = await listChoices([...new Set(meant.flatMap(({ ids }) => ids))])
  const byId = new Map(companies.map((company) => [company.companyId, company]))
  return meant.map(({ link, link: { text, start, name, how }, ids }) => ({
    text,
    isLikely: isOnlyLikely(link, ids),
    start,
    isNamed: true,
    isPlace: false,
    correctedTo: how === 'exact' ? null : name,
    candidates: ids.flatMap((id) => {
      const company = byId.get(id)
      if (company === undefined) return []
      return [{ ...company, matchReason: { field: 'shortName' as const, text: name }, isWhole: true }]
    }),
  }))
}
