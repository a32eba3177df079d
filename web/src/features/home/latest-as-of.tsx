import { newestCoverageDate } from '../../domain/coverage/newest-as-of.ts'
import { useCoverageQuery } from '../../platform/coverage/use-coverage-query.ts'

/** Order and date of 最新注册企业: the newest of the store, not of the country. */
export function LatestAsOf() {
  const { data } = useCoverageQuery()
  const asOf = data === undefined ? null : newestCoverageDate(data)
  return `按收录企业的成立日期${asOf === null ? '' : ` · 数据截至 ${asOf}`}`
}
