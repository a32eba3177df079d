import { expect, test } from 'vitest'
import { joinMovedStocks, restoreBrackets, withFullNames } from './listed-companies.ts'

const stock = {
  stock_code: '990001',
  short_name: '澜山演示',
  list_status: 'listed',
  full_name: '澜山演示集团股份有限公司',
  full_name_source: 'annual_report',
  full_name_as_of: '2021',
}
const unnamed = { ...stock, full_name: '', full_name_source: '', full_name_as_of: '' }
const files = (relation: string, full_name: string) => new Map([['990001', [{ relation, full_name }]]])
const none = new Map()

test('takes the brackets of the other files', () => {
  const exchange = files('brackets_differ', '澜山演示（集团）股份有限公司')
  expect(withFullNames(stock, { exchange, announced: none })['full_name']).toBe('澜山演示（集团）股份有限公司')
})

test('takes a full name that is missing from the exchange with its date', () => {
  const exchange = files('adds_full_name', '澜山演示股份有限公司')
  expect(withFullNames(unnamed, { exchange, announced: none })).toMatchObject({
    full_name: '澜山演示股份有限公司',
    full_name_source: 'exchange_names',
    full_name_as_of: '2021-10',
    short_name_source: '',
  })
})

test('takes the name of an announcement before ours, which becomes a former name', () => {
  const announced = files('newer_name', '云岚演示股份有限公司')
  expect(withFullNames(stock, { exchange: none, announced })).toMatchObject({
    announced_full_name: '云岚演示股份有限公司',
    former_full_names: '澜山演示集团股份有限公司@~2021',
  })
})

test.each([
  ['a former name where ours is as new', '2021', '旧山演示股份有限公司@~2021', ''],
  ['an alias where ours is older', '2020', '', '旧山演示股份有限公司'],
])('takes another name as %s', (_, full_name_as_of, former_full_names, other_full_names) => {
  const exchange = files('other_name', '旧山演示股份有限公司')
  const row = withFullNames({ ...stock, full_name_as_of }, { exchange, announced: none })
  expect(row).toMatchObject({ former_full_names, other_full_names })
})

test('marks a stock without any full name', () => {
  expect(withFullNames(unnamed, { exchange: none, announced: none })['short_name_source']).toBe('exchange_list')
})

test.each([
  ['澜山演示江苏医药股份有限公司', '澜山演示（江苏）医药股份有限公司'],
  ['云岚演示无锡生物科技股份有限公司', '云岚演示（无锡）生物科技股份有限公司'],
  ['演示能源科技江苏股份公司', '演示能源科技（江苏）股份公司'],
  ['演示中国股份有限公司', '演示（中国）股份有限公司'],
])('restores the brackets of %s', (name, restored) => {
  expect(restoreBrackets(name, '江苏', '无锡市')).toBe(restored)
})

test.each([
  ['begins with the place', '江苏演示科技股份有限公司'],
  ['begins with province and city', '江苏无锡演示科技股份有限公司'],
  ['names another place', '演示北京科技股份有限公司'],
  ['has a plain place before its trade', '演示江苏化工股份有限公司'],
  ['has brackets', '演示（江苏）科技股份有限公司'],
  ['has another legal form', '演示江苏科技有限责任公司'],
])('leaves a name that %s', (_rule, name) => {
  expect(restoreBrackets(name, '江苏省', '无锡市')).toBe(name)
})

const renumbered = {
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
  ...renumbered,
  stock_code: '835640',
  list_status: 'not_in_2026_06_list',
  short_name: '云帆演示',
  city: '西安市',
}

test('joins the rows of a stock with a new code, and keeps what the old one states', () => {
  const { companies, newCodes } = joinMovedStocks([old, renumbered])
  expect(companies).toEqual([{ ...renumbered, old_stock_code: '835640', short_name: '云帆演示', city: '西安市' }])
  expect([...newCodes]).toEqual([['835640', '920640']])
})

test('joins rows with the same cut name where the digits differ', () => {
  expect(joinMovedStocks([old, { ...renumbered, stock_code: '920375' }]).companies).toHaveLength(1)
})

test.each([
  ['of another day', { list_date: '2020-07-28' }],
  ['with an old code of its own', { old_stock_code: '830001' }],
  ['of another exchange', { exchange: 'SSE' }],
])('does not join a stock %s', (_, other) => {
  expect(joinMovedStocks([old, { ...renumbered, ...other }]).companies).toHaveLength(2)
})

test('keeps the cut short name of a stock with a full name', () => {
  const named = { ...renumbered, full_name: '云帆演示股份有限公司' }
  expect(joinMovedStocks([named]).companies[0]?.['short_name']).toBe('XD云帆演')
})
