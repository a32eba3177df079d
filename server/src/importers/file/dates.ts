import { dateOfSerial } from '../input/sheet-row.ts'

const shapes = [
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]00:00:00.*)?$/,
  /^(\d{4})[/.](\d{1,2})[/.](\d{1,2})(?: 0?0:00(?::00)?)?$/,
  /^(\d{4})年(\d{1,2})月(\d{1,2})日$/,
  /^(\d{4})(\d{2})(\d{2})$/,
]

/** A day as Excel counts it, 1927 to 2173; a spreadsheet shows it in a cell without the format of a date. */
const serial = /^\d{5}(?:\.0+)?$/

/** Words and placeholders for a day that has not come, or is unknown. */
const noDay =
  /^(?:长期(?:有效)?|永久(?:有效)?|永续(?:经营)?|无(?:固定|限定)?期限?|不(?:限|约定期限)|至今|未移出|尚未移出|未注销|\*+|[09]000[-/.]0{1,2}[-/.]0{1,2}|9999.*|0001[-/.]0?1[-/.]0?1|1900[-/.]0?1[-/.]0{1,2})(?:[ T]0?0:00(?::00)?)?$/
export const isNoDay = (value: string): boolean => noDay.test(value.normalize('NFKC').trim())

/** The common form, tried first. */
const plainShape = /^(\d{4})-(\d\d)-(\d\d)$/

const daysOf = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const isLeap = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)

function isDay(year: number, month: number, day: number) {
  const days = month === 2 && isLeap(year) ? 29 : (daysOf[month - 1] ?? 0)
  return day >= 1 && day <= days && year >= 1800 && year <= 2200
}

/**
 * Parses a calendar date of any common form into YYYY-MM-DD. null for a day that does not exist or a year outside
 * 1800–2200.
 */
export function parseDate(value: string): string | null {
  const plain = plainShape.exec(value)
  if (plain !== null) return isDay(Number(plain[1]), Number(plain[2]), Number(plain[3])) ? value : null
  const written = value.normalize('NFKC').trim()
  for (const shape of shapes) {
    const [, year = '', month = '', day = ''] = shape.exec(written) ?? []
    if (year === '') continue
    if (!isDay(Number(year), Number(month), Number(day))) return null
    return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  }
  return serial.test(written) ? dateOfSerial(Number(written)) : null
}

/** Parses a day, month or year: the precision of an as-of date. */
export function parseAsOf(value: string): string | null {
  const written = value.trim()
  if (/^(19|20)\d{2}(-(0[1-9]|1[0-2]))?$/.test(written)) return written
  return parseDate(written)
}

const clockTime = /^(\d{4}[-/.年]\d{1,2}[-/.月]\d{1,2}日?)[T ]?(上午|下午)?(\d{1,2})[:时点](\d{1,2})?/
/** Milliseconds since 1970; some sources write dates so. */
const milliseconds = /^\d{12,13}$/

/** Parses a time in China (2026-11-22 09:30), or a day when the source has no time. */
export function parseMoment(value: string): string | null {
  const day = parseDate(value)
  if (day !== null) return day
  const written = value.normalize('NFKC').trim()
  if (milliseconds.test(written)) {
    const inChina = new Date(Number(written) + 8 * 3_600_000).toISOString()
    return inChina.slice(11, 16) === '00:00' ? inChina.slice(0, 10) : `${inChina.slice(0, 10)} ${inChina.slice(11, 16)}`
  }
  const [, date = '', half, hours = '', minutes = '0'] = clockTime.exec(written.replace(/\s+/g, ' ')) ?? []
  const ofDay = parseDate(date)
  const hour = Number(hours) + (half === '下午' && Number(hours) < 12 ? 12 : 0)
  if (ofDay === null || hours === '' || hour > 23 || Number(minutes) > 59) return null
  return `${ofDay} ${String(hour).padStart(2, '0')}:${minutes.padStart(2, '0')}`
}
