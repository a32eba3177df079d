import { newestCoverageDate } from '../../domain/coverage/newest-as-of.ts'
import { useCoverageQuery } from '../../platform/coverage/use-coverage-query.ts'

/** Date of the companies in 最新注册企业. */
export function LatestAsOf() {
  const { data } = useCoverageQuery()
  const asOf = data === undefined ? null : newestCoverageDate(data)
  return asOf !== null && ` · 数据截至 ${asOf}`
}
