import { describe, expect, test } from 'vitest'
import { formatAmount, formatDate, formatHour, formatNumber, formatPercent, formatShanghaiDate } from './format.ts'

describe('amounts', () => {
  test.each([null, undefined, Number.NaN, Number.POSITIVE_INFINITY, '-', '', '  ', 'abc'])('%s shows -', (value) => {
    expect(formatAmount(value)).toBe('-')
  })

  test.each([
    [0, '0 万元'],
    [1000, '1,000 万元'],
    [1000.5, '1,000.50 万元'],
    [1234567.891, '1,234,567.89 万元'],
    ['291114.2855', '291,114.29 万元'],
    ['1,200', '1,200 万元'],
    [-3, '-3 万元'],
  ])('%s shows %s', (value, shown) => {
    expect(formatAmount(value)).toBe(shown)
  })

  test('the unit is the caller’s, 万元 by default', () => {
    expect(formatAmount(12.5, '万美元')).toBe('12.50 万美元')
  })

  test('a bare number has no unit', () => {
    expect(formatNumber(5312)).toBe('5,312')
  })
})

test.each([
  [34.5, '34.5%'],
  [100, '100%'],
  [0.005, '0.01%'],
  [33.333333, '33.33%'],
  [null, '-'],
])('a share of %s shows %s', (value, shown) => {
  expect(formatPercent(value)).toBe(shown)
})

describe('dates', () => {
  test.each([null, undefined, '', '-', ' ', 'soon', '2024-13-01', '2024-00-10', '20240101'])('%s shows -', (value) => {
    expect(formatDate(value)).toBe('-')
  })

  test.each([
    ['1995-02-10', '1995-02-10'],
    [' 1995-02-10 ', '1995-02-10'],
    ['1995-2-3', '1995-02-03'],
    ['1995/02/10', '1995-02-10'],
    ['1995年2月10日', '1995-02-10'],
    ['1995-02-10 23:59:59', '1995-02-10'],
    ['1995-02-10T00:00:00', '1995-02-10'],
  ])('%s shows %s in any time zone', (value, shown) => {
    expect(formatDate(value)).toBe(shown)
  })

  test('shows an instant in the local time zone', () => {
    const noon = new Date(2026, 10, 20, 12)
    expect(formatDate(noon.toISOString())).toBe('2026-11-20')
  })

  test('shows the hour of an instant', () => {
    const noon = new Date(2026, 10, 20, 9, 59)
    expect([formatHour(noon.toISOString()), formatHour('')]).toEqual(['2026-11-20 09:00', '-'])
  })
})

test.each([
  ['2028-11-20T15:59:59.000Z', '2028-11-20'],
  ['2028-11-20T16:00:00.000Z', '2028-11-21'],
  ['2028-02-28T15:59:59.000Z', '2028-02-28'],
])('%s is %s in China', (instant, date) => {
  expect(formatShanghaiDate(instant)).toBe(date)
})
