import { describe, expect, it } from 'vitest'
import { buildProvenance } from '../../../test/company-builders.ts'
import { countSources, listFactSources } from './source-summary.tsx'

describe('listFactSources', () => {
  const demo = buildProvenance()
  const report = buildProvenance({ sourceId: 'report', sourceName: '年报', asOf: '2021' })

  it('merges groups with equal source and date', () => {
    const provenance = { identity: demo, people: report, capital: demo }
    expect(listFactSources({ provenance }, ['identity', 'people', 'capital'])).toEqual([
      { id: 'demo', subject: '名称与代码、资本', name: '演示数据集', url: null, asOf: '2026-06' },
      { id: 'report', subject: '法定代表人', name: '年报', url: null, asOf: '2021' },
    ])
  })

  it('keeps different dates of one source apart', () => {
    const later = buildProvenance({ asOf: '2026-07' })
    expect(listFactSources({ provenance: { identity: demo, capital: later } }, ['identity', 'capital'])).toHaveLength(2)
  })

  it('lists a single fact whose source differs from its group', () => {
    const lines = listFactSources({ provenance: { identity: demo }, factProvenance: { creditCode: report } }, [
      'identity',
    ])
    expect(lines.map((line) => `${line.subject}: ${line.name}`)).toEqual(['名称与代码: 演示数据集', '信用代码: 年报'])
  })

  it('omits groups without a source and groups that were not requested', () => {
    const provenance = { listing: demo }
    expect(listFactSources({ provenance, factProvenance: { shortName: report } }, ['identity', 'capital'])).toEqual([])
  })
})

it('countSources counts a source once and takes the newest date', () => {
  const provenance = {
    identity: buildProvenance({ asOf: '2026' }),
    people: buildProvenance({ sourceId: 'report', asOf: '2021' }),
    capital: buildProvenance({ asOf: '2026-06' }),
    contact: buildProvenance({ sourceId: 'undated', asOf: null }),
  }
  const lines = listFactSources({ provenance }, ['identity', 'people', 'capital', 'contact'])
  expect(countSources(lines)).toEqual({ count: 3, newest: '2026-06' })
  expect(countSources([])).toEqual({ count: 0, newest: null })
})
