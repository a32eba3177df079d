import type { BusinessInfo } from '@baiqicha/contract/company-detail'
import { exchangeNames } from '@baiqicha/contract/exchange-names'
import { CompanyFailed } from '../../domain/company/company-failed.tsx'
import { correctionPath } from '../../domain/record/record-paths.ts'
import { formatDate } from '../../lib/format.ts'
import { readFailure } from '../../platform/api/failure.ts'
import { Card } from '../../ui/card.tsx'
import styles from './business-info-cards.module.css'
import { useBusinessInfoQuery } from './company-queries.ts'
import { TableSkeleton } from './company-skeleton.tsx'
import { listFactSources } from './fact-sources.ts'
import { FactSourcesFoot } from './fact-sources-foot.tsx'
import type { RegisterRow } from './register-rows.ts'
import { FactTable, RegisterTable } from './register-table.tsx'
import { SavedNote } from './saved-note.tsx'
import { ShortNameTimeline } from './short-name-timeline.tsx'

type Listing = BusinessInfo['listings'][number]

/** Rows of one listing. Omits absent facts except the date. */
function listListingRows(listing: Listing): RegisterRow[] {
  const rows: RegisterRow[] = [{ label: '股票代码', value: listing.code, copy: listing.code }]
  if (listing.oldCode !== null) rows.push({ label: '原代码', value: listing.oldCode })
  if (listing.shortName !== null) rows.push({ label: '证券简称', value: listing.shortName })
  rows.push({ label: '交易所', value: exchangeNames[listing.exchange] ?? listing.exchange })
  if (listing.board !== null) rows.push({ label: '板块', value: listing.board })
  if (listing.state !== null) rows.push({ label: '上市状态', value: listing.state })
  rows.push({ label: '上市日期', value: formatDate(listing.listedOn) })
  if (listing.delistedOn !== null) rows.push({ label: '终止日期', value: formatDate(listing.delistedOn) })
  return rows
}

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
