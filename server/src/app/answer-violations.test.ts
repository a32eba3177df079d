import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { companyListItemWire } from '@baiqicha/contract/company-summary'
import { describe, expect, it } from 'vitest'
import { violationsIn } from '../../test/crawl/answer-violations.ts'

const real = { isDemo: false } as const
const fictional = { isDemo: true } as const
const rulesOf = (data: unknown, crawled: Parameters<typeof violationsIn>[1] = real) =>
  violationsIn(data, crawled).map((one) => `${one.path} ${one.rule}`)

/** Weighted as in GB 11643: the last digit is right. */
const IDENTITY_NUMBER = '990001198001011230'

describe('the check of an answer', () => {
  it('accepts a real company without risks and a demonstration company with them', () => {
    const sections = [{ key: 'punishment', counts: { current: 2, disputed: 0, history: 1 } }]
    const plain = {
      name: '晴川股份有限公司',
      isDemo: false,
      status: '存续',
      risk: null,
      isDishonestDebtor: false,
      phones: ['138****0000', '0755-12345678'],
    }
    expect(violationsIn({ ...plain, sections: [{ key: 'keyPerson', counts: { current: 3 } }] }, real)).toEqual([])
    const demo = {
      name: '晴川演示有限公司',
      isDemo: true,
      status: '吊销',
      isDishonestDebtor: true,
      risk: { high: 1 },
      sections,
    }
    expect(violationsIn(demo, fictional)).toEqual([])
  })

  it.each([
    [{ list: [{ recordKind: 'punishment', isDemo: false, severity: null }] }, '.list[0].recordKind 真实企业的风险记录'],
    [
      { sections: [{ key: 'equityPledge', counts: { current: 0, history: 1 } }] },
      '.sections[0].counts 真实企业的风险数量',
    ],
    [{ risk: { high: 0, medium: 0, notice: 1 } }, '.risk 真实企业的风险数量'],
    [{ jobSeeker: { labourDisputes: { judicialDocument: 1 } } }, '.jobSeeker.labourDisputes 真实企业的风险数量'],
    [{ riskCounts: { executedPerson: { current: 1 } } }, '.riskCounts 真实企业的风险数量'],
    [{ maxSeverity: '高' }, '.maxSeverity 真实企业的风险程度'],
    [{ isDishonestDebtor: true }, '.isDishonestDebtor 真实企业的负面标签'],
    [{ list: [{ nct: '晴川股份有限公司', demo: false, excn: '被执行人' }] }, '.list[0].excn 真实企业的负面标签'],
    [{ list: [{ stus: '吊销' }] }, '.list[0].stus 真实企业已终止的状态'],
  ])('finds a negative fact about a real company in %j', (data, violation) => {
    expect(rulesOf(data)).toEqual([violation])
  })

  it('finds a count of a risk list that returns no row', () => {
    const data = { list: [], counts: { current: 0, disputed: 0, history: 2 } }
    expect(rulesOf(data, { ...real, listed: 'punishment' })).toEqual(['.counts 真实企业的风险数量'])
    expect(rulesOf(data, { ...real, listed: 'changeRecord' })).toEqual([])
  })

  it.each([
    ['张某，1980年1月1日出生', '出生日期'],
    ['张某生于 1980 年', '出生日期'],
    [`身份证号 ${IDENTITY_NUMBER}`, '身份证号'],
    ['联系电话13812345678', '未遮蔽的手机号'],
    [13_812_345_678, '未遮蔽的手机号'],
  ])('finds personal data in %j of any company', (content, rule) => {
    for (const crawled of [real, fictional]) expect(rulesOf({ content }, crawled)).toEqual([`.content ${rule}`])
  })

  it.each([
    '138****5678',
    '990001198001011239',
    '91440300192317458F',
    '卫生于2020年验收',
    '1234567890123',
    '2024-05-01',
  ])('takes %s for no personal data', (content) => expect(rulesOf({ content })).toEqual([]))

  it('finds a company whose mark 演示数据 does not fit its name', () => {
    expect(rulesOf({ list: [{ nct: '晴川演示有限公司', demo: false }] })).toEqual(['.list[0] 演示数据的标注与名称不符'])
    expect(rulesOf({ name: '晴川股份有限公司', isDemo: true })).toEqual([' 演示数据的标注与名称不符'])
  })
})

const root = path.join(import.meta.dirname, '..', '..', '..')
/** The only file that may use the terse names, apart from its own test. */
const home = 'contract/src/company-summary.ts'
const homeTest = 'contract/src/company-summary.test.ts'
/** The crawl judges answers as they are sent, with no schema in between. */
const crawl = ['server/test/crawl/answer-violations.ts', 'server/src/app/answer-violations.test.ts']

/** Wire fields that are plain words. All other fields are abbreviations. */
const plain = new Set([
  'id',
  'logo',
  'logoText',
  'briefName',
  'creditCode',
  'region',
  'industry',
  'listed',
  'demo',
  'leadingOfficer',
  'listEntry',
])
const fields = Object.keys(companyListItemWire.shape)
const terse = fields.filter((name) => !plain.has(name))

const codeBelow = (folder: string) =>
  readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs)$/.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))

it('only company-summary.ts uses the terse wire names', () => {
  const anyTerseName = new RegExp(`\\b(${terse.join('|')})\\b`)
  const usesTerseName = (file: string) => anyTerseName.test(readFileSync(path.join(root, file), 'utf8'))
  const code = ['contract/src', 'server/src', 'server/test', 'web/src', 'web/test', 'e2e'].flatMap(codeBelow)
  expect(code.filter((file) => file !== homeTest && !crawl.includes(file) && usesTerseName(file))).toEqual([home])
})

it('every plain name is a field of the wire item', () => {
  expect([...plain].filter((name) => !fields.includes(name))).toEqual([])
})
