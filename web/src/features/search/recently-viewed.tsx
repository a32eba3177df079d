import { CompanyRow } from '../../domain/company-row.tsx'
import { findNamesakes } from '../../domain/company-row-namesakes.ts'
import { CompanyRowSkeleton } from '../../domain/company-row-skeleton.tsx'
import { recentCompanies } from '../../domain/recent-companies.ts'
import { summaryOfDetail } from '../../domain/summary-of-detail.ts'
import { Link } from '../../lib/router/router.tsx'
import { useRecentBrowseQuery } from '../../platform/history/history-queries.ts'
import { Icon } from '../../ui/icon.tsx'
import styles from './recently-viewed.module.css'

/** Number of rows; a link leads to the whole list. */
const SHOWN = 4

/** Companies viewed last. Falls back to those in memory when the request fails. */
export function RecentlyViewed() {
  const { data, isPending } = useRecentBrowseQuery()
  if (isPending) return <CompanyRowSkeleton variant="compact" rows={SHOWN} />

  const companies = data ?? recentCompanies.listDetails().map(({ value }) => summaryOfDetail(value))
  if (companies.length === 0) return null
  const shown = companies.slice(0, SHOWN)
  const namesakes = findNamesakes(shown)
  return (
    <section>
      <div className={styles.head}>
        <h2>最近浏览</h2>
        {data !== undefined && (
          <Link to="/companyList?tab=recent" className={styles.all}>
            全部
            <Icon name="right" size={16} />
          </Link>
        )}
      </div>
      {shown.map((company) => (
        <CompanyRow
          key={company.id}
          company={company}
          variant="compact"
          isNamesake={namesakes.has(company.id)}
          {...(data === undefined ? { note: '已离线保存' } : {})}
        />
      ))}
    </section>
  )
}
