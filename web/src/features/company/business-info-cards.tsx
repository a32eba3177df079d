import type { BusinessInfo } from '@baiqicha/contract/company-detail'
import { CompanyFailed } from '../../domain/company/company-failed.tsx'
import { correctionPath } from '../../domain/record/record-paths.ts'
import { readFailure } from '../../platform/api/failure.ts'
import { Card } from '../../ui/card.tsx'
import styles from './business-info-cards.module.css'
import { useBusinessInfoQuery } from './company-queries.ts'
import { TableSkeleton } from './company-skeleton.tsx'
import { listFactSources } from './fact-sources.ts'
import { FactSourcesFoot } from './fact-sources-foot.tsx'
import { listListingRows } from './listing-rows.ts'
import { FactTable, RegisterTable } from './register-table.tsx'
import { SavedNote } from './saved-note.tsx'
import { ShortNameTimeline } from './short-name-timeline.tsx'

const registerGroups = ['identity', 'registration', 'people', 'capital', 'contact'] as const

type Props = {
  id: string
  /** Whether the register entry has its own 纠错. */
  hasCorrection?: boolean
  /** Whether the page around says already that its data are saved ones. */
  isNotedAbove?: boolean
}

/** Listings of a listed company, and the register entry. */
export function BusinessInfoCards({ id, hasCorrection = false, isNotedAbove = false }: Props) {
  const { data, savedAt, error, retry } = useBusinessInfoQuery(id)
  if (data === undefined) {
    return (
      <Card>
        <h2 className={styles.title}>工商信息</h2>
        {error === null ? <TableSkeleton /> : <CompanyFailed failure={readFailure(error)} onRetry={retry} compact />}
      </Card>
    )
  }
  return (
    <>
      {savedAt !== null && !isNotedAbove && <SavedNote savedAt={savedAt} onRetry={retry} />}
      {(data.listings.length > 0 || data.formerShortNames.length > 0) && <ListingCard info={data} />}
      <Card>
        <h2 className={styles.title}>工商信息</h2>
        <RegisterTable info={data} />
        <FactSourcesFoot
          lines={listFactSources(data, registerGroups)}
          correction={hasCorrection ? correctionPath({ companyId: id }) : undefined}
        />
      </Card>
    </>
  )
}

const listingGroup = ['listing'] as const

function ListingCard({ info }: { info: BusinessInfo }) {
  return (
    <Card>
      <h2 className={styles.title}>上市信息</h2>
      {info.listings.map((listing) => (
        <div key={`${listing.exchange}${listing.code}`} className={styles.listing}>
          <FactTable rows={listListingRows(listing)} />
        </div>
      ))}
      <ShortNameTimeline names={info.formerShortNames} />
      <FactSourcesFoot lines={listFactSources(info, listingGroup)} />
    </Card>
  )
}
