import type { CompanySummary } from '@baiqicha/contract/company-summary'
import { CompanyRow } from '../../domain/company/company-row.tsx'
import { findNamesakes } from '../../domain/company/company-row-namesakes.ts'
import { listViewedCompanies } from '../../domain/company/viewed-companies.ts'
import type { ChosenCompany } from '../../domain/compare/compare-control.ts'
import { comparePath } from '../../domain/compare/compare-path.ts'
import { useNavigate } from '../../lib/router/router.tsx'
import { useCompareBasket } from '../../platform/compare/compare-basket.ts'
import { useRecentBrowseQuery } from '../../platform/history/history-queries.ts'
import { useSession } from '../../platform/session/session-store.ts'
import { Button } from '../../ui/button.tsx'
import styles from './compare-page.module.css'
import type { CompareView } from './compare-params.ts'

type Props = { companies: readonly ChosenCompany[]; view: CompareView }

/** Companies viewed last, which join the comparison at a tap, and the way to the search, where the basket has the companies. */
export function CompanyPicker({ companies, view }: Props) {
  const { isLoggedIn } = useSession()
  const viewed = useRecentBrowseQuery()
  const navigate = useNavigate()
  const { start } = useCompareBasket()
  const ids = companies.map(({ id }) => id)
  const others: readonly CompanySummary[] = listViewedCompanies(isLoggedIn ? viewed : null).filter(
    ({ id }) => !ids.includes(id),
  )
  const namesakes = findNamesakes(others)
  return (
    <div className={styles.picker}>
      <Button
        trackId="search-open"
        tone="soft"
        block
        onClick={() => {
          start(companies)
          void navigate('/search')
        }}
      >
        搜索企业
      </Button>
      {others.length > 0 && (
        <section aria-label="最近浏览">
          <h2 className={styles.title}>最近浏览</h2>
          {others.map((company) => (
            <CompanyRow
              key={company.id}
              company={company}
              variant="compact"
              isNamesake={namesakes.has(company.id)}
              to={comparePath([...ids, company.id], view)}
            />
          ))}
        </section>
      )}
    </div>
  )
}
