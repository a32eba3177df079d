import { describe, expect, it, test } from 'vitest'
import {
  certificateEnds,
  hasCertificate,
  isPersonName,
  listingFacets,
  listingMarksOf,
  parseListingFacets,
  partyTypeOf,
  personKey,
  provinceKey,
  readTypedCertificate,
} from './person-name.ts'

describe('a name belongs to a natural person', () => {
  it.each([
    '演示甲',
    '演示',
    '欧阳演示',
    '演 示 甲',
    '演知行',
    '演建社',
    '演大学',
    '演某某',
    '阿依·买买提·演示',
    '阿卜杜演示热合曼',
    'John Demo',
    'JOHN A. DEMO',
    '演示甲等 12 人',
    '演示甲、演示乙',
    '1234',
  ])('%s', (name) => expect(isPersonName(name)).toBe(true))
})

describe('a name belongs to an organisation', () => {
  it.each([
    '甲公司',
    '澜山演示贸易有限公司',
    '澜山演示贸易有限公司（演示市）',
    '演示市示例区人民法院',
    '演示市市场监督管理局',
    '演示大学',
    '演示市阿依·演示餐厅',
    '演示区老演豆腐坊',
    '演示乡演示村民委员会',
    '演示合伙企业（有限合伙）',
    'Lanshan Demo Trading Co., Ltd.',
    'DEMO GMBH',
    'Demo Holdings (HK) Limited',
  ])('%s', (name) => expect(isPersonName(name)).toBe(false))
})

it('the end of a name distinguishes companies from institutions', () => {
  expect(['演示甲', '澜山演示贸易有限公司', '演示市示例区人民检察院', '演示市税务局'].map(partyTypeOf)).toEqual([
    2, 1, 3, 3,
  ])
})

it('widths, spaces, dots and invisible characters make no other person', () => {
  for (const name of ['阿依演示', '阿依·演示', '阿依 演示', '阿依\u200b演示', '\u202e阿依演示\u3164']) {
    expect(personKey(name)).toBe('阿依演示')
  }
})

// A number of a region that does not exist, with a valid check character.
const number = '990101199003071119'
const withCheck = (start: string) =>
  Array.from('0123456789X', (last) => start + last).find((one) => readTypedCertificate(one).type === 'whole') ?? ''

test.each([
  ['广东省', '广东'],
  ['广西壮族自治区', '广西'],
  ['北京市', '北京'],
  ['香港特别行政区', '香港'],
  ['内蒙古', '内蒙古'],
])('the province %s is compared as %s', (written, key) => {
  expect(provinceKey(written)).toBe(key)
})

describe('certificate numbers', () => {
  test.each([
    '990101********1119',
    '9901011990****1119',
    ' 990101-19900307-1119 ',
    '９９０１０１１９９００３０７１１１９',
  ])('%s is compared by its visible ends', (written) => {
    expect(certificateEnds(written)).toBe('990101 1119')
  })

  it('reads a whole number without keeping its middle', () => {
    const whole = withCheck(number.slice(0, 17))
    expect(readTypedCertificate(whole)).toEqual({ type: 'whole', value: `990101 ${whole.slice(-4)}` })
  })

  it('refuses a wrong check character', () => {
    const whole = withCheck(number.slice(0, 17))
    const other = whole.endsWith('0') ? '1' : '0'
    expect(readTypedCertificate(whole.slice(0, 17) + other)).toEqual({ type: 'wrong' })
  })

  test.each([['12'], ['MA0TE5T1'], ['99010119900307111']])('refuses %s', (typed) => {
    expect(readTypedCertificate(typed)).toEqual({ type: 'wrong' })
  })

  it('finds a listing by the last four characters', () => {
    const marks = listingMarksOf({ certNo: '990101********111X', province: null })
    expect(hasCertificate(marks, readTypedCertificate('111x'))).toBe(true)
    expect(hasCertificate(marks, readTypedCertificate('1119'))).toBe(false)
    expect(hasCertificate(listingMarksOf({ certNo: null, province: null }), readTypedCertificate('111x'))).toBe(false)
  })
})

it('reads the marks as they are stored', () => {
  const marks = listingMarksOf({ certNo: '990101********1119', province: '演示|省=x' })
  expect(parseListingFacets(listingFacets(marks))).toEqual({ certificate: '990101 1119', province: '演示 省 x' })
})
