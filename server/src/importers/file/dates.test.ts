import { describe, expect, it } from 'vitest'
import { chineseNumber, dayProblem, parseAsOf, parseDate, parseMoment, withDigits } from './dates.ts'

describe('dates', () => {
  it.each([
    '2020-02-29',
    '2020/2/29',
    '2020.02.29',
    '2020年2月29日',
    '20200229',
    '2020-02-29 00:00:00',
    '２０２０-02-29',
    '2020 年 2 月 29 日',
    '2020–02–29',
    'February 29, 2020',
    '29/2/2020',
    '2/29/2020',
    '29.2.2020',
    '二〇二〇年二月二十九日',
  ])('reads %s', (written) => {
    expect(parseDate(written)).toBe('2020-02-29')
  })

  it.each(['2021-02-29', '2020-13-01', '2020-00-10', '0020-01-01', '9999-12-31', '2020-1', '2020', '一月', '', '-'])(
    'refuses %j',
    (written) => {
      expect(parseDate(written)).toBeNull()
    },
  )

  it.each([
    ['2015年3月', '只有年月，没有日'],
    ['2015-03', '只有年月，没有日'],
    ['2015年', '只有年份，没有月日'],
    ['3/5/2019', '日和月的先后不能确定'],
    ['13/13/2019', '不是有效的日期'],
  ])('says why %s is no day', (written, problem) => {
    expect([parseDate(written), dayProblem(written)]).toEqual([null, problem])
  })

  it.each(['20200229103000', '1582943400', '1582943400000', '2020-02-29 10:30', '2020 年 2 月 29 日 10:30'])(
    'reads the time %s',
    (written) => {
      expect(parseMoment(written)).toBe('2020-02-29 10:30')
    },
  )

  it('accept days, months and years as an as-of', () => {
    expect(['2021', '2021-06', '2021-06-30', '20210630'].map(parseAsOf)).toEqual([
      '2021',
      '2021-06',
      '2021-06-30',
      '2021-06-30',
    ])
    expect(['21', '2021-13', '2021-', 'heute'].map(parseAsOf)).toEqual([null, null, null, null])
  })
})

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
