import { describe, expect, it } from 'vitest'
import {
  countsOf,
  dateOf,
  factsOf,
  firstCompany,
  numberOf,
  recordOf,
  secondCompany,
  stating,
  textOf,
  textsOf,
} from '../../../../test/assistant/build-evidence.ts'
import type { Evidence } from '../evidence/evidence.ts'
import { fixedText } from './fixed-sentences.ts'
import { verifyStatement } from './verify-statement.ts'

/**
 * Reason of the rejection of a sentence of a model that cites every field of the evidence; null: supported, apart from the
 * fields that it does not state.
 */
function reasonOf(text: string, cited: readonly Evidence[], gathered: readonly Evidence[] = cited): string | null {
  const verdict = verifyStatement(stating(text, ...cited), gathered, { isStrict: true })
  return verdict.isSupported || verdict.reason === 'unstatedCitation' ? null : verdict.reason
}

const facts = factsOf({
  status: textOf('登记状态', '存续'),
  legalRepresentative: textOf('法定代表人', '王某'),
  registeredCapital: numberOf('注册资本', 291_114.2855, '万元'),
  paidInCapital: numberOf('实缴资本', 500, '万元'),
  foundedOn: dateOf('成立日期', '1995-02-10'),
  approvedOn: dateOf('核准日期', '2024-05-06'),
  creditCode: textOf('信用代码', '91440300192317458F'),
  address: textOf('注册地址', '深圳市大鹏新区葵涌街道延安路一号'),
})
const counts = countsOf('被执行人', { current: 3, disputed: 1, history: 2 })
const none = countsOf('行政处罚', { current: 0, disputed: 0, history: 0 })
const onlyHistory = countsOf('股权冻结', { current: 0, disputed: 0, history: 4 })
const record = recordOf('r-1', {
  caseNumber: textOf('案号', '（2026）粤0304执1234号'),
  filedOn: dateOf('立案日期', '2026-02-03'),
  amount: numberOf('执行标的', 12_000, '元'),
})
const other = recordOf('r-2', {
  caseNumber: textOf('案号', '（2025）粤0304执99号'),
  filedOn: dateOf('立案日期', '2025-07-08'),
  amount: numberOf('执行标的', 900, '元'),
})
const staffOf = (id: string, year: number, employees: number) =>
  recordOf(
    id,
    { year: numberOf('年度', year, '年'), employees: numberOf('员工人数', employees, '人') },
    { label: '员工人数' },
  )
const staff = [staffOf('r-5', 2021, 288), staffOf('r-6', 2020, 201)]
const office = recordOf('r-4', {
  name: textOf('姓名', '王某'),
  positions: textsOf('职务', ['董事', '总经理']),
  since: dateOf('任职日期', '2020-01-02'),
})
const former = recordOf('r-3', { caseNumber: textOf('案号', '（2019）粤0304执7号') }, { view: 'history' })
const ofSecond = factsOf({ registeredCapital: numberOf('注册资本', 800, '万元') }, { company: secondCompany })
const comparison = factsOf(
  {
    'relation-registeredCapital': textsOf('注册资本', [firstCompany.name, '高于', secondCompany.name]),
    'difference-registeredCapital': numberOf('差额', 290_314.2855, '万元'),
    'relation-insuredCount': textsOf('参保人数', [firstCompany.name, '多于', secondCompany.name]),
    'difference-insuredCount': numberOf('差额', 12, '人'),
  },
  { id: 'comparison', company: null, label: '企业对比', date: null },
)
const order = factsOf(
  { 'order-capital': textsOf('注册资本从高到低', [firstCompany.name, secondCompany.name]) },
  { id: 'order', company: null, label: '企业对比', date: null },
)
const search = factsOf(
  {
    region: textOf('所属地区', '广东省'),
    total: numberOf('合计', 1200, '家'),
    name0: textOf('企业名称', '甲川科技有限公司'),
    capital0: numberOf('注册资本', 500, '万元'),
    name1: textOf('企业名称', '乙山股份有限公司'),
    capital1: numberOf('注册资本', 800, '万元'),
  },
  { id: 'search', citedType: 'search', company: null, label: '企业查询', date: null },
)
const unconnected = factsOf(
  { connection: textsOf('未接入该数据源', ['被执行人']), connected: textsOf('已接入', ['行政处罚']) },
  { id: 'coverage', citedType: 'coverage', label: '收录情况', date: null },
)
const missing = factsOf(
  { missing: textsOf('未收录', ['英文名']) },
  { id: 'missing', citedType: 'coverage', label: '收录情况', date: null },
)
const insured = factsOf(
  { insuredCount: numberOf('参保人数', 329, '人'), insuredYear: numberOf('参保年度', 2025, '年') },
  { id: 'insured' },
)
const missingCode = factsOf(
  { missing: textsOf('未收录', ['信用代码']) },
  { id: 'missing', citedType: 'coverage', label: '收录情况', date: null },
)
const term = factsOf(
  { term: textOf('名词', '被执行人'), text: textOf('解释', '未履行生效法律文书确定义务的人。') },
  { id: 'term', citedType: 'term', company: null, label: '名词解释', date: null },
)
const narrowed = countsOf(
  '被执行人',
  { current: 1, disputed: 0, history: 0 },
  { id: 'narrowed', conditions: { from: dateOf('日期自', '2026-01-01') } },
)

describe('a sentence is supported', () => {
  it.each<[text: string, ...Evidence[]]>([
    ['甲川科技有限公司的注册资本为291,114.2855万元。', facts],
    ['甲川科技有限公司的注册资本为2911142855元。', facts],
    ['甲川科技有限公司的注册资本约29.11亿元。', facts],
    ['甲川科技有限公司的实缴资本为五百万元。', facts],
    ['甲川科技有限公司成立于1995年2月10日。', facts],
    ['该公司于1995-02-10成立。', facts],
    ['甲川科技有限公司成立于1995年。', facts],
    ['甲川科技有限公司的法定代表人是王某。', facts],
    ['由王某担任法定代表人。', facts],
    ['统一社会信用代码为91440300192317458F。', facts],
    ['甲川科技有限公司（91440300192317458F）登记状态为存续。', facts],
    ['截至2026-06-30，甲川科技有限公司的被执行人共6条：当前3条，异议处理中1条，历史2条。', counts],
    ['甲川科技有限公司有3条当前被执行人记录。', counts],
    ['截至2026-06-30，未查询到甲川科技有限公司的行政处罚。', none],
    ['未查询到甲川科技有限公司当前的股权冻结。', onlyHistory],
    ['当前：案号（2026）粤0304执1234号，立案于2026-02-03，执行标的12,000元。', record],
    ['历史：案号（2019）粤0304执7号。', former],
    ['当前：姓名王某，职务董事、总经理，任职日期2020-01-02。', office],
    ['注册资本：甲川科技有限公司高于乙山股份有限公司，差额290,314.2855万元。', comparison, facts, ofSecond],
    ['注册资本从高到低：甲川科技有限公司、乙山股份有限公司。', order, facts, ofSecond],
    ['符合条件（所属地区广东省）的企业共1,200家。', search],
    ['乙山股份有限公司，注册资本800万元。', search],
    ['被执行人：未接入该数据源。', unconnected],
    ['甲川科技有限公司：未收录英文名。', missing],
    ['2025年参保人数为329人。', insured],
    ['未接入：被执行人。', unconnected],
    ['甲川科技有限公司：未收录统一社会信用代码。', missingCode],
    ['2021年员工人数为288人，', ...staff],
    ['员工人数：2021年288人；2020年201人。', ...staff],
    ['被执行人：未履行生效法律文书确定义务的人。', term],
    ['甲川科技有限公司（日期自2026-01-01）的被执行人当前1条。', narrowed],
  ])('%s', (text, ...cited) => {
    expect(reasonOf(text, cited)).toBeNull()
  })

  it('in full-width digits, with zero-width characters and bold marks, as its values are normalised', () => {
    expect(reasonOf('甲川科技有限公司的**实缴资本**为５００\u200B万元。', [facts])).toBeNull()
  })

  it('with a value that is the date of its source', () => {
    const own = factsOf({
      representative: textOf('法定代表人', '王某'),
      datedBy: textOf('记载于', '2026-06-30'),
    })
    expect(reasonOf('截至2026-06-30，法定代表人王某，记载于2026-06-30。', [own])).toBeNull()
  })

  it('with a currency, a unit and a sign of its own', () => {
    const own = factsOf({
      capital: numberOf('认缴出资额', 20, '万元（USD）'),
      area: numberOf('面积', 35, '平方米'),
      change: numberOf('变动', -3, '%'),
    })
    expect(reasonOf('认缴出资额20万元（USD），面积35平方米，变动-3%。', [own])).toBeNull()
    expect(reasonOf('认缴出资额20万元。', [own])).toBe('unsupportedNumber')
    expect(reasonOf('变动3%。', [own])).toBe('unsupportedNumber')
  })

  it('without citation only if it is one of the fixed sentences and not of a model', () => {
    const fixed = stating(fixedText.limitsOfRecords)
    expect(verifyStatement(fixed, [], { isStrict: false }).isSupported).toBe(true)
    expect(verifyStatement(fixed, [], { isStrict: true })).toMatchObject({ reason: 'uncited' })
    expect(verifyStatement(stating('注册资本为500万元。'), [facts], { isStrict: false })).toMatchObject({
      reason: 'uncited',
    })
  })
})

describe('a sentence is rejected', () => {
  it.each<[text: string, reason: string, ...Evidence[]]>([
    // Numbers, rounded or not, belong to their label, unit and sign.
    ['甲川科技有限公司的注册资本为291,115万元。', 'unsupportedNumber', facts],
    ['甲川科技有限公司的注册资本为29亿元。', 'unsupportedNumber', facts],
    ['甲川科技有限公司的注册资本约30亿元。', 'unsupportedNumber', facts],
    ['甲川科技有限公司的实缴资本为500元。', 'unsupportedNumber', facts],
    ['甲川科技有限公司的实缴资本为500万美元。', 'unsupportedNumber', facts],
    ['甲川科技有限公司的实缴资本为500万元以上。', 'unsupportedNumber', facts],
    ['甲川科技有限公司的实缴资本为-500万元。', 'unsupportedNumber', facts],
    ['甲川科技有限公司的注册资本为500万元。', 'unsupportedNumber', facts],
    ['甲川科技有限公司为500万元。', 'unsupportedNumber', facts],
    ['甲川科技有限公司的实缴资本为百分之五百。', 'unsupportedNumber', facts],
    ['甲川科技有限公司的注册资本为291,614.2855万元。', 'unsupportedNumber', facts],
    ['甲川科技有限公司共两家。', 'unsupportedNumber', counts],
    // Dates belong to their label; they are never more exact than the source.
    ['甲川科技有限公司成立于2024-05-06。', 'unsupportedDate', facts],
    ['甲川科技有限公司成立于1995年2月11日。', 'unsupportedDate', facts],
    ['甲川科技有限公司于1995-02-10。', 'unsupportedDate', facts],
    ['成立日期为1995-02-10以上。', 'unsupportedDate', facts],
    ['截至2026-07-01，甲川科技有限公司的被执行人当前3条。', 'unsupportedDate', counts],
    // Names, codes, case numbers and status words are those of the fields.
    ['甲川科技有限公司的法定代表人是李某。', 'unsupportedWord', facts],
    ['甲川科技有限公司的登记状态为注销。', 'unsupportedWord', facts],
    ['信用代码为91440300192317459F。', 'unsupportedWord', facts],
    ['案号（2026）粤0304执1235号。', 'unsupportedWord', record],
    ['丙海贸易有限公司的注册资本为291,114.2855万元。', 'unknownEntity', facts],
    ['王某的登记状态为存续，法定代表人为存续。', 'unsupportedValue', facts],
    // Values of different records are not joined.
    ['案号（2026）粤0304执1234号，立案日期2025-07-08。', 'unsupportedDate', record, other],
    ['案号（2026）粤0304执1234号，执行标的900元。', 'unsupportedNumber', record, other],
    ['甲川科技有限公司，注册资本800万元。', 'unsupportedNumber', search],
    ['（2026）粤0304执1234号、（2025）粤0304执99号，立案日期2026-02-03。', 'unsupportedDate', record, other],
    ['员工人数：2021年201人；2020年288人。', 'unsupportedNumber', ...staff],
    ['差额2025年。', 'unsupportedDate', comparison, insured],
    ['截至91440300192317458F，登记状态为存续。', 'unsupportedDate', facts],
    ['2020年员工人数为288人。', 'unsupportedNumber', ...staff],
    // Values belong to their company.
    ['甲川科技有限公司的注册资本为800万元。', 'unsupportedNumber', facts, ofSecond],
    ['乙山股份有限公司的注册资本为291,114.2855万元。', 'unsupportedNumber', facts, ofSecond],
    ['甲川科技有限公司和乙山股份有限公司的注册资本为800万元。', 'unsupportedNumber', facts, ofSecond],
    ['甲川科技有限公司是乙山股份有限公司，注册资本为800万元。', 'unknownEntity', facts, ofSecond],
    // 当前, 历史 and 异议处理中 belong to records of that view.
    ['甲川科技有限公司的被执行人当前2条。', 'unsupportedNumber', counts],
    ['甲川科技有限公司有4条当前股权冻结记录。', 'unsupportedNumber', onlyHistory],
    ['历史：案号（2026）粤0304执1234号。', 'unsupportedValue', record],
    ['案号（2019）粤0304执7号。', 'unsupportedValue', former],
    ['当前甲川科技有限公司的登记状态为存续。', 'unsupportedView', facts],
    ['甲川科技有限公司的股权冻结：历史4条，曾经4条。', 'repeatedValue', onlyHistory],
    ['当前：姓名王某，职务董事、董事。', 'repeatedValue', office],
    // A kind, label or company without a value states something by itself.
    ['甲川科技有限公司有行政处罚记录。', 'unsupportedValue', none],
    ['甲川科技有限公司公示的注册资本、登记状态为存续。', 'unsupportedValue', facts],
    ['甲川科技有限公司是公示企业。', 'unsupportedValue', facts],
    // Nothing is found only where the count of that kind and view is 0.
    ['未查询到甲川科技有限公司的被执行人。', 'unsupportedNegation', counts],
    ['未查询到甲川科技有限公司的股权冻结。', 'unsupportedNegation', onlyHistory],
    ['未查询到甲川科技有限公司历史的股权冻结。', 'unsupportedNegation', onlyHistory],
    // Negations.
    ['甲川科技有限公司的登记状态不为存续。', 'unsupportedWord', facts],
    ['甲川科技有限公司：收录英文名。', 'unsupportedValue', missing],
    ['被执行人：已接入。', 'unsupportedValue', unconnected],
    ['行政处罚：查询到。', 'unsupportedWord', none],
    // Comparisons, orders and sums are results of a tool.
    ['注册资本：乙山股份有限公司高于甲川科技有限公司。', 'unsupportedComparison', comparison, facts, ofSecond],
    ['注册资本：甲川科技有限公司低于乙山股份有限公司。', 'unsupportedComparison', comparison, facts, ofSecond],
    ['实缴资本：甲川科技有限公司高于乙山股份有限公司。', 'unsupportedComparison', comparison, facts, ofSecond],
    ['甲川科技有限公司高于乙山股份有限公司。', 'unsupportedComparison', comparison, facts, ofSecond],
    [
      '注册资本：甲川科技有限公司高于乙山股份有限公司，差额12人。',
      'unsupportedComparison',
      comparison,
      facts,
      ofSecond,
    ],
    ['差额290,314.2855万元。', 'unsupportedComparison', comparison],
    ['注册资本从高到低：乙山股份有限公司。', 'unsupportedComparison', order, facts, ofSecond],
    ['注册资本从高到低：乙山股份有限公司、甲川科技有限公司。', 'unsupportedComparison', order, facts, ofSecond],
    ['甲川科技有限公司的注册资本最高。', 'unsupportedComparison', facts],
    ['两者的注册资本合计291,914.2855万元。', 'unsupportedNumber', facts, ofSecond],
    // Counts of a narrowed list state its conditions.
    ['甲川科技有限公司的被执行人当前1条。', 'conditionOmitted', narrowed],
    ['企业共1,200家。', 'conditionOmitted', search],
    ['未履行生效法律文书确定义务的人。', 'conditionOmitted', term],
    // Verdicts, advice and signs.
    ['甲川科技有限公司的登记状态为存续，经营良好。', 'judgement', facts],
    ['甲川科技有限公司值得信赖。', 'judgement', facts],
    ['甲川科技有限公司登记状态为存续👍。', 'unsupportedWord', facts],
    ['<b>存续</b>', 'unsupportedWord', facts],
    ['The登记状态为存续。', 'unsupportedWord', facts],
  ])('%s', (text, reason, ...cited) => {
    expect(reasonOf(text, cited)).toBe(reason)
  })

  it('if it states a value of evidence that it does not cite', () => {
    expect(reasonOf('乙山股份有限公司的注册资本为800万元。', [facts], [facts, ofSecond])).toBe('unknownEntity')
  })

  it('if it cites what was not gathered', () => {
    expect(reasonOf('注册资本为500万元。', [facts], [])).toBe('unknownCitation')
    const unknownField = { ...stating('存续。', facts), citations: [{ evidenceId: facts.id, fields: ['revenue'] }] }
    expect(verifyStatement(unknownField, [facts], { isStrict: true })).toMatchObject({ reason: 'unknownCitation' })
  })

  it('if a model names no company in an answer about several', () => {
    expect(reasonOf('其实缴资本为500万元。', [facts])).toBeNull()
    expect(reasonOf('其实缴资本为500万元。', [facts], [facts, ofSecond])).toBe('companyOmitted')
  })

  it('if a model cites a field that it does not state, which would be lost', () => {
    const both = factsOf({ status: textOf('登记状态', '吊销'), foundedOn: dateOf('成立日期', '1995-02-10') })
    const only = factsOf({ foundedOn: dateOf('成立日期', '1995-02-10') })
    const text = '甲川科技有限公司成立于1995年2月10日。'
    const verdictOf = (cited: Evidence, isStrict: boolean) =>
      verifyStatement(stating(text, cited), [cited], { isStrict })
    expect(verdictOf(both, true)).toMatchObject({ reason: 'unstatedCitation' })
    expect(verdictOf(only, true).isSupported).toBe(true)
    expect(verdictOf(both, false).isSupported).toBe(true)
  })
})
