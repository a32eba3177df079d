import type { BusinessInfo } from '@baiqicha/contract/company-detail'
import { formatDate } from '../../lib/format.ts'
import type { RegisterRow } from './register-rows.ts'

type Listing = BusinessInfo['listings'][number]

/** Names of exchanges by code; an unknown code is shown as the source states it. */
const exchangeNames: Readonly<Record<string, string>> = {
  SSE: '上海证券交易所',
  SZSE: '深圳证券交易所',
  BSE: '北京证券交易所',
}

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
