import type { BusinessInfo } from '@baiqicha/contract/company-detail'
import { exchangeNames } from '@baiqicha/contract/exchange-names'
import { formatDate } from '../../lib/format.ts'
import type { RegisterRow } from './register-rows.ts'

type Listing = BusinessInfo['listings'][number]

/** Rows of one listing. Omits absent facts except the date. */
export function listListingRows(listing: Listing): RegisterRow[] {
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
