import { expect, test } from 'vitest'
import { joinMovedStocks } from './moved-stocks.ts'

const stock = {
  stock_code: '920640',
  old_stock_code: '',
  exchange: 'BSE',
  list_status: 'listed',
  list_date: '2020-07-27',
  short_name: 'XD云帆演',
  full_name: '',
  city: '',
}
const old = {
  ...stock,
  stock_code: '835640',
  list_status: 'not_in_2026_06_list',
  short_name: '云帆演示',
  city: '西安市',
}

test('joins the rows of a stock with a new code, and keeps what the old one states', () => {
  const { companies, newCodes } = joinMovedStocks([old, stock])
  expect(companies).toEqual([{ ...stock, old_stock_code: '835640', short_name: '云帆演示', city: '西安市' }])
  expect([...newCodes]).toEqual([['835640', '920640']])
})

test('joins rows with the same cut name where the digits differ', () => {
  expect(joinMovedStocks([old, { ...stock, stock_code: '920375' }]).companies).toHaveLength(1)
})

test.each([
  ['of another day', { list_date: '2020-07-28' }],
  ['with an old code of its own', { old_stock_code: '830001' }],
  ['of another exchange', { exchange: 'SSE' }],
])('does not join a stock %s', (_, other) => {
  expect(joinMovedStocks([old, { ...stock, ...other }]).companies).toHaveLength(2)
})

test('keeps the cut short name of a stock with a full name', () => {
  const named = { ...stock, full_name: '云帆演示股份有限公司' }
  expect(joinMovedStocks([named]).companies[0]?.['short_name']).toBe('XD云帆演')
})
