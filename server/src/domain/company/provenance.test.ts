import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSupersededBy, leadingOrigin, type Origin, sourceLink } from './provenance.ts'

const at = (asOf: string | null, source = 'a'): Origin => ({ source, asOf })
const anyOrigin = fc.record({
  source: fc.constantFrom('a', 'b', 'c'),
  asOf: fc.constantFrom(null, '2021', '2021-06', '2021-06-30', '2021-12', '2022'),
})

describe('origins', () => {
  it.each([
    ['2021-06', '2021'],
    ['2021-06-30', '2021-06'],
    ['2021', '2022-01-01'],
    ['2021-12', '2021'],
  ])('as of %s is replaced by %s', (older, newer) => {
    expect(isSupersededBy(at(older), at(newer))).toBe(true)
    expect(isSupersededBy(at(newer), at(older))).toBe(false)
  })

  it('without a date is replaced by any with a date', () => {
    expect(isSupersededBy(at(null), at('1990'))).toBe(true)
  })

  it('with equal dates has the same winner in either order', () => {
    fc.assert(
      fc.property(anyOrigin, anyOrigin, (a, b) => {
        fc.pre(a.source !== b.source || a.asOf !== b.asOf)
        expect(isSupersededBy(a, b)).toBe(!isSupersededBy(b, a))
      }),
    )
  })

  it('leads when most facts share it, and the newer of equals', () => {
    expect(leadingOrigin([at('2026'), at('2021'), at('2021')])).toEqual(at('2021'))
    expect(leadingOrigin([at('2021'), at('2026')])).toEqual(at('2026'))
    expect(leadingOrigin([])).toBeNull()
  })
})

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
