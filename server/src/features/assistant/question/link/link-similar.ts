import { searchKey } from '../../../../domain/names/company-name.ts'
import { sharesReading } from '../../../../domain/names/pinyin.ts'
import { looksAlike, oneEdit } from '../../../../domain/names/typos.ts'
import { linkOf, type NameLink } from './link-companies.ts'
import type { Pronounced } from './name-sounds.ts'
import type { NameTable } from './name-table.ts'

/** A name of fewer characters resembles too many others, unless many people know it. */
const LEAST = 4
const WELL_KNOWN = 10_000

/**
 * Companies whose name a text writes with one wrong character that sounds or looks like the right one. Reads every name of the
 * table: call it only if nothing is found otherwise.
 */
export function linkSimilar(
  mentions: readonly { text: string; start: number }[],
  table: NameTable,
  pronounced: Pronounced,
): NameLink[] {
  const links: NameLink[] = []
  for (const { text, start } of mentions) {
    const key = searchKey(text)
    const end = start + text.length
    if (links.some((link) => start < link.end && link.start < end)) continue
    const known = misspelled(key, table, pronounced)
      .filter((name) => name.length >= LEAST || (table.find(name)[0]?.prior ?? 0) >= WELL_KNOWN)
      .map((name) => linkOf({ start, end, text, key: name, named: table.find(name) }, 'corrected'))
      .toSorted((a, b) => (b.candidates[0]?.score ?? 0) - (a.candidates[0]?.score ?? 0))
    const [best] = known
    if (best === undefined) continue
    const candidates = known.flatMap((link) => link.candidates).toSorted((a, b) => b.score - a.score)
    const ids = new Set<string>()
    const isNew = ({ companyId }: { companyId: string }) => !ids.has(companyId) && ids.add(companyId)
    links.push({ ...best, candidates: candidates.filter(isNew) })
  }
  return links
}

/** Names with one other character, or two exchanged ones. */
function misspelled(typed: string, { comparedKeys }: NameTable, { readings }: Pronounced): string[] {
  if (typed.length < LEAST - 1) return []
  return comparedKeys.filter((key) => {
    if (key.length !== typed.length) return false
    const edit = oneEdit(typed, key)
    if (edit?.type === 'swapped') return typed.length >= LEAST
    if (edit?.type !== 'replaced') return false
    return sharesReading(edit.typed, edit.intended, readings) || looksAlike(edit.typed, edit.intended)
  })
}
