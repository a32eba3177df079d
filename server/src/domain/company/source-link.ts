type Listing = { exchange: string; code: string }

/** Page of a listed company at its exchange; the Beijing exchange has no address by code. */
const exchangePages: Readonly<Record<string, (code: string) => string>> = {
  SSE: (code) => `https://www.sse.com.cn/assortment/stock/list/info/company/index.shtml?COMPANY_CODE=${code}`,
  SZSE: (code) => `https://www.szse.cn/certificate/individual/index.html?code=${code}`,
  BSE: () => 'https://www.bse.cn/',
}

const exchangeHost = /^https?:\/\/(?:www\.)?(?:sse\.com\.cn|szse\.cn|bse\.cn)(?:\/|$)/u
const disclosureHost = /^https?:\/\/(?:www\.)?cninfo\.com\.cn(?:\/|$)/u

/**
 * Where a reader finds what a source states of this company: its page at its own exchange, or its announcements; the
 * address of the source for a company without a stock and for any other source.
 */
export function sourceLink(url: string | null, listing: Listing | undefined): string | null {
  if (url === null || listing === undefined) return url
  const code = encodeURIComponent(listing.code)
  if (exchangeHost.test(url)) return exchangePages[listing.exchange]?.(code) ?? url
  return disclosureHost.test(url) ? `http://www.cninfo.com.cn/new/fulltextSearch?notautosubmit=&keyWord=${code}` : url
}
