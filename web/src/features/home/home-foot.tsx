import { CoverageLine } from '../../domain/coverage/coverage-line.tsx'
import { useCoverageQuery } from '../../platform/coverage/use-coverage-query.ts'

/** Home below the ranking. */
export function HomeFoot() {
  const { data: coverage } = useCoverageQuery()
  return <CoverageLine coverage={coverage} />
}
