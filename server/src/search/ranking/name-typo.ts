import { type Readings, sharesReading } from '../../domain/names/pinyin.ts'
import { type Edit, looksAlike, oneEdit } from '../../domain/names/typos.ts'
import { englishKeys, type NamedText, type SearchDocument, type SearchedName } from '../analysis/search-document.ts'

/** How far a keyword is from the names of one company. */

/**
 * With two characters, a wrong one leaves too little to go by: 华为 is not 华微. Only a missing third character is
 * corrected.
 */
export const SHORTEST_SURE = 3
/**
 * From this length on any character may be wrong; in shorter keywords only one that sounds or looks like the right one.
 * A whole name of three characters is that of a stock or of a group of a list.
 */
const ANY_REPLACEMENT_FROM = { name: 3, brand: 4, part: 5 }
/** The shortest keyword that may lie in the middle of a name, and the shortest part of a name that it may lie in. */
const SHORTEST_INSIDE = 4

/** Distance between keyword and name; the smallest wins. */
const costs = {
  alike: 1,
  doubled: 1,
  swapped: 1.1,
  missing: 1.2,
  extra: 1.4,
  other: 1.8,
  homophones: 1.8,
  startOnly: 0.5,
  inside: 0.7,
}
type Replacement = Extract<Edit, { type: 'replaced' }>
/** The name that was probably intended, or a part of it, and its distance. */
export type Intended = { cost: number; name: NamedText; key: string }

/** null: no name is one typo away. */
export function closestName(typed: string, record: SearchDocument, readings: Readings): Intended | null {
  let best: Intended | null = null
  const consider = (cost: number | null, key: string, name: NamedText) => {
    if (cost !== null && (best === null || cost < best.cost)) best = { cost, name, key }
  }
  for (const { key, name, anyFrom } of targetsOf(record)) consider(costOf(typed, key, anyFrom, readings), key, name)
  for (const name of record.names) {
    for (const { cost, key } of partsLike(typed, name, readings)) consider(cost, key, name)
  }
  return best
}

type Target = { key: string; name: NamedText; anyFrom: number }

function targetsOf({ names, brands, tradeNames, englishNames }: SearchDocument): Target[] {
  const parts = [...brands, ...tradeNames].flatMap(({ name: at, key }) => {
    const name = names[at]
    return name === undefined ? [] : [{ key, name, anyFrom: ANY_REPLACEMENT_FROM.brand }]
  })
  const whole = names
    .filter(({ field }) => field === 'name' || field === 'formerName')
    .map((name) => ({ key: name.key, name, anyFrom: ANY_REPLACEMENT_FROM.name }))
  const english = englishNames.flatMap((text) =>
    englishKeys(text).map((key) => ({
      key,
      name: { field: 'englishName' as const, text },
      anyFrom: ANY_REPLACEMENT_FROM.brand,
    })),
  )
  return [...parts, ...whole, ...english]
}

function costOf(typed: string, key: string, anyFrom: number, readings: Readings): number | null {
  const edit = oneEdit(typed, key)
  if (typed.length < SHORTEST_SURE) return edit?.type === 'missing' ? costs.missing : null
  if (edit !== null) return costOfEdit(edit, typed, anyFrom, readings)
  const soundsAlike =
    typed.length === key.length && Array.from(typed).every((one, at) => sharesReading(one, key.charAt(at), readings))
  return soundsAlike ? costs.homophones : null
}

const soundsRight = ({ typed, intended }: Replacement, readings: Readings) => sharesReading(typed, intended, readings)

/** Whether the text differs from the intended one by a character that neither sounds nor looks like the right one. */
export function isOtherName(typed: string, intended: string, readings: Readings): boolean {
  const edit = oneEdit(typed, intended)
  return edit?.type === 'replaced' && !soundsRight(edit, readings) && !looksAlike(edit.typed, edit.intended)
}

/** `anyFrom`: length of keywords from which on any character may be wrong. */
function costOfEdit(edit: Edit, typed: string, anyFrom: number, readings: Readings): number | null {
  switch (edit.type) {
    case 'same':
      return 0
    case 'replaced': {
      if (soundsRight(edit, readings) || looksAlike(edit.typed, edit.intended)) return costs.alike
      return typed.length >= anyFrom ? costs.other : null
    }
    case 'swapped':
      return costs.swapped
    case 'extra':
      if (typed.length <= SHORTEST_SURE) return null
      return typed.charAt(edit.at) === typed.charAt(edit.at - 1) ? costs.doubled : costs.extra
    case 'missing':
      return costs.missing
    default:
      return edit satisfies never
  }
}

/** The text with the characters at `at` and behind it swapped. */
export const swappedAt = (text: string, at: number) =>
  text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2)

type Part = { cost: number; key: string }

/** The parts of a name that a typo turns into the keyword. They start where a half of the keyword is intact. */
function partsLike(typed: string, { key, start }: SearchedName, readings: Readings): Part[] {
  if (typed.length < SHORTEST_SURE) return []
  const parts: Part[] = []
  for (const from of startsOfParts(typed, key)) {
    const isStart = from === 0 || from === start
    if (!isStart && typed.length < SHORTEST_INSIDE) continue
    for (const length of [typed.length, typed.length + 1, typed.length - 1]) {
      const part = key.slice(from, from + length)
      const edit = part.length === length ? oneEdit(typed, part) : null
      const cost = edit === null ? null : costOfPart(edit, typed, isStart, readings)
      if (cost !== null) parts.push({ cost: cost + (isStart ? costs.startOnly : costs.inside), key: part })
    }
  }
  return parts
}

function costOfPart(edit: Edit, typed: string, isStart: boolean, readings: Readings): number | null {
  const cost = costOfEdit(edit, typed, ANY_REPLACEMENT_FROM.part, readings)
  // What is left of a short keyword without its extra character occurs by chance.
  const isChance = edit.type === 'extra' && typed.length <= SHORTEST_INSIDE && !isStart
  // Of three characters, a wrong one leaves too little to go by, unless it sounds like the right one.
  const isUnsure = typed.length <= SHORTEST_SURE && edit.type === 'replaced' && !soundsRight(edit, readings)
  return isChance || isUnsure ? null : cost
}

/** A typo leaves one half of the keyword as it is, unless it swaps the two characters between the halves. */
function startsOfParts(typed: string, key: string): Set<number> {
  const half = typed.length >> 1
  const starts = new Set<number>()
  const add = (text: string, shifts: readonly number[]) => {
    for (let at = key.indexOf(text); at >= 0; at = key.indexOf(text, at + 1)) {
      for (const shift of shifts) if (at - shift >= 0) starts.add(at - shift)
    }
  }
  add(typed.slice(0, half), [0])
  add(typed.slice(half), [half, half - 1, half + 1])
  add(swappedAt(typed, half - 1), [0])
  return starts
}
