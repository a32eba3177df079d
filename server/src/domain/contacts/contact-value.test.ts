import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  numberKeyOf,
  ownContactsOf,
  parsePhoneNumber,
  phoneKeys,
  readContactValue,
  readNumberKey,
  siteFlaw,
  siteHost,
} from './contact-value.ts'

const flawOf = (text: string) => {
  const read = readContactValue(text)
  return typeof read === 'string' ? null : read.flaw
}

describe('a contact in its normal form', () => {
  it.each([
    ['１５４ 0000 0001', '15400000001'],
    ['+86 154-0000-0001', '15400000001'],
    ['015400000001', '15400000001'],
    ['0086-990-2345678', '0990-2345678'],
    ['(0990) 2345678', '0990-2345678'],
    ['86-10-62345678', '010-62345678'],
    ['0990-2345678转801', '0990-2345678-801'],
    ['400-123-4567', '4001234567'],
    ['95588', '95588'],
    ['Office@LanShan.example', 'office@lanshan.example'],
    ['www.lanshan.example', 'www.lanshan.example'],
  ])('of %s is %s', (text, value) => {
    expect(readContactValue(text)).toBe(value)
  })

  it.each([
    ['990001198001011234', '是身份证号码，不是联系方式'],
    ['身份证 99000119800101123X', '是身份证号码，不是联系方式'],
    ['15400000001、15400000002', '一格只能有一个号码'],
    [Array.from({ length: 40 }, (_, at) => 15_400_000_000 + at).join(' '), '一格只能有一个号码'],
    ['演示市演示路1号2室', '是地址，不是联系方式'],
    ['📞0990-2345678', '含有表情符号'],
    ['=HYPERLINK("https://a.example")', '是公式，不是联系方式'],
    ["+cmd|' /C calc'!A0", '是公式，不是联系方式'],
    ['@SUM(1)', '是公式，不是联系方式'],
    ['https://a.example/15400000001', '网址含有号码'],
    ['演示', '不是电话号码、邮箱或网址'],
  ])('of %s does not exist: %s', (text, flaw) => {
    expect(flawOf(text)).toBe(flaw)
  })

  it('is read again as itself, whatever was written', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[\d +()-]{5,20}$/))
    fc.assert(
      fc.property(text, (written) => {
        const value = readContactValue(written)
        if (typeof value === 'string') expect(readContactValue(value)).toBe(value)
      }),
    )
  })
})

it('equal numbers have one key, whatever their extension, width, case or country code', () => {
  expect(new Set(['0990-2345678', '(0990)2345678转801', '+86 990 2345678'].map(readNumberKey))).toEqual(
    new Set(['t:09902345678']),
  )
  expect(numberKeyOf('https://www.LanShan.example/')).toBe('t:lanshan.example')
  expect(readNumberKey('一二三')).toBeNull()
})

it('own fields of a company state each contact once, also several in one cell', () => {
  const own = { phones: '["0990-2345678,0990-2345679","0990 2345678","演示"]', email: 'A@b.example', website: null }
  expect(ownContactsOf(own)).toEqual([
    { field: 'phones', value: '0990-2345678' },
    { field: 'phones', value: '0990-2345679' },
    { field: 'email', value: 'a@b.example' },
  ])
})

describe('a phone number', () => {
  it.each([
    ['0990-8800001', '09908800001'],
    ['(0990) 8800001', '09908800001'],
    ['+86 154 0000 0001', '15400000001'],
    ['008615400000001', '15400000001'],
    ['８８００００１', '8800001'],
    ['400-000-0001', '4000000001'],
  ])('%s has the digits %s', (typed, digits) => {
    expect(parsePhoneNumber(typed)).toBe(digits)
  })

  it.each(['', '12345', '演示', '15400000001 转 8', '1'.repeat(16), '９１99000１MA'])('is not %s', (typed) => {
    expect(parsePhoneNumber(typed)).toBeNull()
  })

  it('is found with and without its area code', () => {
    expect(phoneKeys('0990-8800001')).toEqual(['09908800001', '8800001'])
    expect(phoneKeys('010-88000001')).toEqual(['01088000001', '88000001'])
    expect(phoneKeys('15400000001')).toEqual(['15400000001'])
    expect(phoneKeys('见官网')).toEqual([])
  })
})

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
