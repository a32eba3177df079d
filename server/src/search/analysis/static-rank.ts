import { hasEnded } from '../../domain/company/company-status.ts'
import type { IndexableCompany } from '../../domain/company/indexable-company.ts'

const branchName = /(?:分公司|分店|营业部|办事处|分行|支行|分部)$/u

const PROMINENCE_LEVELS = 1024
/** 100 万元 each, so that the largest revenue of a list stays below the range of dates. */
const REVENUE_STEP = 100
const MOST_REVENUE = 9_999_999
const DAY_RANGE = 100_000_000
const UNKNOWN_DAY = 99_999_999

/** A calendar date as yyyymmdd, which sorts like the date; null when there is none. */
export const dayOf = (date: string | null): number | null => (date === null ? null : Number(date.replaceAll('-', '')))

/**
 * Order within a tier, smaller first, below 2^40: real before fictional, live before ended, head office before branch,
 * then prominence, then the date of foundation; companies without one stand behind, the larger revenue first. Companies
 * of equal rank are ordered by id.
 */
export function rankOf({ isDemo, status, name, prominence, foundedOn, revenue }: IndexableCompany): number {
  const group = (Number(isDemo) * 2 + Number(hasEnded(status))) * 2 + Number(branchName.test(name))
  const bucket = group * PROMINENCE_LEVELS + Math.min(prominence, PROMINENCE_LEVELS - 1)
  const undated = UNKNOWN_DAY - Math.min(MOST_REVENUE, Math.floor((revenue ?? 0) / REVENUE_STEP))
  return bucket * DAY_RANGE + (dayOf(foundedOn) ?? undated)
}

/** Companies of this rank and of larger ones are fictional: those rank behind all real ones. */
export const FIRST_DEMO_RANK = 4 * PROMINENCE_LEVELS * DAY_RANGE
