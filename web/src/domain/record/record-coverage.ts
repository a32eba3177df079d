import {
  type CoverageLimits,
  coveredPeriod,
  isLimited,
  uncoveredTitle,
} from '@baiqicha/contract/records/coverage-limits'
import type { RecordKindKey } from '@baiqicha/contract/records/kind-table'

type Covered = { connected?: boolean | undefined; limits?: CoverageLimits }

/** Whether 0 records are 0 of the kind: a source covers the company and leaves nothing out. */
export const isZeroKnown = ({ connected, limits }: Covered): boolean => connected !== false && !isLimited(limits)

/** 工商变更未接入, or the period that the sources cover; null: they leave nothing out. */
export function limitsText(kind: RecordKindKey, limits: CoverageLimits): string | null {
  const rest = uncoveredTitle(kind, limits)
  const period = coveredPeriod(limits)
  const parts = [period === null ? null : `仅含 ${period}`, rest === null ? null : `${rest}未接入`]
  const stated = parts.filter((part) => part !== null)
  return stated.length === 0 ? null : stated.join('；')
}
