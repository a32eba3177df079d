import { describe, expect, it } from 'vitest'
import { coverageText } from './messages.ts'

const source = (id: string, scope: string, companies: number, asOf: string | null = '2026-06') => ({
  id,
  name: id,
  scope,
  url: null,
  asOf,
  companies,
})

describe('coverageText', () => {
  it('states scope, count and date of one source', () => {
    expect(coverageText({ companies: 5412, sources: [source('a', 'A 股上市公司', 5412)] })).toBe(
      '已收录 A 股上市公司 5,412 家，数据截至 2026-06。',
    )
  })

  it('names the largest of several sources and the total', () => {
    const sources = [source('b', '深市上市公司', 2882, '2026-01'), source('a', 'A 股上市公司', 4752)]
    expect(coverageText({ companies: 4930, sources })).toBe(
      '已收录 A 股上市公司 4,752 家，数据截至 2026-06；各来源合计 4,930 家。',
    )
  })

  it('omits an absent date', () => {
    expect(coverageText({ companies: 3, sources: [source('a', '演示企业', 3, null)] })).toBe('已收录 演示企业 3 家。')
  })

  it('returns null for an empty store', () => {
    expect(coverageText({ companies: 0, sources: [] })).toBeNull()
    expect(coverageText({ companies: 0, sources: [source('a', 'A 股上市公司', 0)] })).toBeNull()
  })
})
