import { CoverageLine } from '../../domain/coverage/coverage-line.tsx'
import { newestCoverageDate } from '../../domain/coverage/newest-as-of.ts'
import { useCoverageQuery } from '../../platform/coverage/use-coverage-query.ts'
import { RobotButton } from './robot-button.tsx'

/** Parts of Home that load after its first paint, as one file. */
export { ForReturning } from './continue-viewing.tsx'
export { OtherRanking } from './other-ranking.tsx'
export { StickySearch } from './sticky-search.tsx'

/** Home below the ranking, and the button over it. */
export function HomeFoot({ isRobotRaised }: { isRobotRaised: boolean }) {
  const { data: coverage } = useCoverageQuery()
  return (
    <>
      <CoverageLine coverage={coverage} />
      <RobotButton isRaised={isRobotRaised} />
    </>
  )
}

/** Order and date of 最新注册企业: the newest of the store, not of the country. */
export function LatestAsOf() {
  const { data } = useCoverageQuery()
  const asOf = data === undefined ? null : newestCoverageDate(data)
  return `按收录企业的成立日期${asOf === null ? '' : ` · 数据截至 ${asOf}`}`
}
