const ABSENT = '-'

const plain = new Intl.NumberFormat('zh-CN', { maximumFractionDigits: 0 })
const twoDecimals = new Intl.NumberFormat('zh-CN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

const toNumber = (value: number | string | null | undefined) =>
  typeof value === 'string'
    ? value.trim() === ''
      ? Number.NaN
      : Number(value.replace(/,/g, ''))
    : (value ?? Number.NaN)

/** A number with thousands separators: whole ones plain, others with two decimals; null, NaN and '-' show '-'. */
export function formatNumber(value: number | string | null | undefined): string {
  const number = toNumber(value)
  if (!Number.isFinite(number)) return ABSENT
  return Number.isInteger(number) ? plain.format(number) : twoDecimals.format(number)
}

/** `formatNumber` with its unit after a space: 1,000 万元. An absent value shows '-' alone. */
export function formatAmount(value: number | string | null | undefined, unit = '万元'): string {
  const number = formatNumber(value)
  return number === ABSENT ? ABSENT : `${number} ${unit}`
}

const share = new Intl.NumberFormat('zh-CN', { maximumFractionDigits: 2 })

/** Percentage with up to two decimals: 34.5%; null shows '-'. */
export const formatPercent = (value: number | null): string => (value === null ? ABSENT : `${share.format(value)}%`)

const two = (part: number) => String(part).padStart(2, '0')

/**
 * YYYY-MM-DD. A date without a time zone stays as written; an instant is converted to the local zone. Empty, '-' and
 * invalid values show '-'.
 */
export function formatDate(value: string | null | undefined): string {
  const text = value?.trim() ?? ''
  const written = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[ T]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)?$/.exec(text)
  if (written !== null) {
    const [, year = '', month = '', day = ''] = written
    const isReal = Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= 31
    return isReal ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : ABSENT
  }
  if (!/^\d{4}-\d{2}-\d{2}T/.test(text)) return ABSENT
  const instant = new Date(text)
  if (Number.isNaN(instant.getTime())) return ABSENT
  return `${instant.getFullYear()}-${two(instant.getMonth() + 1)}-${two(instant.getDate())}`
}

/** Local date and hour of an instant: 2026-11-22 14:00. An invalid value shows '-'. */
export function formatHour(instant: string): string {
  const date = formatDate(instant)
  return date === ABSENT ? ABSENT : `${date} ${two(new Date(instant).getHours())}:00`
}

/** A result count: exact, or its lower bound when the server stopped counting, as in 1000+. */
export const formatTotal = ({ total, totalCapped }: { total: number; totalCapped: boolean }): string =>
  totalCapped ? `${total}+` : formatNumber(total)

/** The stated parts in one text; null and false are left out. */
export const joinStated = (parts: readonly (string | null | false)[], separator = ' · '): string =>
  parts.filter((part) => part !== null && part !== false).join(separator)

/** Whether a text starts with punctuation whose left half is empty, which hangs at the start of a line. */
export const isHanging = (text: string) => /^[（“《【「]/.test(text)

const SHANGHAI_MS = 8 * 3_600_000

/** YYYY-MM-DD of an instant in China's time zone, in which memberships end. */
export function formatShanghaiDate(instant: string): string {
  return new Date(Date.parse(instant) + SHANGHAI_MS).toISOString().slice(0, 10)
}
