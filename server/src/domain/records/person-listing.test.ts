import { describe, expect, it, test } from 'vitest'
import {
  certificateEnds,
  hasCertificate,
  listingFacets,
  listingMarksOf,
  parseListingFacets,
  provinceKey,
  readTypedCertificate,
} from './person-listing.ts'

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
