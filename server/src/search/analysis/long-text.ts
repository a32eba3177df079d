import type { HitRanges, MatchField } from '@baiqicha/contract/company-summary'
import type { IndexableCompany } from '../../domain/company/indexable-company.ts'
import { maskMobilesIn } from '../../domain/mask.ts'
import { nameKey } from '../../domain/names/company-name.ts'
import { rangesOf } from './hit-ranges.ts'

/** A fact too long to be a name, in which keywords are looked for last. */
export type LongFact = { field: Extract<MatchField, 'scope' | 'address'>; text: string }

const SEPARATOR = '\n'
const oneLine = (text: string | null) => maskMobilesIn((text ?? '').replaceAll(SEPARATOR, ' '))

/** Address and scope as one text; empty where there is neither. */
export const longTextOf = ({ address, scope }: Pick<IndexableCompany, 'address' | 'scope'>): string =>
  address === null && scope === null ? '' : oneLine(address) + SEPARATOR + oneLine(scope)

/** The inverse of `longTextOf`. What a company does says more than where it is. */
export function longFactsOf(longText: string): LongFact[] {
  const [address = '', scope = ''] = longText.split(SEPARATOR)
  const facts: LongFact[] = [
    { field: 'scope', text: scope },
    { field: 'address', text: address },
  ]
  return facts.filter(({ text }) => text !== '')
}

/** What stands between signs, as it is compared: a keyword is met within one of these. */
export const longTextWords = (text: string): string[] => nameKey(text).split(/[^\p{L}\p{N}\p{M}]+/u)

/** The fact that holds every term; null where none does. */
export function findLongFact(facts: readonly LongFact[], terms: readonly string[]): LongFact | null {
  return (
    facts.find(({ text }) => {
      const key = terms.every((term) => text.includes(term)) ? text : nameKey(text)
      return terms.every((term) => key.includes(term))
    }) ?? null
  )
}

/** Characters of an excerpt, and how many of them stand before the first hit. */
const EXCERPT_LENGTH = 60
const EXCERPT_LEAD = 12
const ELLIPSIS = '…'

/** What stands around the first hit, and where the hits are in it. */
export function excerptOf(text: string, terms: readonly string[]): { text: string; ranges: HitRanges } {
  const ranges = rangesOf(text, terms)
  if (text.length <= EXCERPT_LENGTH) return { text, ranges }
  const first = ranges[0]?.[0] ?? 0
  const from = outsideCharacter(text, Math.max(0, Math.min(first - EXCERPT_LEAD, text.length - EXCERPT_LENGTH)))
  const to = outsideCharacter(text, Math.min(text.length, from + EXCERPT_LENGTH))
  const [before, after] = [from > 0 ? ELLIPSIS : '', to < text.length ? ELLIPSIS : '']
  const shifted = ranges.flatMap(([start, end]): HitRanges => {
    const [hitStart, hitEnd] = [Math.max(start, from), Math.min(end, to)]
    return hitStart < hitEnd ? [[hitStart - from + before.length, hitEnd - from + before.length]] : []
  })
  return { text: before + text.slice(from, to) + after, ranges: shifted }
}

/** A place between characters: half of a pair of units would be none. */
const outsideCharacter = (text: string, at: number) => (/^[\udc00-\udfff]/.test(text.slice(at, at + 1)) ? at - 1 : at)
