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
const isOnlyLikely = ({ candidates }: NameLink, ids: readonly string[], isSpokenOf: boolean) => {
  const [best] = candidates
  const second = candidates.find(({ companyId }) => !ids.includes(companyId))
  if (best === undefined || ids.length !== 1) return false
  if (best.companyId !== ids[0]) return !isSpokenOf
  return !best.isSure || (second?.score ?? 0) * SURE > best.score
}
/** A candidate with this many times the score of the next is named without a remark. */
const SURE = 1_000

const idsOf = (candidates: readonly LinkCandidate[]) => candidates.map(({ companyId }) => companyId)

/** Candidates of a link of which the only listed one is read for the group of its brand. */
const FAMILY = 4

/** Most times the score of the listed company that its group has. Others only share the name: 青山控股 and 青山纸业. */
const GROUP = 8

/** 森马 is 森马服饰, of which more is known than of 森马集团, if no other listed company of the brand is as likely. */
function listedOf(
  { candidates }: NameLink,
  { meant, spokenOf }: { meant: readonly LinkCandidate[]; spokenOf: readonly string[] },
  byId: ReadonlyMap<string, OfferedCompany>,
): readonly LinkCandidate[] {
  const stockOf = ({ companyId }: LinkCandidate) => byId.get(companyId)?.known?.stockCode ?? null
  const [best] = meant
  if (best === undefined || spokenOf.includes(best.companyId) || meant.every((one) => stockOf(one) !== null))
    return meant
  if (best.isWhole) return stockOf(best) === null ? meant : [best]
  const [listed, other] = candidates.slice(0, FAMILY).filter((one) => stockOf(one) !== null)
  const isLikeliest = listed !== undefined && (other?.score ?? 0) * DECIDES <= listed.score
  return isLikeliest && listed.score * GROUP >= best.score ? [listed] : meant
}

/** The links as mentions whose companies are found. `spokenOf`: companies of the page and of earlier turns. */
export async function linkedMentions(
  links: readonly NameLink[],
  spokenOf: readonly string[],
  listChoices: (ids: readonly string[]) => Promise<readonly OfferedCompany[]>,
): Promise<SearchedMention[]> {
  const companies = await listChoices([...new Set(links.flatMap((link) => idsOf(link.candidates.slice(0, FAMILY))))])
  const byId = new Map(companies.map((company) => [company.companyId, company]))
  const meant = links.map((link) => ({
    link,
    ids: idsOf(listedOf(link, { meant: meantOf(link, spokenOf), spokenOf }, byId)),
  }))
  const left = meant.flatMap(({ ids }) => ids).filter((id) => !byId.has(id))
  for (const company of left.length === 0 ? [] : await listChoices(left)) byId.set(company.companyId, company)
  return meant.map(({ link, link: { text, start, name, how }, ids }) => ({
    text,
    isLikely: isOnlyLikely(link, ids, spokenOf.includes(ids[0] ?? '')),
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
