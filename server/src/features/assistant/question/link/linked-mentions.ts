import type { OfferedCompany } from '../../evidence/tool-result.ts'
import type { SearchedMention } from '../choose-companies.ts'
import { DECIDES, type Link, type LinkCandidate } from './link-companies.ts'

/** Candidates that may be meant: one of the companies spoken of, else those with about the best score. */
export function meantOf({ candidates }: Link, spokenOf: readonly string[]): readonly LinkCandidate[] {
  const spoken = candidates.filter(({ companyId }) => spokenOf.includes(companyId))
  if (spoken.length > 0) return spoken.slice(0, 1)
  const best = candidates[0]?.score ?? 0
  return candidates.filter(({ score }) => score * DECIDES > best)
}

/** The links as mentions whose companies are found. `spokenOf`: companies of the page and of earlier turns. */
export async function linkedMentions(
  links: readonly Link[],
  spokenOf: readonly string[],
  listChoices: (ids: readonly string[]) => Promise<readonly OfferedCompany[]>,
): Promise<SearchedMention[]> {
  const meant = links.map((link) => ({ link, ids: meantOf(link, spokenOf).map(({ companyId }) => companyId) }))
  const companies = await listChoices([...new Set(meant.flatMap(({ ids }) => ids))])
  const byId = new Map(companies.map((company) => [company.companyId, company]))
  return meant.map(({ link: { text, start, name, how }, ids }) => ({
    text,
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
