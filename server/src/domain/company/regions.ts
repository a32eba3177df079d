import type { FilterOptions } from '@baiqicha/contract/company-search'

/** GB/T 2260 code of six digits, and the name of that level alone. */
export type RegionRow = { code: string; name: string }

/** Administrative placeholders that are not part of a region's usual name. */
const placeholders = new Set(['市辖区', '县', '省直辖县级行政区划', '自治区直辖县级行政区划'])

const endings = /(特别行政区|(维吾尔|壮族|回族)?自治区|省|市|地区|盟|区|县)$/
const shortForm = (name: string) => {
  const short = name.replace(endings, '')
  return short.length < 2 ? name : short
}

const separators = /[\s\-—–/>·,，|]+/g

/** The code of the longest word that the text begins with, and what follows it. */
function beginningOf(text: string, codes: ReadonlyMap<string, string>): [string, string] | null {
  for (let length = Math.min(text.length, LONGEST_NAME); length > 1; length -= 1) {
    const code = codes.get(text.slice(0, length))
    if (code !== undefined) return [code, text.slice(length)]
  }
  return null
}
/** 双江拉祜族佤族布朗族傣族自治县. */
const LONGEST_NAME = 16

const provinceOf = (code: string) => `${code.slice(0, 2)}0000`
const cityOf = (code: string) => `${code.slice(0, 4)}00`
const isProvince = (code: string) => code.endsWith('0000')
const isCity = (code: string) => code.endsWith('00') && !isProvince(code)

/** Prefix shared by all codes of a region: 44, 4403, 440305. */
const prefixOf = (code: string) => (isProvince(code) ? code.slice(0, 2) : isCity(code) ? code.slice(0, 4) : code)

/** Provinces, cities and counties of GB/T 2260, in memory. */
export type Regions = ReturnType<typeof createRegions>

export function createRegions(rows: readonly RegionRow[]) {
  const names = new Map(rows.map((row) => [row.code, row.name]))
  /** Whether a county belongs to a province without a city in between: 429004, 990001. */
  const underProvince = (code: string) =>
    cityOf(code) === provinceOf(code) || placeholders.has(names.get(cityOf(code)) ?? '')
  const provinces = rows.filter((row) => isProvince(row.code))
  const words = new Set(rows.flatMap(({ name }) => (placeholders.has(name) ? [] : [name, shortForm(name)])))
  /** Regions directly below a province; a placeholder is replaced by its children. */
  const below = Map.groupBy(
    rows.filter((row) => {
      if (isProvince(row.code) || placeholders.has(row.name)) return false
      return isCity(row.code) || underProvince(row.code)
    }),
    (row) => provinceOf(row.code),
  )
  /** Full names are set last: when one region's short form is another's name, the name wins. */
  const byWord = (list: readonly RegionRow[]) => {
    const codes = new Map<string, string>()
    for (const row of list) codes.set(shortForm(row.name), row.code)
    for (const row of list) codes.set(row.name, row.code)
    return codes
  }
  const provinceByWord = byWord(provinces)
  const wordsBelow = new Map([...below].map(([province, list]) => [province, byWord(list)]))

  const cityByWord = byWord(rows.filter((row) => isCity(row.code) && !placeholders.has(row.name)))
  const countiesOf = Map.groupBy(
    rows.filter((row) => !isProvince(row.code) && !isCity(row.code)),
    (row) => cityOf(row.code),
  )

  /** The county of a city that the text begins with; of a municipality, which has no city, its district. */
  const countyOf = (code: string, text: string) => {
    if (text === '') return null
    if (isProvince(code)) return beginningOf(text, wordsBelow.get(code) ?? new Map())?.[0] ?? null
    return beginningOf(text, byWord(countiesOf.get(code) ?? []))?.[0] ?? null
  }

  const composeName = (code: string, downTo: 'city' | 'county') => {
    const levels = [provinceOf(code), cityOf(code)]
    if (downTo === 'county' || underProvince(code)) levels.push(code)
    const parts = [...new Set(levels)].map((level) => names.get(level) ?? '').filter((name) => !placeholders.has(name))
    // The fictional provinces share one code of a province.
    return parts.findLast((name) => name.endsWith('省') && name !== parts[0]) ?? parts.join('')
  }
  /** Cached, because every company needs a name and there are few regions. */
  const composed = { city: new Map<string, string>(), county: new Map<string, string>() }

  const nameOf = (code: string | null, downTo: 'city' | 'county'): string | null => {
    if (code === null) return null
    const known = composed[downTo].get(code)
    if (known !== undefined || !names.has(code)) return known ?? null
    const name = composeName(code, downTo)
    composed[downTo].set(code, name)
    return name
  }

  return {
    /** The table. */
    rows,
    /** 广东省深圳市 for 440300 and, down to the city, for 440305. Municipalities: 北京市朝阳区. null for an unknown code. */
    nameOf,
    /** Deepest region that the words identify, as in 广东 + 深圳市. null when the province is unknown. */
    codeOf: ({ province, city, county }: { province: string; city?: string | null; county?: string | null }) => {
      const provinceCode = provinceByWord.get(province.trim())
      if (provinceCode === undefined) return null
      const cityCode = wordsBelow.get(provinceCode)?.get(city?.trim() ?? '') ?? provinceCode
      return countyOf(cityCode, county?.trim() ?? '') ?? cityCode
    },
    /** Deepest region that a text begins with, as 广东省深圳市南山区, 广东-深圳 or 深圳市. null when it begins with none. */
    codeIn: (text: string) => {
      const joined = text.replaceAll(separators, '')
      const [province, afterProvince] = beginningOf(joined, provinceByWord) ?? ['', joined]
      const [city, afterCity] = beginningOf(
        // 北京市北京市海淀区, with the placeholder of the city.
        afterProvince.replace(names.get(province) ?? ' ', ''),
        wordsBelow.get(province) ?? cityByWord,
      ) ?? [province, '']
      return countyOf(city, afterCity) ?? (city || null)
    },
    /** Whether a text is the name of a province, city or county, or several: 义乌, 宝安区, 广州白云. */
    isName: (text: string) => {
      const ends = Array.from(text, (_, at) => at + 1)
      const reached = ends.reduce(
        (starts, end) => (starts.some((start) => words.has(text.slice(start, end))) ? [...starts, end] : starts),
        [0],
      )
      return text !== '' && reached.includes(text.length)
    },
    /** Whether the tables contain the code. */
    has: (code: string) => names.has(code),
    /**
     * Provinces with their cities; municipalities with their districts. Codes are prefixes of two, four or six digits.
     */
    choices: (): FilterOptions['regions'] =>
      provinces.map((province) => ({
        code: prefixOf(province.code),
        name: province.name,
        children: (below.get(province.code) ?? []).map((row) => ({ code: prefixOf(row.code), name: row.name })),
      })),
  }
}

/** Codes of the fictional regions. */
const DEMO_REGION = '99'

/** Real and demonstration companies never mix in a search by conditions: a fictional region means the latter. */
export const populationOf = (region: string | undefined): 'real' | 'demo' =>
  region?.startsWith(DEMO_REGION) === true ? 'demo' : 'real'
