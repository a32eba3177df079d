import { sectionKeys } from '@baiqicha/contract/records/kind-table'
import { describe, expect, it } from 'vitest'
import { buildCompanyDetail } from '../../../test/company-builders.ts'
import { type CompanySection, readTab, sectionsOf, tabItems } from './section-views.ts'

it.each([
  ['overview', 'overview'],
  ['legalRisk', 'legalRisk'],
  ['businessRisk', 'businessRisk'],
  ['change', 'change'],
  ['jobSeeker', 'jobSeeker'],
  ['counterparty', 'counterparty'],
  ['history', 'overview'],
  ['', 'overview'],
  ['constructor', 'overview'],
  [null, 'overview'],
])('the tab %j is %s', (tab, expected) => {
  expect(readTab(tab)).toBe(expected)
})

it('assigns every kind of record to a tab', () => {
  const placed = (['overview', 'legalRisk', 'businessRisk'] as const).flatMap((tab) => sectionsOf(tab, []))
  expect(placed.map(({ key }) => key).toSorted()).toEqual([...sectionKeys].toSorted())
})

const countsOf = (sections: readonly CompanySection[]) =>
  tabItems(sections).flatMap((item) => ('count' in item && item.key !== 'overview' ? [item.count] : []))

it('puts 求职视角 second, and first for users who look for work', () => {
  expect(
    tabItems([])
      .map(({ label }) => label)
      .slice(0, 3),
  ).toEqual(['概览', '求职视角', '合作视角'])
  expect(
    tabItems([], true)
      .map(({ label }) => label)
      .slice(0, 3),
  ).toEqual(['求职视角', '概览', '合作视角'])
})

describe('the counts of tabs', () => {
  it('are undefined while nothing is connected, which differs from 0', () => {
    expect(countsOf(buildCompanyDetail().sections)).toEqual([undefined, undefined, undefined])
  })

  const none = { current: 0, disputed: 0, history: 0 }

  it('add up the current records of a tab', () => {
    const sections: CompanySection[] = [
      { key: 'executedPerson', counts: { current: 2, disputed: 0, history: 0 }, asOf: null },
      { key: 'judicialDocument', counts: { current: 3, disputed: 1, history: 4 }, asOf: null },
    ]
    expect(countsOf(sections)).toEqual([5, undefined, undefined])
  })

  it('are 0 only where sources cover every kind of the tab whole', () => {
    const whole: CompanySection[] = sectionKeys.map((key) => ({ key, counts: none, connected: true, asOf: null }))
    const replaced = (key: CompanySection['key'], by: Partial<CompanySection>) =>
      whole.map((section) => (section.key === key ? { ...section, ...by } : section))
    expect(countsOf(whole)).toEqual([0, 0, 0])
    expect(countsOf(replaced('punishment', { counts: null }))).toEqual([0, undefined, 0])
    expect(countsOf(replaced('executedPerson', { connected: false, counts: { ...none, history: 2 } }))).toEqual([
      undefined,
      0,
      0,
    ])
    const shortNames = [{ items: ['证券简称变更'], from: null, to: null }]
    expect(countsOf(replaced('changeRecord', { limits: shortNames }))).toEqual([0, 0, undefined])
  })

  it('treat a kind that the response omits as not connected', () => {
    expect(sectionsOf('change', [])).toEqual([{ key: 'changeRecord', counts: null, asOf: null }])
  })
})
