import type { HitRanges, MatchField } from '@baiqicha/contract/company-summary'
import type { IndexableCompany } from '../../domain/company/indexable-company.ts'
import { maskMobilesIn } from '../../domain/masking/masking.ts'
import { nameKey } from '../../domain/names/company-name.ts'
import { rangesOf } from './hit-ranges.ts'

/** A text that is searched in the last tier only. */
export type LongFact = { field: Extract<MatchField, 'scope' | 'address'>; text: string }

const SEPARATOR = '\n'
const oneLine = (text: string | null) => maskMobilesIn((text ?? '').replaceAll(SEPARATOR, ' '))

/** Address and scope as one text, mobile numbers masked; empty when the company has neither. */
export const longTextOf = ({ address, scope }: Pick<IndexableCompany, 'address' | 'scope'>): string =>
  address === null && scope === null ? '' : oneLine(address) + SEPARATOR + oneLine(scope)

/** The inverse of `longTextOf`. The scope comes first: it says more about a company than its address. */
export function longFactsOf(longText: string): LongFact[] {
  const [address = '', scope = ''] = longText.split(SEPARATOR)
  const facts: LongFact[] = [
    { field: 'scope', text: scope },
    { field: 'address', text: address },
  ]
  return facts.filter(({ text }) => text !== '')
}

/** Offset of the scope in a long text. */
export const scopeStart = (longText: string): number => longText.indexOf(SEPARATOR) + 1

/** The pieces between punctuation marks, as search keys. A keyword matches within one piece only. */
export const longTextWords = (text: string): string[] => nameKey(text).split(/[^\p{L}\p{N}\p{M}]+/u)

/** The first text that contains every term; null when none does. */
export function findLongFact(facts: readonly LongFact[], terms: readonly string[]): LongFact | null {
  return (
    facts.find(({ text }) => {
      const key = terms.every((term) => text.includes(term)) ? text : nameKey(text)
      return terms.every((term) => key.includes(term))
    }) ?? null
  )
}

/** Characters of an excerpt, and how many of them precede the first hit. */
const EXCERPT_LENGTH = 60
const EXCERPT_LEAD = 12
const ELLIPSIS = '…'

/** The text around the first hit, and the hits as half-open ranges of the excerpt. */
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

/** Moves an offset out of the middle of a surrogate pair. */
const outsideCharacter = (text: string, at: number) => (/^[\udc00-\udfff]/.test(text.slice(at, at + 1)) ? at - 1 : at)
