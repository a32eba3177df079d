import { CoverageLine } from '../../domain/coverage/coverage-line.tsx'
import { useCoverageQuery } from '../../platform/coverage/use-coverage-query.ts'
import { ListingsCard } from './listings-card.tsx'

/** Home below the ranking. */
export function HomeFoot() {
  const { data: coverage } = useCoverageQuery()
  return (
    <>
      <ListingsCard />
      <CoverageLine coverage={coverage} />
    </>
  )
}
