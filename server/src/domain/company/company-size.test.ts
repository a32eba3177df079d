import { describe, expect, it, test } from 'vitest'
import { loadReferenceData } from '../../platform/reference-data.ts'
import { comparableCapital, headcountOf, newestHeadcount, type ProminenceFacts, prominenceOf } from './company-size.ts'

it.each([
  [500, '万元', 'CNY', 500],
  [2, '亿元', 'CNY', 20_000],
  [5_000_000, '元', 'CNY', 500],
  [500, null, null, 500],
  [500, '万美元', 'USD', null],
  [500, '万股', 'CNY', null],
  [500, 'constructor', 'CNY', null],
  [null, '万元', 'CNY', null],
])('compares %s %s %s as %s 万元', (value, unit, currency, comparable) => {
  expect(comparableCapital(value, unit, currency)).toBe(comparable)
})

it('reads currencies as registers write them', () => {
  const { currencies } = loadReferenceData({ demo: false })
  expect(['人民币', '元', 'CNY', '美元', '港币', '英镑'].map((word) => currencies.codeOf(word))).toEqual([
    'CNY',
    'CNY',
    'CNY',
    'USD',
    'HKD',
    'GBP',
  ])
  expect(currencies.codeOf('贝壳')).toBeNull()
})

test.each([
  ['50-99人', 50],
  ['１００－４９９ 人', 100],
  ['1,000人以上', 1000],
  ['少于50人', 0],
  ['50人以下', 0],
  ['120', 120],
  ['微型', null],
  [null, null],
])('reads %s as at least %s people', (text, people) => {
  expect(headcountOf(text)).toBe(people)
})

test('takes the newest year, of one year the first, and a number without a year last', () => {
  expect(newestHeadcount([])).toBeNull()
  expect(
    newestHeadcount([
      { year: null, people: 9 },
      { year: 2023, people: 1 },
      { year: 2024, people: 2 },
      { year: 2024, people: 3 },
    ]),
  ).toBe(2)
  expect(newestHeadcount([{ year: null, people: 9 }])).toBe(9)
})

const rankOf = (facts: Partial<ProminenceFacts>) =>
  prominenceOf({
    name: '演示有限公司',
    status: null,
    businessType: null,
    isListed: false,
    isOnCompanyList: false,
    capital: 500,
    foundedOn: '2010-01-01',
    ...facts,
  })

describe('prominence', () => {
  it('ranks listed, then active, then head office, then capital, then age', () => {
    const inOrder = [
      rankOf({ isListed: true, status: '注销', capital: null, foundedOn: null }),
      rankOf({ capital: 1_000_000 }),
      rankOf({ capital: 500, foundedOn: '1990-01-01' }),
      rankOf({ capital: 500 }),
      rankOf({ capital: null }),
      rankOf({ name: '演示有限公司深圳分公司', capital: 1_000_000 }),
      rankOf({ status: '注销', capital: 1_000_000 }),
    ]
    expect(inOrder).toEqual(inOrder.toSorted((a, b) => a - b))
    expect(new Set(inOrder).size).toBe(inOrder.length)
  })

  it('ranks a company of a list of large companies, whose capital is unknown, with the large listed ones', () => {
    const unknown = { capital: null, foundedOn: null }
    const onList = rankOf({ isOnCompanyList: true, ...unknown })
    expect(onList).toBeLessThan(rankOf({ isListed: true, capital: 200_000 }))
    expect(onList).toBeGreaterThan(rankOf({ isListed: true, capital: 2_000_000 }))
    expect(rankOf(unknown)).toBeGreaterThan(rankOf({ capital: 500 }))
  })

  it('does not count an unknown status against a company', () => {
    expect(rankOf({ status: null })).toBe(rankOf({ status: '存续' }))
  })

  it('stays within its bucket of 1024', () => {
    const last = rankOf({ name: '演示分公司', status: '注销', capital: null, foundedOn: '2199-01-01' })
    const first = rankOf({ isListed: true, capital: 1e15, foundedOn: '1800-01-01' })
    expect([first, last].every((rank) => Number.isInteger(rank) && rank >= 0 && rank < 1024)).toBe(true)
  })
})
