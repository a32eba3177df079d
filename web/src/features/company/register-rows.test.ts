import { describe, expect, it } from 'vitest'
import { buildBusinessInfo, buildRepresentative, buildStock } from '../../../test/company-builders.ts'
import { listRegisterRows, pairShortRows } from './register-rows.ts'

type Overrides = Parameters<typeof buildBusinessInfo>[0]

const valueOf = (label: string, overrides: Overrides) =>
  listRegisterRows(buildBusinessInfo(overrides)).find((row) => row.label === label)?.value

const absent = {
  creditCode: null,
  legalRepresentative: null,
  status: null,
  statusRaw: null,
  foundedOn: null,
  registeredCapital: null,
  paidInCapital: null,
  organisationCode: null,
  registrationNumber: null,
  taxNumber: null,
  businessType: null,
  termFrom: null,
  termTo: null,
  taxpayerType: null,
  staffSize: null,
  insuredCount: null,
  insuredYear: null,
  approvedOn: null,
  region: null,
  authority: null,
  industry: null,
  industryCode: null,
  nameEnglish: null,
  formerNames: [],
  address: null,
  scope: null,
} satisfies Overrides

describe('the register table', () => {
  it('has its rows in the usual order', () => {
    expect(listRegisterRows(buildBusinessInfo()).map((row) => row.label)).toEqual([
      '统一社会信用代码',
      '企业名称',
      '法定代表人',
      '登记状态',
      '成立日期',
      '注册资本',
      '实缴资本',
      '组织机构代码',
      '工商注册号',
      '纳税人识别号',
      '企业类型',
      '营业期限',
      '纳税人资质',
      '人员规模',
      '参保人数',
      '核准日期',
      '所属地区',
      '登记机关',
      '进出口企业代码',
      '国标行业',
      '英文名',
      '曾用名',
      '注册地址',
      '通信地址',
      '经营范围',
    ])
  })

  it('has a 26th row for a company that has ended', () => {
    const ended = { date: '2020-01-02', reason: null, office: '演示市市场监督管理局' }
    const rows = listRegisterRows(buildBusinessInfo({ ended }))
    expect(rows).toHaveLength(26)
    expect(rows[25]?.lines?.map((line) => line.text)).toEqual([
      '日期：2020-01-02',
      '原因：-',
      '机关：演示市市场监督管理局',
    ])
  })

  it('shows absent, unpublished and unprovided values differently and never an empty cell', () => {
    const rows = listRegisterRows(buildBusinessInfo(absent))
    const values = Object.fromEntries(rows.map((row) => [row.label, row.value]))
    expect(values['登记状态']).toBe('未收录')
    expect(values['参保人数']).toBe('未收录')
    expect(values['国标行业']).toBe('未收录')
    const rest = rows.filter((row) => !['企业名称', '登记状态', '参保人数', '国标行业'].includes(row.label))
    expect(new Set(rest.map((row) => row.value))).toEqual(new Set(['-']))
    expect(rest.every((row) => row.copy === undefined)).toBe(true)
  })

  it('shows no short name of a stock as the full name', () => {
    const listing = buildStock({ state: null, board: null, listedOn: null })
    expect(valueOf('企业名称', { name: '澜山演示', listings: [listing] })).toBe('未收录')
  })

  it('shows the source of a former name, and its year as the latest one where the day is unknown', () => {
    const formerNames = [
      { name: '演示甲有限公司', changedOn: '2021', sourceName: '演示来源' },
      { name: '演示乙有限公司', changedOn: '2019-05-06', sourceName: null },
    ]
    const row = listRegisterRows(buildBusinessInfo({ formerNames })).find(({ label }) => label === '曾用名')
    expect(row?.lines?.map(({ aside }) => aside)).toEqual(['2021年及以前 · 演示来源', '至 2019-05-06'])
  })

  it('has a row for a rare fact only where a source states it', () => {
    const stated = { rareFacts: [{ fact: 'investorAuthority', value: '演示市国资委' } as const] }
    expect(valueOf('出资人职责机构', stated)).toBe('演示市国资委')
    expect(valueOf('出资人职责机构', {})).toBeUndefined()
  })

  it.each([
    ['lei', 'LEI 编码', '300300DEMO0000000155', 'https://search.gleif.org/#/record/300300DEMO0000000155'],
    ['wikidataId', '维基数据', 'Q900000001', 'https://www.wikidata.org/wiki/Q900000001'],
    ['logoFile', '企业标志', 'A logo?.svg', 'https://commons.wikimedia.org/wiki/File:A_logo%3F.svg'],
    ['parentCompany', '上级机构', '演示集团有限公司', undefined],
  ] as const)('leads from %s to its record, if it has one', (fact, label, value, href) => {
    const rows = listRegisterRows(buildBusinessInfo({ rareFacts: [{ fact, value }] }))
    expect(rows.find((row) => row.label === label)).toEqual({ label, value, ...(href && { href }) })
  })

  it('shows an old office only with its date', () => {
    const legalRepresentative = buildRepresentative({ name: '演示乙', title: '负责人', datedBy: '2019 年年报' })
    expect(valueOf('负责人', { legalRepresentative })).toBe('演示乙（2019 年年报）')
  })

  it('names an office that newer officers contradict as what the report of its year states', () => {
    const legalRepresentative = buildRepresentative({ name: '演示乙', datedBy: '2019 年年报' })
    const source = { sourceId: 'facts', sourceName: '基本资料', sourceUrl: null, asOf: '2024-05' }
    const leadingOfficer = { name: '演示丙', title: '董事长', datedBy: '2024-05', source }
    expect(valueOf('法定代表人', { legalRepresentative, leadingOfficer })).toBe('2019 年报：演示乙')
  })

  it('shows the year of the insured count, and 0 as a count', () => {
    expect(valueOf('参保人数', { insuredCount: 1234, insuredYear: 2024 })).toBe('1,234 人（2024 年报）')
    expect(valueOf('参保人数', { insuredCount: 0, insuredYear: null })).toBe('0 人')
  })

  it('describes an open-ended term', () => {
    expect(valueOf('营业期限', {})).toBe('2014-03-18 至 无固定期限')
    expect(valueOf('营业期限', { termTo: '2034-03-17' })).toBe('2014-03-18 至 2034-03-17')
    expect(valueOf('营业期限', { termFrom: null, termTo: '2034-03-17' })).toBe('- 至 2034-03-17')
  })

  it("shows the source's wording when it differs from the status", () => {
    const [row] = listRegisterRows(buildBusinessInfo({ status: '吊销', statusRaw: '吊销，未注销' })).slice(3)
    expect(row?.status).toEqual({ name: '吊销', raw: '吊销，未注销' })
    const [same] = listRegisterRows(buildBusinessInfo()).slice(3)
    expect(same?.status).toEqual({ name: '存续', raw: null })
  })
})

const pairsOf = (overrides: Overrides) =>
  pairShortRows(listRegisterRows(buildBusinessInfo(overrides)))
    .filter((line) => line.length === 2)
    .map((line) => line.map((row) => row.label).join('+'))

describe('pairs', () => {
  it('puts short adjacent rows on one line', () => {
    expect(pairsOf({ paidInCapital: null, insuredCount: null })).toEqual([
      '登记状态+成立日期',
      '注册资本+实缴资本',
      '纳税人资质+人员规模',
      '参保人数+核准日期',
    ])
  })

  it('gives long values a line each and loses no row', () => {
    const long = {
      status: '吊销',
      statusRaw: '吊销，未注销',
      registeredCapital: { value: 123_456_789.12, unit: '万元', currency: 'CNY' },
      staffSize: '10000人以上',
      taxpayerType: '一般纳税人',
    } as const
    expect(pairsOf(long)).toEqual([])
    expect(pairShortRows(listRegisterRows(buildBusinessInfo(long))).flat()).toHaveLength(25)
  })
})
