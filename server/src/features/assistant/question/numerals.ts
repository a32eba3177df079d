const digits: Readonly<Record<string, number>> = {
  〇: 0,
  零: 0,
  一: 1,
  二: 2,
  两: 2,
  俩: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
}
const units: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000 }
const largeUnits: Readonly<Record<string, number>> = { 万: 1e4, 亿: 1e8 }

/** Source of a pattern for a number in Arabic or Chinese numerals, with 万 and 亿. */
export const numeralPattern =
  '(?:\\d[\\d,]*(?:\\.\\d+)?|[〇零一二两俩三四五六七八九十百千半])(?:[〇零一二两三四五六七八九十百千万亿半]|\\.\\d)*'

/** Value of a numeral: 5000万, 两千, 一亿五千万, 1.5亿, 二〇二三, 一个半 is none. null: no number. */
export function numberOf(written: string): number | null {
  const text = written.replaceAll(',', '')
  if (text === '') return null
  if (/^[〇零一二三四五六七八九]{2,}$/u.test(text)) return Number(Array.from(text, (one) => digits[one] ?? 0).join(''))
  let total = 0
  let section = 0
  let number: number | null = null
  let last = 1
  for (const piece of text.match(/\d+(?:\.\d+)?|./gu) ?? []) {
    if (/^\d/.test(piece)) number = Number(piece)
    else if (piece === '半') {
      // 一万半 is rare; 半亿 is a half of the unit that follows.
      number = (number ?? 0) + 0.5
    } else if (digits[piece] !== undefined) number = digits[piece]
    else if (units[piece] !== undefined) {
      section += (number ?? 1) * units[piece]
      last = units[piece]
      number = null
    } else if (largeUnits[piece] !== undefined) {
      const unit = largeUnits[piece]
      const before = section + (number ?? 0)
      total =
        unit === 1e8
          ? (total + (before === 0 && total === 0 ? 1 : before)) * unit
          : total + (before === 0 ? 1 : before) * unit
      section = 0
      last = unit
      number = null
    } else return null
  }
  // 一万五 is 15,000.
  const isShort =
    number !== null && last >= 100 && !text.includes('零') && /[百千万亿][一二三四五六七八九]$/u.test(text)
  return total + section + (number ?? 0) * (isShort ? last / 10 : 1)
}
