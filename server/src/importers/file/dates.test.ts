import { describe, expect, it } from 'vitest'
import { parseAsOf, parseDate, parseMoment } from './dates.ts'

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
  ])('reads %s', (written) => {
    expect(parseDate(written)).toBe('2020-02-29')
  })

  it.each(['2021-02-29', '2020-13-01', '2020-00-10', '0020-01-01', '9999-12-31', '2020-1', '2020', '一月', '', '-'])(
    'refuses %j',
    (written) => {
      expect(parseDate(written)).toBeNull()
    },
  )

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
