import { describe, expect, it } from 'vitest'
import { chineseNumber, withDigits } from './chinese-numerals.ts'

describe('a Chinese numeral', () => {
  it.each([
    ['十', 10],
    ['三十一', 31],
    ['一百二十亿', 12_000_000_000],
    ['壹拾万零伍佰', 100_500],
    ['一亿零五', 100_000_005],
    ['贰仟零伍拾万', 20_500_000],
    ['两千万', 20_000_000],
  ])('is read from %s', (written, value) => {
    expect(chineseNumber(written)).toBe(value)
  })

  it.each(['一百五', '一万五', '一亿五千', '一二', '百', '零', '万', ''])('is not certain in %s', (written) => {
    expect(chineseNumber(written)).toBeNull()
  })

  it('becomes digits in a text, and neither the unit of a number nor a currency does', () => {
    expect(['伍佰万元整', '人民币五百元', '1千万元', '1000万两', '一万五元'].map(withDigits)).toEqual([
      '500万元整',
      '人民币500元',
      '1千万元',
      '1000万两',
      '一万五元',
    ])
  })
})
