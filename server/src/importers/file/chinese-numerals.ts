export const chineseDigits = '〇一二三四五六七八九'
const places = new Map([
  ['千', 1_000],
  ['百', 100],
  ['十', 10],
])
/** Numerals of cheques and older ones, as the plain ones. */
const plainNumerals = new Map(
  Array.from('零壹贰叁肆伍陆柒捌玖拾佰仟萬億貳參陸两', (sign, at) => [
    sign,
    '〇一二三四五六七八九十百千万亿二三六二'[at] ?? '',
  ]),
)

/**
 * A part below 万. null where a place is left out without 零: 一百五 is 150 when spoken and 105 by its signs. `isFollowing`:
 * whether the part comes after 万 or 亿.
 */
function partOf(written: string, isFollowing: boolean): number | null {
  let sum = 0
  let expected = isFollowing ? 1_000 : 0
  let before = Number.POSITIVE_INFINITY
  for (const [part, zero = '', digit = '', unit = ''] of written.matchAll(/(〇?)([一二三四五六七八九]?)([千百十]?)/g)) {
    if (part === '') continue
    if (digit === '' && unit !== '十') return null
    const place = places.get(unit) ?? 1
    if (place >= before || (expected !== 0 && place !== expected && zero === '')) return null
    sum += (digit === '' ? 1 : chineseDigits.indexOf(digit)) * place
    before = place
    expected = place / 10
  }
  return sum
}

/** 三千零五十万 as 30,500,000; null for what is no number, or not certain. */
export function chineseNumber(written: string): number | null {
  const plain = Array.from(written, (sign) => plainNumerals.get(sign) ?? sign).join('')
  const [, above, middle, below = ''] =
    /^(?:([〇一二三四五六七八九十百千]+)亿)?(?:([〇一二三四五六七八九十百千]+)万)?([〇一二三四五六七八九十百千]*)$/.exec(
      plain,
    ) ?? []
  // A digit after 亿 without 万 between them stands at no certain place.
  if (plain === '' || (above !== undefined && middle === undefined && below !== '' && !below.startsWith('〇')))
    return null
  const parts = [
    above === undefined ? 0 : partOf(above, false),
    middle === undefined ? 0 : partOf(middle, above !== undefined),
    partOf(below, above !== undefined || middle !== undefined),
  ]
  const [hundredMillions, tenThousands, ones] = parts
  const sum = (hundredMillions ?? Number.NaN) * 1e8 + (tenThousands ?? Number.NaN) * 1e4 + (ones ?? Number.NaN)
  return sum > 0 ? sum : null
}

/** A numeral that begins with a digit or 十: 千万 after 1 is a unit of that number, and 两 after 万 may be a currency. */
const numeral =
  /(?<![\d.,〇零一二三四五六七八九十百千万亿])(?:[一二三四五六七八九十壹贰叁肆伍陆柒捌玖拾貳參陸]|两(?=[百千万亿]))[〇零一二三四五六七八九十百千万亿壹贰叁肆伍陆柒捌玖拾佰仟萬億貳參陸]*/u

/** The text with its first numeral in digits, in 万 where the numeral has 万 or 亿: 伍佰万元整 as 500万元整. */
export const withDigits = (text: string): string =>
  text.replace(numeral, (written) => {
    const value = chineseNumber(written)
    if (value === null) return written
    return /[万萬亿億]/.test(written) ? `${value / 10_000}万` : String(value)
  })
