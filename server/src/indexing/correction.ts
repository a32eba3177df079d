import { searchKey } from '../domain/company-name.ts'
import { type Edit, oneEdit, withOneLeftOut } from '../domain/one-edit.ts'
import { pinyinOf, type Readings, sharesReading } from '../domain/pinyin.ts'
import { looksAlike } from '../domain/similar-characters.ts'
import { type Candidates, docsIn } from './candidates.ts'
import { brandsOf, type CompanyFacts, englishKeys, type NamedText, tradeNamesOf } from './company-facts.ts'
import { LONGEST_SLIP } from './company-terms.ts'
import { rangesOf } from './hit-ranges.ts'
import type { IndexReader } from './index-reader.ts'
import { type Plan, readKeyword } from './keyword.ts'
import { type Found, type Match, rungs } from './ladder.ts'
import { hashTerm, pairTerm } from './term.ts'

/** What was probably meant by a keyword nothing answers, and the companies that carry it. */
export type Correction = { keyword: string; plan: Plan; found: Found[] }

/** Companies compared with a mistyped keyword at most, best ranked first. */
const COMPARED_LIMIT = 2000
/** A resemblance that so many share says little once another has found somebody. */
const COMMON = 100
const FOUND_LIMIT = 5
/** A slip spoils at most three character pairs, so that one of the four rarest is whole. */
const PAIRS = 4
const SHORTEST_LATIN = 4
/** With two characters, one wrong leaves nothing to go by: 华为 is not 华微. Only a missing third is looked for. */
const SHORTEST_SURE = 3
const SHORTEST = 2
/** From here on a character may be any wrong one; before, only one that sounds or looks alike. */
const LONG = 5

/** How far a keyword is from a name: the smaller, the likelier. */
const costs = { alike: 1, swapped: 1.1, missing: 1.3, extra: 1.3, other: 1.6, homophones: 1.8, begins: 0.5 }

type Meant = { cost: number; name: NamedText; key: string }
type Slip = { doc: number; facts: CompanyFacts; meant: Meant; region: string | null }

/** The likeliest correction of a keyword; null where no name is one slip away. */
export function correct(index: IndexReader, plan: Plan, accepts: (facts: CompanyFacts) => boolean): Correction | null {
  if (plan.isSingle || plan.code !== null || (plan.isLatin && plan.key.length < SHORTEST_LATIN)) return null
  const slips = plan.alternatives
    .flatMap(({ region, rest }) => slipsOf(index, rest, region))
    .filter(({ facts }) => accepts(facts))
    .sort((a, b) => a.meant.cost - b.meant.cost || a.doc - b.doc)
  const [best] = slips
  if (best === undefined) return null
  const keyword = (best.region ?? '') + writtenAs(best.meant)
  const corrected = readKeyword(keyword, index.vocabulary)
  return corrected === null ? null : { keyword, plan: corrected, found: firstOfEach(slips) }
}

function firstOfEach(slips: readonly Slip[]): Found[] {
  const found = new Map<number, Found>()
  for (const { doc, facts, meant } of slips) {
    if (found.has(doc)) continue
    if (found.size === FOUND_LIMIT) break
    const { text } = meant.name
    const match: Match = { rung: rungs.fuzzy, reason: { field: 'fuzzy', text }, met: { keys: [meant.key] } }
    found.set(doc, { doc, facts, match })
  }
  return [...found.values()]
}

/** The part of the name that was meant, as the name writes it. */
const writtenAs = ({ name, key }: Meant) =>
  rangesOf(name.text, [key])
    .map(([from, to]) => name.text.slice(from, to))
    .join('')

/** The rarest resemblance first, so that a common one never crowds it out; a common one only where nothing is found yet. */
function slipsOf(index: IndexReader, typed: string, region: string | null): Slip[] {
  if (typed.length < SHORTEST) return []
  const slips: Slip[] = []
  const compared = new Set<number>()
  for (const candidates of resemblances(index, typed).sort((a, b) => a.size - b.size)) {
    if (slips.length > 0 && candidates.size > COMMON) break
    for (const doc of docsIn(candidates, index.segments)) {
      if (compared.size === COMPARED_LIMIT) return slips
      if (compared.has(doc)) continue
      compared.add(doc)
      const facts = index.company(doc)
      if (region !== null && !facts.regions.includes(region)) continue
      const meant = likeliest(typed, facts, index.readings)
      if (meant !== null) slips.push({ doc, facts, meant, region })
    }
  }
  return slips
}

/** Short names with a character left out, the same sound, and the rarest character pairs. */
function resemblances(index: IndexReader, typed: string): Candidates[] {
  const find = index.candidates
  const slips = typed.length > LONGEST_SLIP + 1 ? [] : withOneLeftOut(typed).map((text) => find(hashTerm('slip', text)))
  const sounds = pinyinOf(typed, index.readings).full.map((spelling) => find(hashTerm('exactPinyin', spelling)))
  const pairs = Array.from({ length: typed.length - 1 }, (_, at) => find(pairTerm(typed, at)))
  const rarest = typed.length < 4 ? [] : pairs.filter(({ size }) => size > 0).sort((a, b) => a.size - b.size)
  return [...slips, ...sounds, ...rarest.slice(0, PAIRS)]
}

function likeliest(typed: string, facts: CompanyFacts, readings: Readings): Meant | null {
  let best: Meant | null = null
  for (const { key, name } of targetsOf(facts)) {
    const cost = costOf(typed, key, readings)
    if (cost !== null && (best === null || cost < best.cost)) best = { cost, name, key }
    const begun = typed.length < 4 || key.length <= typed.length ? null : costOfBeginning(typed, key, readings)
    if (begun !== null && (best === null || begun.cost < best.cost)) best = { ...begun, name }
  }
  return best
}

function targetsOf(facts: CompanyFacts): { key: string; name: NamedText }[] {
  const brands = [...brandsOf(facts), ...tradeNamesOf(facts)].map(({ key, field, text }) => ({
    key,
    name: { field, text },
  }))
  const whole = [facts.name, ...facts.formerNames].map((text) => ({
    key: searchKey(text),
    name: { field: 'name' as const, text },
  }))
  const english = facts.englishNames.flatMap((text) =>
    englishKeys(text).map((key) => ({ key, name: { field: 'englishName' as const, text } })),
  )
  return [...brands, ...whole, ...english]
}

function costOf(typed: string, key: string, readings: Readings): number | null {
  const edit = oneEdit(typed, key)
  if (typed.length < SHORTEST_SURE) return edit?.type === 'missing' ? costs.missing : null
  if (edit !== null) return costOfEdit(edit, key, readings)
  const isSpoken =
    typed.length === key.length && Array.from(typed).every((one, at) => sharesReading(one, key.charAt(at), readings))
  return isSpoken ? costs.homophones : null
}

function costOfEdit(edit: Edit, key: string, readings: Readings): number | null {
  switch (edit.type) {
    case 'same':
      return 0
    case 'replaced': {
      const isAlike = sharesReading(edit.typed, edit.meant, readings) || looksAlike(edit.typed, edit.meant)
      if (isAlike) return costs.alike
      return key.length >= LONG ? costs.other : null
    }
    case 'swapped':
      return costs.swapped
    case 'extra':
      return key.length >= SHORTEST_SURE ? costs.extra : null
    case 'missing':
      return costs.missing
    default:
      return edit satisfies never
  }
}

/** The beginning of a longer name, one slip away. */
function costOfBeginning(typed: string, key: string, readings: Readings): { cost: number; key: string } | null {
  let best: { cost: number; key: string } | null = null
  for (const length of [typed.length, typed.length + 1, typed.length - 1]) {
    const beginning = key.slice(0, length)
    const edit = oneEdit(typed, beginning)
    const cost = edit === null ? null : costOfEdit(edit, beginning, readings)
    if (cost !== null && (best === null || cost + costs.begins < best.cost)) {
      best = { cost: cost + costs.begins, key: beginning }
    }
  }
  return best
}
