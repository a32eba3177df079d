/** Title of the legal representative by type of company. */
export function legalRepresentativeTitle(businessType: string | null): string {
  const type = businessType ?? ''
  if (type.includes('个体工商户')) return '经营者'
  if (/分公司|分支机构|代表机构|个人独资|营业单位/.test(type)) return '负责人'
  if (type.includes('合伙')) return '执行事务合伙人'
  return '法定代表人'
}

/** An office with an older date is shown only with its date. */
const MONTHS_UNDATED = 24

/** End of the period of an inexact date: 2021 ends with 31 December 2021, 2024-05 with 31 May 2024. */
function endOf(asOf: string): number {
  const [year = 0, month, day] = asOf.split('-').map(Number)
  if (month === undefined) return Date.UTC(year + 1, 0, 1)
  return day === undefined ? Date.UTC(year, month, 1) : Date.UTC(year, month - 1, day + 1)
}

/** Whether the date of an office is unknown or so old that the date must be shown. */
export function officeIsOld(asOf: string | null, now: number): boolean {
  if (asOf === null) return true
  const expires = new Date(endOf(asOf))
  expires.setUTCMonth(expires.getUTCMonth() + MONTHS_UNDATED)
  return expires.getTime() <= now
}
