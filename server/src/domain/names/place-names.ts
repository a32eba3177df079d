import { dividesWord, placeForms, withoutRegion } from './company-name.ts'

/** A place of the region table: GB/T 2260 code of six digits, and the name of that level alone. */
export type Place = { code: string; name: string }

/** Rows of the table that stand for a group of counties, and counties whose whole name is an ordinary word. */
const notPlaces =
  /^(?:市辖区|县|省直辖县级行政区划|自治区直辖县级行政区划|城区|矿区|郊区|市中区|东区|西区|开发区|高新区|新区)$/u

const isCounty = (code: string) => !code.endsWith('00')
/** Longest name of a place that is looked for. */
const LONGEST_PLACE = 15

export type PlaceNames = {
  /** Forms in which names write the place with this code, longest first; empty when the table does not have it. */
  formsOf: (code: string) => readonly string[]
  /**
   * `key` without places at its start and in brackets: the forms of its own region, and every place that is written in
   * full, such as 广宁县. At least two characters remain.
   */
  withoutPlaces: (key: string, own: readonly string[]) => string
  /**
   * Also without 中国 and places that are not written in full. That is a guess: 海南 in 海南航空 is a place, 阿里 in 阿里巴巴 is
   * none.
   */
  withoutPossiblePlaces: (key: string, own: readonly string[]) => string
}

export function createPlaceNames(rows: readonly Place[]): PlaceNames {
  const places = rows.filter(({ name }) => !notPlaces.test(name))
  const formsByCode = new Map(places.map(({ code, name }) => [code, placeForms(name)]))
  const whole = new Set(places.map(({ name }) => name))
  const possible = new Set(['中国'])
  for (const { code, name } of places) {
    // 平安 and 新华 are more often a brand than the county 平安区 or 新华区.
    if (!isCounty(code) || name.endsWith('市')) for (const form of formsByCode.get(code) ?? []) possible.add(form)
  }
  const isWhole = (word: string) => whole.has(word)
  const isPossible = (word: string) => whole.has(word) || possible.has(word)

  const without = (key: string, own: readonly string[], isPlace: (word: string) => boolean): string => {
    let rest = withoutBrackets(key, isPossible)
    for (;;) {
      const local = withoutPlaceAtStart(withoutRegion(rest, own), isPlace)
      if (local === rest) return rest.length < 2 ? key : rest
      rest = local
    }
  }
  return {
    formsOf: (code) => formsByCode.get(code) ?? [],
    withoutPlaces: (key, own) => without(key, own, isWhole),
    withoutPossiblePlaces: (key, own) => without(key, own, isPossible),
  }
}

function withoutBrackets(key: string, isPlace: (word: string) => boolean): string {
  if (!key.includes('(')) return key
  return key.replace(/\(([^()]+)\)/gu, (bracketed, word: string) => (isPlace(word) ? '' : bracketed))
}

function withoutPlaceAtStart(key: string, isPlace: (word: string) => boolean): string {
  for (let length = Math.min(LONGEST_PLACE, key.length - 2); length >= 2; length -= 1) {
    if (isPlace(key.slice(0, length)) && !dividesWord(key, length)) return key.slice(length)
  }
  return key
}
