import { expect, it } from 'vitest'
import { sourceLink } from './source-link.ts'

const exchanges = 'https://www.sse.com.cn/assortment/stock/list/share/'
const announcements = 'http://www.cninfo.com.cn/new/index'

it.each([
  ['SZSE', '002594', 'https://www.szse.cn/certificate/individual/index.html?code=002594'],
  ['SSE', '600519', 'https://www.sse.com.cn/assortment/stock/list/info/company/index.shtml?COMPANY_CODE=600519'],
  ['BSE', '920001', 'https://www.bse.cn/'],
  ['HKEX', '00700', exchanges],
])('the list of the exchanges leads a company of %s to its page there', (exchange, code, link) => {
  expect(sourceLink(exchanges, { exchange, code })).toBe(link)
})

it('the site of announcements leads to those of the company', () => {
  const link = 'http://www.cninfo.com.cn/new/fulltextSearch?notautosubmit=&keyWord=002594'
  expect(sourceLink(announcements, { exchange: 'SZSE', code: '002594' })).toBe(link)
})

it('any other source, and a company without a stock, keep the address of the source', () => {
  const listing = { exchange: 'SZSE', code: '002594' }
  expect(sourceLink('https://register.example/', listing)).toBe('https://register.example/')
  expect(sourceLink('https://www.example.com/?to=www.szse.cn', listing)).toBe('https://www.example.com/?to=www.szse.cn')
  expect(sourceLink(exchanges, undefined)).toBe(exchanges)
  expect(sourceLink(null, listing)).toBeNull()
})
