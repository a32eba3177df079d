import { describe, expect, it, test } from 'vitest'
import { buildCompanyDetail, buildSections } from '../../../test/company-builders.ts'
import { listJobSeekerFacts, listYears } from './job-seeker-facts.ts'

const TODAY = '2026-11-22'
type Overrides = Parameters<typeof buildCompanyDetail>[0]

const facts = (overrides: Overrides) => listJobSeekerFacts(buildCompanyDetail(overrides), TODAY)
const fact = (label: string, overrides: Overrides) => facts(overrides).find((one) => one.label === label)

test('a section that is not connected is never shown as none and has no link', () => {
  const unknown = facts({}).filter(({ label }) => label !== '成立年限')
  expect(unknown.map(({ label }) => label)).toEqual(['劳动争议被告', '失信被执行人', '限制高消费', '行政处罚'])
  for (const { value, to, tone } of unknown)
    expect({ value, to, tone }).toEqual({ value: '未接入', to: null, tone: 'mute' })
})

test('an empty result shows its date and the number of past records', () => {
  const sections = buildSections({ dishonestExecutor: { history: 3, disputed: 1 } })
  expect(fact('失信被执行人', { sections })).toEqual({
    label: '失信被执行人',
    value: '未查询到',
    aside: '截至 2026-11-18 · 异议处理中 1 · 历史 3',
    tone: 'mute',
    to: '/legalRisk/dishonestExecutor?companyId=c-1',
  })
})

test('past records of a company that no source covers are shown without a date or 未查询到', () => {
  const sections = buildSections({ punishment: { history: 2 } }).map((section) => ({
    ...section,
    connected: false,
    asOf: null,
  }))
  expect(fact('行政处罚', { sections })).toMatchObject({ value: '未接入', aside: '历史 2' })
})

test('current records are counted in colour with a link', () => {
  const sections = buildSections({ punishment: { current: 2 }, consumptionRestriction: { current: 1 } })
  expect(fact('行政处罚', { sections })).toMatchObject({
    value: '2 条',
    tone: 'amber',
    to: '/businessRisk/punishmentList?companyId=c-1',
  })
  expect(fact('限制高消费', { sections })).toMatchObject({ value: '1 条', tone: 'red' })
})

describe('labour disputes', () => {
  const sections = buildSections({ judicialDocument: {}, courtAnnouncement: {} })
  const counts = (judicialDocument: number, courtAnnouncement: number): Overrides => ({
    sections,
    jobSeeker: { labourDisputes: { judicialDocument, courtAnnouncement }, insured: [], employees: [] },
  })

  it('link to the documents with the company as defendant', () => {
    const found = fact('劳动争议被告', counts(3, 0))
    expect(found?.value).toBe('3 件')
    expect(new URLSearchParams(found?.to?.split('?')[1]).toString()).toBe(
      new URLSearchParams({ companyId: 'c-1', identity: '被告', labour: '劳动争议' }).toString(),
    )
  })

  it('are not 0 where sources do not cover judgments', () => {
    const hearings = { ...counts(0, 2), sections: buildSections({ courtAnnouncement: {} }) }
    expect(fact('劳动争议被告', hearings)).toMatchObject({ value: '未接入', to: null, isUnconnected: true })
    expect(fact('劳动争议开庭', hearings)?.value).toBe('2 条')
  })

  it('are not added to hearings, which can belong to the same case', () => {
    expect(fact('劳动争议被告', counts(0, 2))?.value).toBe('未查询到')
    expect(fact('劳动争议开庭', counts(0, 2))?.value).toBe('2 条')
    expect(fact('劳动争议开庭', counts(3, 0))).toBeUndefined()
  })
})

describe('age of the company', () => {
  test.each([
    ['2014-03-18', '存续', '12 年'],
    ['2014-11-22', '存续', '12 年'],
    ['2014-11-23', '存续', '11 年'],
    ['2026-03-18', '存续', '不满 1 年'],
    ['2014-03-18', '注销', '现为注销'],
    ['2014-03-18', null, '12 年'],
    [null, '存续', '未收录'],
  ] as const)('founded %s, %s: %s', (foundedOn, status, value) => {
    expect(fact('成立年限', { foundedOn, status })?.value).toBe(value)
  })
})

describe('参保人数', () => {
  it('is empty when nothing was published', () => {
    expect(listYears([])).toEqual([])
  })

  it('distinguishes a year without a published count from a count of 0', () => {
    const years = listYears([
      { year: 2025, count: 8 },
      { year: 2023, count: 0 },
    ])
    expect(years).toEqual([
      { year: 2025, count: 8 },
      { year: 2024, count: null },
      { year: 2023, count: 0 },
    ])
  })

  it('shows the newest five years', () => {
    const insured = Array.from({ length: 9 }, (_, back) => ({ year: 2025 - back, count: back }))
    expect(listYears(insured).map(({ year }) => year)).toEqual([2025, 2024, 2023, 2022, 2021])
  })
})
