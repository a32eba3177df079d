import { companyIdOf } from '../../domain/company/company-addresses.ts'
import { CompanyFailed } from '../../domain/company/company-failed.tsx'
import shared from '../../domain/page/shared.module.css'
import { readFailure } from '../../platform/api/failure.ts'
import { PageBar, usePageQuery } from '../../platform/navigation/page.tsx'
import { DemoStrip } from '../../ui/info-note.tsx'
import { BusinessInfoCards } from './business-info-cards.tsx'
import { useBusinessInfoQuery } from './company-queries.ts'

/** `/overview/businessInfo?id`: the register entry on its own page. */
export function BusinessInfoPage() {
  const id = companyIdOf(usePageQuery(), 'id')
  const { data, error, retry } = useBusinessInfoQuery(id)
  const isMissing = id === '' || (error !== null && data === undefined)
  return (
    <>
      <PageBar title="工商信息" line />
      {data?.isDemo === true && <DemoStrip />}
      {isMissing ? (
        <div className={shared.plain}>
          <CompanyFailed failure={readFailure(error)} onRetry={retry} />
        </div>
      ) : (
        <div className={shared.cardBody}>
          <BusinessInfoCards id={id} hasCorrection hasListing />
        </div>
      )}
    </>
  )
}
