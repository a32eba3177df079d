import { CoverageLine } from '../../domain/coverage/coverage-line.tsx'
import { useCoverageQuery } from '../../platform/coverage/use-coverage-query.ts'
import { RobotButton } from './robot-button.tsx'

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
