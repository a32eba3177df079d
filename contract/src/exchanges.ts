/** Names of exchanges by code; an unknown code is shown as the source states it. */
export const exchangeNames: Readonly<Record<string, string>> = {
  SSE: '上海证券交易所',
  SZSE: '深圳证券交易所',
  BSE: '北京证券交易所',
}

type Listing = { exchange: string; code: string }

/** Page of a listed company at its exchange; the Beijing exchange has no address by code. */
const exchangePages: Readonly<Record<string, (code: string) => string>> = {
  SSE: (code) => `https://www.sse.com.cn/assortment/stock/list/info/company/index.shtml?COMPANY_CODE=${code}`,
  SZSE: (code) => `https://www.szse.cn/certificate/individual/index.html?code=${code}`,
  BSE: () => 'https://www.bse.cn/',
}

/** null: an exchange without pages. */
export const exchangePageOf = ({ exchange, code }: Listing): string | null =>
  exchangePages[exchange]?.(encodeURIComponent(code)) ?? null

/** Announcements of a listed company at 巨潮资讯. */
export const disclosurePageOf = ({ code }: Pick<Listing, 'code'>): string =>
  `http://www.cninfo.com.cn/new/fulltextSearch?notautosubmit=&keyWord=${encodeURIComponent(code)}`
