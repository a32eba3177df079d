import { describe, expect, it } from 'vitest'
import { representativeOffice } from './people.rules.ts'

const sourceOf = (sourceName: string) => ({ sourceId: sourceName, sourceName, sourceUrl: null, asOf: '2021' })
const registered = (sourceName: string): NonNullable<Parameters<typeof representativeOffice>[0]> => ({
  kind: 'legalRepresentative',
  title: '执行事务合伙人',
  rows: [],
  isCurrent: true,
  source: sourceOf(sourceName),
})
const reports = (...years: number[]) => ({ years, source: sourceOf('上市公司年度报告') })
const shown = (positions: ReturnType<typeof representativeOffice>) =>
  positions.map(({ title, rows, isCurrent }) => [title, rows[0]?.value ?? null, isCurrent])

describe('the office of the legal representative', () => {
  it.each([
    [[2021, 2020, 2019], '2019–2021 年报记载'],
    [[2021], '2021 年报记载'],
    [[2017, 2021, 2020, 2020], '2017、2020–2021 年报记载'],
    [[2015, 2017, 2019], '2015、2017、2019 年报记载'],
    [[2014, 2015, 2017, 2018, 2020], '2014–2015、2017–2018、2020 年报记载'],
  ])('shows the reports of %j as one row', (years, text) => {
    expect(shown(representativeOffice(null, reports(...years)))).toEqual([['法定代表人', text, false]])
  })

  it('is one position when the register fact comes from the reports themselves', () => {
    const positions = representativeOffice(registered('上市公司年度报告'), reports(2021, 2020))
    expect(shown(positions)).toEqual([['执行事务合伙人', '2020–2021 年报记载', true]])
  })

  it('is not the past in reports while another source states the same person', () => {
    const positions = representativeOffice(registered('企业登记系统'), reports(2021))
    expect(shown(positions)).toEqual([
      ['执行事务合伙人', null, true],
      ['法定代表人', '2021 年报记载', true],
    ])
  })

  it('is the past when only reports state it, and nothing without any statement', () => {
    expect(shown(representativeOffice(null, reports(2019)))).toEqual([['法定代表人', '2019 年报记载', false]])
    expect(representativeOffice(null, null)).toEqual([])
    expect(shown(representativeOffice(registered('企业登记系统'), null))).toEqual([['执行事务合伙人', null, true]])
  })
})
