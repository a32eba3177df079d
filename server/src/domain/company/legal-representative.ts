import { personKey } from '../records/person-name.ts'

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

/** Start of the period of an inexact date. */
const startOf = (asOf: string): number => {
  const [year = 0, month = 1, day = 1] = asOf.split('-').map(Number)
  return Date.UTC(year, month - 1, day)
}

/** Whether a statement of `asOf` is younger than one of `other`; false when their periods overlap or one is unknown. */
export const isNewerStatement = (asOf: string | null, other: string | null): boolean =>
  asOf !== null && other !== null && startOf(asOf) >= endOf(other)

/** An officer of a company, as a source of this date names them. */
export type StatedOfficer = {
  name: string
  positions: readonly string[]
  sourceId: string
  asOf: string | null
}

/** By law one of these is the legal representative. Those of a department or a branch are not meant. */
const leadingPositions = ['董事长', '执行董事', '总经理', '经理', '总裁', '执行总裁', '行长', '首席执行官']

/** 董事长兼总经理 has both positions. */
const hasPosition = ({ positions }: StatedOfficer, wanted: string) =>
  positions.some((written) => written.split(/[兼、,，/]/u).some((position) => position.trim() === wanted))

export type LeadingOfficer = Pick<StatedOfficer, 'name' | 'sourceId' | 'asOf'> & { position: string }

/**
 * The chairman or manager whom a newer source names, when an old statement names a legal representative who is none of
 * the newer officers: that office has surely passed on, so the old name must not lead. null: nothing contradicts.
 */
export function successorOf(
  stated: { name: string; asOf: string | null },
  officers: readonly StatedOfficer[],
  now: number,
): LeadingOfficer | null {
  if (!officeIsOld(stated.asOf, now)) return null
  const newer = officers.filter(({ asOf }) => isNewerStatement(asOf, stated.asOf))
  if (newer.some(({ name }) => personKey(name) === personKey(stated.name))) return null
  const leaders = leadingPositions.flatMap((position) =>
    newer.filter((officer) => hasPosition(officer, position)).map((officer) => ({ ...officer, position })),
  )
  const [first] = leaders.toSorted((a, b) => (b.asOf ?? '').localeCompare(a.asOf ?? ''))
  if (first === undefined) return null
  const { name, position, sourceId, asOf } = first
  return { name, position, sourceId, asOf }
}
