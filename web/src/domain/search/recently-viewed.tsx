import { Link } from '../../lib/router/router.tsx'
import { Icon } from '../../ui/icon.tsx'
import { CompanyRow } from '../company/company-row.tsx'
import { findNamesakes } from '../company/company-row-namesakes.ts'
import { CompanyRowSkeleton } from '../company/company-row-skeleton.tsx'
import { listViewedCompanies, type ViewedQuery } from '../company/viewed-companies.ts'
import styles from './recently-viewed.module.css'

/** Rows by default; a link leads to the whole list. */
const SHOWN = 4

type Props = { viewed: ViewedQuery | null; rows?: number }

/** Companies viewed last, of the user or, without `viewed`, of this visit. */
export function RecentlyViewed({ viewed, rows = SHOWN }: Props) {
  if (viewed?.isPending === true) return <CompanyRowSkeleton variant="compact" rows={rows} />

  const companies = listViewedCompanies(viewed)
  if (companies.length === 0) return null
  const shown = companies.slice(0, rows)
  const namesakes = findNamesakes(shown)
  const isFallback = viewed !== null && viewed.data === undefined
  return (
    <section>
      <div className={styles.head}>
        <h2>最近浏览</h2>
        {viewed?.data !== undefined && (
          <Link track-id="all" to="/companyList?tab=recent" className={styles.all}>
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
          {...(isFallback ? { note: '已离线保存' } : {})}
        />
      ))}
    </section>
  )
}
