import { dividesWord, longestFirst, placeForms } from './company-name.ts'

/** A place of the region table: GB/T 2260 code of six digits, and the name of that level alone. */
export type Place = { code: string; name: string }

/** Rows of the table that stand for a group of counties, and counties whose whole name is an ordinary word. */
const notPlaces =
  /^(?:市辖区|县|省直辖县级行政区划|自治区直辖县级行政区划|城区|矿区|郊区|市中区|东区|西区|开发区|高新区|新区)$/u

const isCounty = (code: string) => !code.endsWith('00')

/** Words by their first two characters, longest first, so that most names need one look-up. */
export type WordsByStart = ReadonlyMap<string, readonly string[]>

export const wordsByStart = (words: Iterable<string>): WordsByStart =>
  Map.groupBy(longestFirst(words), (word) => word.slice(0, 2))

export type PlaceNames = ReturnType<typeof createPlaceNames>

export function createPlaceNames(rows: readonly Place[]) {
  const places = rows.filter(({ name }) => !notPlaces.test(name))
  const formsByCode = new Map(places.map(({ code, name }) => [code, placeForms(name)]))
  const formsOf = (code: string) => formsByCode.get(code) ?? []
  const names = places.map(({ name }) => name)
  // 平安 and 新华 are more often a brand than the county 平安区 or 新华区.
  const shortened = places.filter(({ code, name }) => !isCounty(code) || name.endsWith('市'))
  const whole = wordsByStart(names)
  const possible = wordsByStart(['中国', ...names, ...shortened.flatMap(({ code }) => formsOf(code))])

  const without = (key: string, own: WordsByStart, others: WordsByStart): string => {
    let rest = withoutBrackets(key, own, possible)
    for (;;) {
      const start = rest.slice(0, 2)
      const word = wordAtStart(rest, own.get(start)) ?? wordAtStart(rest, others.get(start))
      if (word === undefined) return rest.length < 2 ? key : rest
      rest = rest.slice(word.length)
    }
  }
  return {
    /** Forms in which names write the place with this code, longest first; empty when the table does not have it. */
    formsOf,
    /**
     * `key` without places at its start and in brackets: the forms of its own region, and every place that is written in
     * full, such as 广宁县. At least two characters remain.
     */
    withoutPlaces: (key: string, own: WordsByStart): string => without(key, own, whole),
    /**
     * Also without 中国 and places that are not written in full. That is a guess: 海南 in 海南航空 is a place, 阿里 in 阿里巴巴 is
     * none.
     */
    withoutPossiblePlaces: (key: string, own: WordsByStart): string => without(key, own, possible),
  }
}

function withoutBrackets(key: string, own: WordsByStart, others: WordsByStart): string {
  if (!key.includes('(')) return key
  const isPlace = (word: string) => {
    const start = word.slice(0, 2)
    return own.get(start)?.includes(word) === true || others.get(start)?.includes(word) === true
  }
  return key.replace(/\(([^()]+)\)/gu, (bracketed, word: string) => (isPlace(word) ? '' : bracketed))
}

const wordAtStart = (key: string, words: readonly string[] | undefined): string | undefined =>
  words?.find((word) => key.length - word.length >= 2 && key.startsWith(word) && !dividesWord(key, word.length))
