import { CoverageLine } from '../../domain/coverage/coverage-line.tsx'
import { ListingsCard } from './listings-card.tsx'

/** Home below the ranking. */
export function HomeFoot() {
  return (
    <>
      <ListingsCard />
      <CoverageLine />
    </>
  )
}
