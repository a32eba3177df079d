import { describe, expect, test } from 'vitest'
import { buildCompanyDetail, buildProvenance, buildRepresentative, buildStock } from '../../../test/company-builders.ts'
import { posterContentOf } from './poster-content.ts'

const rowsOf = (overrides: Parameters<typeof buildCompanyDetail>[0]) =>
  posterContentOf(buildCompanyDetail(overrides)).rows.map(({ label, value }) => [label, value])

const sources = (overrides: Parameters<typeof buildCompanyDetail>[0]) =>
  posterContentOf(buildCompanyDetail(overrides)).sources

const listing = buildStock()

describe('the facts of a poster', () => {
  test('are code, status, founding date and capital', () => {
    expect(rowsOf({})).toEqual([
      ['统一社会信用代码', '91990002MA0FCT021R'],
      ['登记状态', '存续'],
      ['成立日期', '2014-03-18'],
      ['注册资本', '500 万元'],
    ])
  })

  test('that no source states are 未收录', () => {
    const absent = { creditCode: null, status: null, foundedOn: null, registeredCapital: null } as const
    expect(rowsOf(absent).map(([, value]) => value)).toEqual(['未收录', '未收录', '未收录', '未收录'])
    expect(rowsOf({ status: '其他' })[1]).toEqual(['登记状态', '未收录'])
  })

  test('include the code of the listing when there is no 信用代码', () => {
    expect(rowsOf({ creditCode: null, listings: [listing] })[0]).toEqual(['证券代码', '990001'])
    expect(rowsOf({ listings: [listing] })[0]).toEqual(['统一社会信用代码', '91990002MA0FCT021R'])
  })

  test('include no person, contact or risk', () => {
    const detail = buildCompanyDetail({
      legalRepresentative: buildRepresentative(),
      phones: ['154****0001', '0990-0000001'],
      email: 'office@demo.example',
      website: 'demo.example',
      isDishonestDebtor: true,
      isJudgmentDebtor: true,
      isConsumptionRestricted: true,
      risk: { high: 2, medium: 4, notice: 6, asOf: '2026-11-18' },
      provenance: {
        identity: buildProvenance(),
        people: buildProvenance({ sourceId: 'people', sourceName: '演示年报' }),
      },
    })
    const drawn = JSON.stringify(posterContentOf(detail))
    for (const word of ['演示甲', '0001', 'demo.example', '被执行人', '高消费', '风险', '演示年报', '演示市']) {
      expect(drawn).not.toContain(word)
    }
  })
})

describe('the sources of a poster', () => {
  test('name no facts when one source states all of them', () => {
    const one = buildProvenance()
    expect(sources({ provenance: { identity: one, registration: one, capital: one } })).toEqual([
      { subject: '', name: '演示数据集', asOf: '2026-06' },
    ])
  })

  test('name their facts, with those of the same source and date together', () => {
    const other = buildProvenance({ sourceId: 'report', sourceName: '演示年报', asOf: '2021' })
    const provenance = { identity: buildProvenance(), registration: buildProvenance(), capital: other }
    expect(sources({ provenance, factProvenance: { foundedOn: other } })).toEqual([
      { subject: '企业名称、统一社会信用代码、登记状态', name: '演示数据集', asOf: '2026-06' },
      { subject: '成立日期、注册资本', name: '演示年报', asOf: '2021' },
    ])
  })

  test('leave out that of a fact which is not recorded', () => {
    const other = buildProvenance({ sourceId: 'report', sourceName: '演示年报', asOf: '2021' })
    expect(
      sources({ registeredCapital: null, provenance: { identity: buildProvenance(), capital: other } }),
    ).toHaveLength(1)
  })
})

const statement = (at: number) => ({
  label: `事实${at}`,
  text: `演示第 ${at} 句。`,
  source: buildProvenance({ sourceId: at < 3 ? 'one' : `s${at}`, sourceName: `演示来源${at}` }),
})

const contentOf = (checked: string | null) =>
  posterContentOf({
    ...buildCompanyDetail(),
    perspective: { title: '求职视角', statements: [1, 2, 3, 4, 5, 6].map(statement), checked },
  })

describe('the poster of a perspective', () => {
  test('shows the first sentences and what the user checked in five rows', () => {
    const { title, rows } = contentOf('6 个官方网站：未见记录 2 个，未核查 4 个')
    expect(title).toBe('求职视角')
    expect(rows.map(({ label }) => label)).toEqual(['事实1', '事实2', '事实3', '事实4', '本人核查'])
  })

  test('names the sources of what it shows, those of several sentences once', () => {
    expect(contentOf(null).sources.map(({ subject, name }) => [subject, name])).toEqual([
      ['事实1、事实2', '演示来源1'],
      ['事实3', '演示来源3'],
      ['事实4', '演示来源4'],
      ['事实5', '演示来源5'],
    ])
  })
})
