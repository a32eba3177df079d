/** Names of exchanges by code; an unknown code is shown as the source states it. */
export const exchangeNames: Readonly<Record<string, string>> = {
  SSE: '上海证券交易所',
  SZSE: '深圳证券交易所',
  BSE: '北京证券交易所',
}
