import type { ViewedCompany } from '@baiqicha/contract/company-summary'
import type { UseQueryResult } from '@tanstack/react-query'
import { CompanyRow } from '../../domain/company/company-row.tsx'
import { findNamesakes } from '../../domain/company/company-row-namesakes.ts'
import { CompanyRowSkeleton } from '../../domain/company/company-row-skeleton.tsx'
import { CoverageLine } from '../../domain/coverage/coverage-line.tsx'
import { newestCoverageDate } from '../../domain/coverage/newest-as-of.ts'
import { classNames } from '../../lib/class-names.ts'
import { useCoverageQuery } from '../../platform/coverage/use-coverage-query.ts'
import { Logo } from '../../ui/logo.tsx'
import { HomeSearchField, type HomeSearchFieldProps } from './home-search-field.tsx'
import { ListingsRanking } from './recent-listings.tsx'
import { RobotButton } from './robot-button.tsx'
import styles from './sticky-search.module.css'

/** Parts of Home that load after its first paint, as one file. */
export { ForReturning } from './continue-viewing.tsx'

type Props = { viewed: Pick<UseQueryResult<ViewedCompany[]>, 'data' | 'isPending'> | null }

/** Rankings other than the one that opens: companies viewed last or, without `viewed`, newest stocks. */
export function OtherRanking({ viewed }: Props) {
  if (viewed === null) return <ListingsRanking />
  if (viewed.isPending) return <CompanyRowSkeleton variant="compact" />
  const rows = viewed.data ?? []
  const namesakes = findNamesakes(rows)
  return rows.map((company) => (
    <CompanyRow key={company.id} company={company} variant="compact" isNamesake={namesakes.has(company.id)} />
  ))
}

export function StickySearch({ field, isOpen }: { field: HomeSearchFieldProps; isOpen: boolean }) {
  return (
    <div className={classNames(styles.bar, isOpen && styles.open)}>
      <Logo size={28} />
      <HomeSearchField field={field} variant="bar" formLabel="顶部搜索" isOpen={isOpen} />
    </div>
  )
}

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
