import type { RecentListing } from '@baiqicha/contract/home'
import { homeRoutes } from '@baiqicha/contract/routes/home'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { companyPath } from '../../domain/company/company-path.ts'
import { CompanyRowSkeleton } from '../../domain/company/company-row-skeleton.tsx'
import { LogoPlaceholder } from '../../domain/company/logo-placeholder.tsx'
import { Link } from '../../lib/router/router.tsx'
import { callApi } from '../../platform/api/client.ts'
import { describeError } from '../../platform/api/messages.ts'
import { Button } from '../../ui/button.tsx'
import { CriticalListState as ListState } from '../../ui/critical-list-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Tag } from '../../ui/tag.tsx'
import utility from '../../ui/utility.module.css'
import styles from './recent-listings.module.css'

/** Number of rows before the list is expanded. */
const SHOWN = 5

function useRecentListingsQuery() {
  return useQuery({
    queryKey: ['recentListingList'],
    queryFn: ({ signal }) => callApi(homeRoutes.recentListingList, {}, { signal, silent: true }),
  })
}

/** 最近上市: the newest stocks of the exchange lists. */
export function ListingsRanking() {
  const { data, isPending, isFetching, error, refetch } = useRecentListingsQuery()
  if (isPending) return <CompanyRowSkeleton variant="compact" />
  if (data === undefined) {
    return (
      <ListState compact art="failed" title="加载失败" text={describeError(error)}>
        <Button trackId="retry" busy={isFetching} onClick={() => void refetch()}>
          重试
        </Button>
      </ListState>
    )
  }
  if (data.list.length === 0) {
    return <ListState compact art="none" title="暂无最近上市企业" text="收录的企业均未标注上市日期" />
  }
  return (
    <>
      {data.asOf !== null && <p className={styles.note}>按上市日期 · 数据截至 {data.asOf}</p>}
      <ListingRows listings={data.list} />
    </>
  )
}

function ListingRows({ listings }: { listings: readonly RecentListing[] }) {
  const [isExpanded, setIsExpanded] = useState(false)
  return (
    <>
      {listings.slice(0, isExpanded ? undefined : SHOWN).map((listing) => (
        <ListingRow key={listing.code} listing={listing} />
      ))}
      {!isExpanded && listings.length > SHOWN && (
        <button track-id="listings-expand" type="button" className={styles.more} onClick={() => setIsExpanded(true)}>
          展开全部 {listings.length} 家
          <Icon name="down" size={16} />
        </button>
      )}
    </>
  )
}

function ListingRow({ listing }: { listing: RecentListing }) {
  const { id, name, logoText, shortName, code, exchange, board, listedOn } = listing
  return (
    <Link track-id="listing-row" to={companyPath(id)} className={styles.row}>
      <LogoPlaceholder company={{ id, name, logo: null, logoText }} />
      <span className={utility.grow}>
        <bdi className={styles.name}>{name}</bdi>
        <span className={styles.facts}>
          <bdi>{shortName === null ? code : `${shortName} ${code}`}</bdi>
          <Tag>{board ?? exchange}</Tag>
          <span className={styles.listed}>{listedOn} 上市</span>
        </span>
      </span>
    </Link>
  )
}
