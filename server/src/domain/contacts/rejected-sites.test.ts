import { expect, it } from 'vitest'
import { siteFlaw, siteHost } from './rejected-sites.ts'

it.each([
  ['http://www.szse.cn', '深圳证券交易所'],
  ['WWW.SSE.COM.CN', '上海证券交易所'],
  ['http://www.sse.com.cn/assortment/stock/list/info/?COMPANY_CODE=600000', '上海证券交易所'],
  ['ｗｗｗ.ｓｚｓｅ.ｃｎ', '深圳证券交易所'],
  ['disc.szse.cn', '深圳证券交易所'],
  ['http://www.hkexnews.hk2021', '香港交易所披露易（错写）'],
  ['https://www.delta.com/', '其他企业（达美航空）'],
  ['mall.jd.com/index-1000000127.html', '电商平台'],
  ['http://www.jzshb.gov.cn/', '政府网站'],
  ['mp.weixin.qq.com', '社交平台'],
])('%s is no site of a company: %s', (website, reason) => {
  expect(siteFlaw(website)).toBe(reason)
})

it.each(['www.vanke.com', 'www.szselen.com', 'http://www.chjd.com.cn/', 'www.lk-jd.com', 'qq.com', 'cn', '', '暂无'])(
  'nothing is known against %j',
  (website) => {
    expect(siteFlaw(website)).toBeNull()
  },
)

it('knows the host however the address is written', () => {
  expect(['http://www.A.cn/x', 'a.cn:80', 'HTTPS://a.cn', 'a.cn;b.cn'].map(siteHost)).toEqual([
    'a.cn',
    'a.cn',
    'a.cn',
    'a.cn',
  ])
})
