import { describe, expect, it } from 'vitest'
import { type ProminenceFacts, prominenceOf } from './prominence.ts'

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
