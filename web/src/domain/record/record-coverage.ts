import {
  type CoverageLimits,
  coveredPeriod,
  isLimited,
  uncoveredTitle,
} from '@baiqicha/contract/records/coverage-limits'
import type { RecordKindKey } from '@baiqicha/contract/records/kind-table'
import { joinStated } from '../../lib/format.ts'

type Covered = { connected?: boolean | undefined; limits?: CoverageLimits }

/** Whether 0 records are 0 of the kind: a source covers the company and leaves nothing out. */
export const isZeroKnown = ({ connected, limits }: Covered): boolean => connected !== false && !isLimited(limits)

/** 工商变更未接入, or the period that the sources cover; null: they leave nothing out. */
export function limitsText(kind: RecordKindKey, limits: CoverageLimits): string | null {
  const rest = uncoveredTitle(kind, limits)
  const period = coveredPeriod(limits)
  return joinStated([period !== null && `仅含 ${period}`, rest !== null && `${rest}未接入`], '；') || null
}
