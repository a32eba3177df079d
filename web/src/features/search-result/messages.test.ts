import { describe, expect, it } from 'vitest'
import { coverageText, quotedKeyword } from './messages.ts'

const source = (id: string, scope: string, companies: number, asOf: string | null = '2026-06') => ({
  id,
  name: id,
  scope,
  url: null,
  asOf,
  companies,
})

describe('coverageText', () => {
  it('states total, scope and date of one source', () => {
    expect(coverageText({ companies: 5412, sources: [source('a', 'A 股上市公司', 5412)] })).toBe(
      '目前收录 5,412 家企业：A 股上市公司，数据截至 2026-06',
    )
  })

  it('names the largest of several sources and its count', () => {
    const sources = [source('b', '深市上市公司', 2882, '2026-01'), source('a', 'A 股上市公司', 4752)]
    expect(coverageText({ companies: 4930, sources })).toBe(
      '目前收录 4,930 家企业：A 股上市公司 4,752 家等，数据截至 2026-06',
    )
  })

  it('omits an absent date', () => {
    expect(coverageText({ companies: 3, sources: [source('a', '演示企业', 3, null)] })).toBe(
      '目前收录 3 家企业：演示企业',
    )
  })

  it('returns null for an empty store', () => {
    expect(coverageText({ companies: 0, sources: [] })).toBeNull()
    expect(coverageText({ companies: 0, sources: [source('a', 'A 股上市公司', 0)] })).toBeNull()
  })
})

it('a sentence quotes up to twenty characters of a keyword', () => {
  expect(quotedKeyword('演'.repeat(20))).toBe('演'.repeat(20))
  expect(quotedKeyword('𠮷'.repeat(21))).toBe(`${'𠮷'.repeat(20)}…`)
})
