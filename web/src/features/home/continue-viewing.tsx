import { useEffect } from 'react'
import { companyPath } from '../../domain/company/company-path.ts'
import { LogoPlaceholder } from '../../domain/company/logo-placeholder.tsx'
import { listViewedCompanies, type ViewedQuery } from '../../domain/company/viewed-companies.ts'
import { Link } from '../../lib/router/router.tsx'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './continue-viewing.module.css'
import { recentCompaniesHint } from './recent-companies-hint.ts'
import { SinceLastSeen } from './since-last-seen.tsx'

const SHOWN = 4

/** What a returning user, or a visitor of this visit, goes on with. */
export function ForReturning({ viewed }: { viewed: ViewedQuery | null }) {
  return (
    <>
      {viewed !== null && <SinceLastSeen />}
      <ContinueViewing viewed={viewed} />
    </>
  )
}

/** 继续查看: the companies viewed last, of the user or, without `viewed`, of this visit. Absent without any. */
function ContinueViewing({ viewed }: { viewed: ViewedQuery | null }) {
  const isPending = viewed?.isPending === true
  const companies = isPending ? [] : listViewedCompanies(viewed).slice(0, SHOWN)
  const hasSome = companies.length > 0
  const isUser = viewed !== null

  useEffect(() => {
    if (isUser && !isPending) recentCompaniesHint.write(hasSome)
  }, [isUser, isPending, hasSome])

  if (isPending && recentCompaniesHint.read()) return <ContinueSkeleton />
  if (!hasSome) return null
  return (
    <Card as="nav" label="继续查看">
      <h2 className={styles.title}>继续查看</h2>
      <div className={styles.cells}>
        {companies.map((company) => (
          <Link track-id="continue-row" key={company.id} to={companyPath(company.id)} className={styles.cell}>
            <LogoPlaceholder company={company} />
            <bdi className={styles.name}>{company.briefName}</bdi>
          </Link>
        ))}
      </div>
    </Card>
  )
}

function ContinueSkeleton() {
  return (
    <Card as="div">
      <p className={styles.title}>继续查看</p>
      <div className={styles.cells} aria-busy="true">
        {Array.from({ length: SHOWN }, (_, at) => (
          <span key={at} className={styles.cell}>
            <Skeleton width={40} height={40} radius={8} />
            <span className={styles.name}>
              <Skeleton width={64} height={12} />
            </span>
          </span>
        ))}
      </div>
    </Card>
  )
}
