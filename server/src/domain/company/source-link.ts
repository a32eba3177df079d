import { disclosurePageOf, exchangePageOf } from '@baiqicha/contract/exchanges'

type Listing = { exchange: string; code: string }

const exchangeHost = /^https?:\/\/(?:www\.)?(?:sse\.com\.cn|szse\.cn|bse\.cn)(?:\/|$)/u
const disclosureHost = /^https?:\/\/(?:www\.)?cninfo\.com\.cn(?:\/|$)/u

/**
 * Where a reader finds what a source states of this company: its page at its own exchange, or its announcements; the
 * address of the source for a company without a stock and for any other source.
 */
export function sourceLink(url: string | null, listing: Listing | undefined): string | null {
  if (url === null || listing === undefined) return url
  if (exchangeHost.test(url)) return exchangePageOf(listing) ?? url
  return disclosureHost.test(url) ? disclosurePageOf(listing) : url
}
