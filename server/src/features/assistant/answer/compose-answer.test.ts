import { describe, expect, test } from 'vitest'
import {
  numberOf as amount,
  countsOf,
  dateOf as day,
  factsOf,
  firstCompany,
  textOf as text,
  textsOf as texts,
} from '../../../../test/assistant/build-evidence.ts'
import type { AskedCompany } from '../evidence/asked-company.ts'
import type { Evidence } from '../evidence/evidence.ts'
import type { ToolCall } from '../evidence/tool-call.ts'
import type { ToolResult } from '../evidence/tool-result.ts'
import { emptyPart, emptyQuestion, type QuestionPart } from '../question/parsed-question.ts'
import { emptyResult } from '../tools/evidence-fields.ts'
import { nothingAsked, readAsked, type Situation } from './asked.ts'
import { type AnswerInput, composeAnswer } from './compose-answer.ts'
import { fixedText } from './fixed-sentences.ts'
import { verifyStatement } from './verify-statement.ts'

const company: AskedCompany = firstCompany
const demo: AskedCompany = { id: 'c-9', name: '演示云岚科技有限公司', isDemo: true }
const empty: QuestionPart = { ...emptyPart, end: 20, intent: 'facts' }
const evidence = ({ fields, ...own }: Partial<Evidence> & Pick<Evidence, 'id' | 'fields'>) => factsOf(fields, own)
const counts = (label: string, current: number, disputed: number, history: number, kind = 'executedPerson') =>
  countsOf(label, { current, disputed, history }, { id: `records:${kind}`, recordType: kind })
const unconnected = (title: string): Evidence =>
  evidence({
    id: `unconnected:${title}`,
    citedType: 'coverage',
    label: '收录情况',
    date: null,
    fields: { connection: texts('未接入该数据源', [title]) },
  })

const search = (fields: Evidence['fields']): Evidence =>
  evidence({ id: 's', citedType: 'search', company: null, label: '企业查询', date: null, fields })

const list = { companyId: 'c-1', view: null, days: null, amount: null, order: null, limit: 10 }
const factsCall: ToolCall = { part: 0, tool: 'company_facts', arguments: { companyId: 'c-1', facts: [] } }
const factsCallOf = (...facts: QuestionPart['facts']) =>
  ({ part: 0, tool: 'company_facts', arguments: { companyId: 'c-1', facts } }) as const
const coverageCall: ToolCall = { part: 0, tool: 'coverage', arguments: { companyId: 'c-1', kinds: [] } }
const recordsCall: ToolCall & { tool: 'records' } = {
  part: 0,
  tool: 'records',
  arguments: { ...list, kind: 'executedPerson', identity: null, facets: {} },
}
const result = (call: ToolCall, found: readonly Evidence[], own: Partial<ToolResult> = {}): ToolResult => ({
  ...emptyResult(call),
  evidence: found,
  ...own,
})

const questionOf = (part: Partial<QuestionPart>): AnswerInput['question'] => ({
  ...emptyQuestion,
  parts: [{ ...empty, ...part }],
})

/** Composes an answer and asserts that the verifier supports every sentence. */
function compose(own: Partial<QuestionPart>, results: readonly ToolResult[], input: Partial<AnswerInput> = {}) {
  const answer = composeAnswer({
    question: questionOf(own),
    companiesOfPart: [[company]],
    results,
    unknownNames: [],
    ...input,
  })
  const gathered = results.flatMap((one) => one.evidence)
  const rejected = answer.statements.flatMap((statement) => {
    const reason = verifyStatement(statement, gathered)
    return reason === null ? [] : [{ text: statement.text, reason }]
  })
  expect(rejected).toEqual([])
  return { ...answer, text: answer.statements.map((one) => one.text).join('\n') }
}

describe('facts', () => {
  const status = evidence({ id: 'status', fields: { status: text('登记状态', '存续') } })

  test('state one value with its company and date', () => {
    const capital = evidence({ id: 'f', fields: { registeredCapital: amount('注册资本', 500, '万元') } })
    const answer = compose({ facts: ['registeredCapital'] }, [result(factsCall, [capital])])
    expect(answer.text).toBe('甲川科技有限公司的注册资本为 500 万元（截至 2026-06-30）。')
    expect(answer.statements[0]?.citations).toEqual([{ evidenceId: 'f', fields: ['registeredCapital'] }])
    expect(answer.asOf).toBe('2026-06-30')
  })
  test('state several values of one source in one sentence', () => {
    const both = evidence({
      id: 'f',
      fields: { status: text('登记状态', '存续'), foundedOn: day('成立日期', '2012-03-04') },
    })
    expect(compose({}, [result(factsCall, [both])]).text).toContain('登记状态为存续，成立日期为 2012-03-04')
  })
  test('answer a false premise with what the register states', () => {
    const missing = evidence({
      id: 'missing:c-1',
      citedType: 'coverage',
      label: '收录情况',
      date: null,
      fields: { missing: texts('未收录', ['注销/吊销信息']) },
    })
    const answer = compose({ facts: ['status', 'ended'], premise: '吊销' }, [result(factsCall, [status, missing])])
    expect(answer.text).toBe('甲川科技有限公司的登记状态为存续（截至 2026-06-30）。')
  })
  test('answer a true premise with its date, and keep what is missing', () => {
    const revoked = evidence({ id: 'status', fields: { status: text('登记状态', '吊销') } })
    const missing = evidence({
      id: 'missing:c-1',
      citedType: 'coverage',
      label: '收录情况',
      date: null,
      fields: { missing: texts('未收录', ['注销/吊销信息']) },
    })
    const answer = compose({ facts: ['status', 'ended'], premise: '吊销' }, [result(factsCall, [revoked, missing])])
    expect(answer.text).toContain('登记状态为吊销')
    expect(answer.text).toContain('未收录注销/吊销信息')
  })
  test('of a live company still name what else is missing', () => {
    const missing = evidence({
      id: 'missing:c-1',
      citedType: 'coverage',
      label: '收录情况',
      date: null,
      fields: { missing: texts('未收录', ['注销/吊销信息', '英文名']) },
    })
    expect(compose({}, [result(factsCall, [status, missing])]).text).toContain(
      '：未收录英文名，可到国家企业信用信息公示系统核查。',
    )
  })
  test.each([
    ['注册资本超过五百万吗', '不是，甲川科技有限公司的注册资本为 500 万元（截至 2026-06-30）。'],
    ['注册资本有五百万吗', '是，甲川科技有限公司的注册资本为 500 万元（截至 2026-06-30）。'],
    ['注册资本有一亿没', '不是，甲川科技有限公司的注册资本为 500 万元（截至 2026-06-30）。'],
    ['注册资本到一亿了没有', '不是，甲川科技有限公司的注册资本为 500 万元（截至 2026-06-30）。'],
    ['注册资本多少，员工超过一万人吗', '甲川科技有限公司的注册资本为 500 万元（截至 2026-06-30）。'],
    ['注册资本是多少', '甲川科技有限公司的注册资本为 500 万元（截至 2026-06-30）。'],
  ])('%s', (question, answer) => {
    const capital = evidence({ id: 'f', fields: { registeredCapital: amount('注册资本', 500, '万元') } })
    const asked = readAsked(question)
    expect(compose({ facts: ['registeredCapital'] }, [result(factsCall, [capital])], { asked }).text).toBe(answer)
  })
  test.each([
    ['上市了吗', '上市', '是，'],
    ['退市了吗', '上市', '不是，'],
    ['是不是快退市了', '上市', ''],
    ['没上市吧', '上市', ''],
    ['有没有上市', '上市', '有，'],
    ['退市了吗', null, ''],
    ['上市了吗', null, ''],
  ])('%s of a stock with the state %s: %s', (question, state, lead) => {
    const code = { code0: text('股票代码', '300104') }
    const stock = evidence({ id: 'f', fields: state === null ? code : { ...code, state0: text('上市状态', state) } })
    const answer = compose({ facts: ['listings'] }, [result(factsCall, [stock])], { asked: readAsked(question) })
    expect(answer.text.startsWith(`${lead}甲川科技有限公司`)).toBe(true)
  })
  test.each([
    ['在杭州吗', '是，甲川科技有限公司的所属地区为浙江省杭州市（截至 2026-06-30）。'],
    ['总部在长沙吧', '不在长沙，甲川科技有限公司的所属地区为浙江省杭州市（截至 2026-06-30）。'],
    ['在高新区吗', '甲川科技有限公司的所属地区为浙江省杭州市（截至 2026-06-30）。'],
  ])('%s', (question, answer) => {
    const region = evidence({ id: 'f', fields: { region: text('所属地区', '浙江省杭州市') } })
    const asked = readAsked(question, [], (name) => name === '杭州' || name === '长沙')
    expect(compose({ facts: ['region'] }, [result(factsCall, [region])], { asked }).text).toBe(answer)
  })
  test.each([
    [
      '是2012年成立的吗',
      { from: '2012-01-01', to: '2012-12-31' },
      '是，甲川科技有限公司的成立日期为 2012-03-04（截至 2026-06-30）。',
    ],
    [
      '2010年以前成立的吗',
      { from: null, to: '2009-12-31' },
      '不是，甲川科技有限公司的成立日期为 2012-03-04（截至 2026-06-30）。',
    ],
    ['成立多少年了', null, '甲川科技有限公司的成立日期为 2012-03-04，至今 14 年（截至 2026-06-30）。'],
  ])('%s', (question, days, answer) => {
    const founded = { foundedOn: day('成立日期', '2012-03-04'), foundedYears: amount('成立年限', 14, '年') }
    const found = [result(factsCall, [evidence({ id: 'f', fields: founded })])]
    expect(compose({ facts: ['foundedOn'], days }, found, { asked: readAsked(question) }).text).toBe(answer)
  })
  const notStated = (...labels: string[]) =>
    evidence({ id: 'missing:c-1', citedType: 'coverage', date: null, fields: { missing: texts('未收录', labels) } })
  test('that no source states are followed by at most three that are known, those of the same group first', () => {
    const near = [
      evidence({
        id: 'n-1',
        fields: { foundedOn: day('成立日期', '2012-03-04'), industry: text('国标行业', '制造业') },
      }),
      evidence({ id: 'n-2', recordType: 'listing', fields: { code0: text('股票代码', '002770') } }),
      evidence({ id: 'n-3', recordType: 'capital', fields: { registeredCapital: amount('注册资本', 500, '万元') } }),
    ]
    const answer = compose({ facts: ['paidInCapital'] }, [
      result(factsCallOf('paidInCapital'), [notStated('实缴资本'), ...near]),
    ])
    expect(answer.text).toBe(
      '甲川科技有限公司：未收录实缴资本，可到国家企业信用信息公示系统核查。\n已知：注册资本 500 万元，2012-03-04 成立，上市（股票代码 002770）。',
    )
    const several = result(factsCallOf('phones', 'email'), [notStated('电话', '邮箱'), ...near])
    expect(compose({ facts: ['phones', 'email'] }, [several]).text).not.toContain('已知')
  })
  test('that a word brings along are not said to be missing', () => {
    const name = evidence({ id: 'f', fields: { name: text('企业名称', '甲川科技有限公司') } })
    const found = [result(factsCall, [name, notStated('曾用名', '证券简称')])]
    const part = { facts: ['name' as const, 'shortName' as const] }
    expect(compose(part, found, { asked: readAsked('全称是什么') }).text).not.toContain('未收录')
    expect(compose(part, found, { asked: readAsked('全称和证券简称') }).text).toContain('：未收录证券简称，')
    expect(compose({ ...part, term: '曾用名' }, found, { asked: readAsked('以前叫什么') }).text).toContain(
      '：未收录曾用名',
    )
  })
  test('of a demonstration company say so', () => {
    const own = evidence({ id: 'f', company: demo, fields: { status: text('登记状态', '存续') } })
    const answer = compose({}, [result(factsCall, [own])], { companiesOfPart: [[demo]] })
    expect(answer.text).toContain('演示数据')
  })
  test('of a real company do not speak of demonstration data', () => {
    expect(compose({}, [result(factsCall, [status])]).text).not.toContain('演示')
  })
})

describe('records', () => {
  test('keep current, disputed and historical ones apart', () => {
    const answer = compose({ intent: 'records' }, [result(recordsCall, [counts('被执行人', 3, 1, 2)])])
    expect(answer.text).toBe(
      '甲川科技有限公司的被执行人共 6 条：当前 3 条，异议处理中 1 条，历史 2 条（截至 2026-06-30）。',
    )
  })
  test('state the sums of current and former amounts where the sum is asked for', () => {
    const one = counts('被执行人', 2, 0, 2)
    const sums = { sum: amount('当前执行标的合计', 20, '元'), sumOfHistory: amount('历史执行标的合计', 30, '元') }
    const answer = (question: string) =>
      compose({ intent: 'records' }, [result(recordsCall, [{ ...one, fields: { ...one.fields, ...sums } }])], {
        asked: readAsked(question),
      }).text
    expect(answer('一共欠多少')).toContain('当前执行标的合计 20 元，历史执行标的合计 30 元')
    expect(answer('有被执行吗')).not.toContain('历史执行标的合计')
  })
  test('that are only historical are not called current', () => {
    const answer = compose({ intent: 'records' }, [result(recordsCall, [counts('被执行人', 0, 0, 2)])])
    expect(answer.text).toContain('历史 2 条')
    expect(answer.text).not.toContain('当前')
  })
  test('are not found as of a date where a source is connected', () => {
    const answer = compose({ intent: 'records' }, [result(recordsCall, [counts('被执行人', 0, 0, 0)])])
    expect(answer.text).toBe('截至 2026-06-30，未查询到甲川科技有限公司的被执行人。')
  })
  test('are not connected where no source is', () => {
    const answer = compose({ intent: 'records' }, [result(recordsCall, [unconnected('被执行人')])])
    expect(answer.text).toBe('甲川科技有限公司的被执行人未接入，可到中国执行信息公开网核查。')
  })
  test('state their own fields and cite the record', () => {
    const record = evidence({
      id: 'record:r-1',
      citedType: 'record',
      recordType: 'executedPerson',
      recordId: 'r-1',
      label: '被执行人',
      view: 'current',
      fields: { caseNo: text('案号', '（2026）粤0304执1234号'), filedDate: day('立案日期', '2026-02-03') },
    })
    const answer = compose({ intent: 'records' }, [result(recordsCall, [counts('被执行人', 1, 0, 0), record])])
    expect(answer.text).toContain('（2026）粤0304执1234号 · 2026-02-03 立案。')
    expect(answer.statements.at(-1)?.citations[0]?.evidenceId).toBe('record:r-1')
  })
})

const overview = (situation: Situation, results: readonly ToolResult[]) =>
  compose({ intent: 'riskOverview' }, results, { asked: { ...nothingAsked, situation } })
const yearlyCall = (kind: 'annualEmployees' | 'reportedRepresentative' | 'listEntry'): ToolCall => ({
  ...recordsCall,
  arguments: { ...recordsCall.arguments, kind },
})
const answerOf = (question: string, part: Partial<QuestionPart>, call: ToolCall, found: readonly Evidence[]) =>
  compose(part, [result(call, found)], { asked: readAsked(question) }).text

const staffOf = (question: string, found: readonly Evidence[]) =>
  answerOf(question, { facts: ['staffSize'], kinds: ['annualEmployees'] }, yearlyCall('annualEmployees'), found)

const currentCall: ToolCall = { ...recordsCall, arguments: { ...recordsCall.arguments, view: 'current' } }

describe('lists of records', () => {
  test('an empty list of today states what has ended, and its newest record', () => {
    const counted = counts('被执行人', 0, 1, 2)
    const row = evidence({
      id: 'old',
      citedType: 'record',
      recordType: 'executedPerson',
      recordId: 'old',
      view: 'disputed',
      fields: { execAmount: amount('执行标的', 20, '元'), caseState: text('案件状态', '执行中') },
    })
    const answer = compose({ intent: 'records' }, [result(currentCall, [counted, row])])
    expect(answer.text).toMatch(
      /未查询到甲川科技有限公司当前的被执行人。.*异议处理中 1 条，历史 2 条.*最近一条：异议处理中 · 执行标的 20 元 · 执行中。/su,
    )
  })
  test('states that withdrawn records are not shown where nothing is found of a doubted one', () => {
    const results = [result(recordsCall, [counts('被执行人', 0, 0, 0)])]
    const textFor = (question: string) => compose({ intent: 'records' }, results, { asked: readAsked(question) }).text
    expect(textFor('被执行还算数吗')).toContain(fixedText.withdrawn)
    expect(textFor('有被执行吗')).not.toContain(fixedText.withdrawn)
  })
  test('of branches count each state', () => {
    const states = {
      current: amount('当前', 12, '家'),
      state0: amount('存续', 8, '家'),
      state1: amount('注销', 4, '家'),
    }
    const counted = counts('分支机构', 12, 0, 0, 'branch')
    const call = { ...recordsCall, arguments: { ...recordsCall.arguments, kind: 'branch' as const } }
    const answer = compose({ intent: 'branches' }, [
      result(call, [{ ...counted, fields: { ...counted.fields, ...states } }]),
    ])
    expect(answer.text).toContain('其中存续 8 家、注销 4 家')
  })
})

describe('changes of the name', () => {
  const call = { ...recordsCall, arguments: { ...recordsCall.arguments, kind: 'changeRecord' as const } }
  const kind = { 'facet-kind': text('变更类型', '名称') }
  const none = countsOf(
    '证券简称变更',
    { current: 0, disputed: 0, history: 0 },
    { recordType: 'changeRecord', conditions: kind },
  )
  const part = { intent: 'changes' as const, kinds: ['changeRecord' as const], facets: { kind: '名称' } }
  const textWith = (names: Evidence['fields']) =>
    compose(part, [result(call, [none]), result(factsCall, [evidence({ id: 'names', fields: names })])]).text

  test('are not found where no source states a former name', () => {
    expect(textWith({ name: text('企业名称', '甲川科技有限公司') })).toContain('未查询到甲川科技有限公司的证券简称变更')
  })
  test('are not denied where a former name is known', () => {
    const answer = textWith({ formerShortNames: texts('曾用证券简称', ['乙川']) })
    expect(answer).toContain('曾用证券简称为乙川')
    expect(answer).not.toContain('未查询到')
  })
})

describe('risk overview', () => {
  const risks = ['失信被执行人', '被执行人', '限制高消费', '裁判文书', '行政处罚']
  const none: Evidence = {
    ...unconnected('行政处罚'),
    id: 'coverage',
    fields: { connection: texts('未接入该数据源', risks) },
  }
  const known = result(factsCall, [
    evidence({ id: 'k', fields: { status: text('登记状态', '存续'), foundedOn: day('成立日期', '2012-03-04') } }),
  ])
  test('answers that the records cannot say it, once, with the sites to check, and then what is known', () => {
    const { statements } = overview('job', [result(coverageCall, [none]), known])
    expect(statements.map((one) => one.text)).toEqual([
      '仅凭现有数据不能判断：甲川科技有限公司的裁判文书、失信被执行人、限制高消费等 5 类数据未接入，入职前请到中国执行信息公开网、中国裁判文书网、信用中国核查。',
      '已知：登记状态存续，2012-03-04 成立。',
      fixedText.limitsOfRecords,
    ])
  })
  test('begins with the counts of every kind, and names what was not found', () => {
    const coverage = result(coverageCall, [counts('被执行人', 77, 0, 2), counts('行政处罚', 0, 0, 0, 'punishment')])
    expect(overview('general', [coverage, known]).text).toBe(
      [
        '甲川科技有限公司的公示记录（截至 2026-06-30）：被执行人当前 77 条、历史 2 条。',
        '已知：登记状态存续，2012-03-04 成立。',
        '未查询到行政处罚。',
        fixedText.limitsOfRecords,
      ].join('\n'),
    )
  })
  test('has at most 300 characters, and the newest record of each kind while there is room', () => {
    const kinds = ['dishonestExecutor', 'executedPerson', 'punishment', 'equityPledge', 'taxViolation', 'businessRisk']
    const lists = kinds.map((kind, at) => counts(`${'甲乙丙丁戊己'[at]}类记录`, 12, 3, 45, kind))
    const read = kinds.map((kind, at) =>
      result(recordsCall, [
        evidence({
          id: `record:${kind}`,
          citedType: 'record',
          recordType: kind,
          recordId: kind,
          view: 'current',
          label: `${'甲乙丙丁戊己'[at]}类记录`,
          fields: { note: text('摘要', '示例'.repeat(12)) },
        }),
      ]),
    )
    const { text: whole } = overview('supplier', [result(coverageCall, lists), known, ...read])
    expect(whole.replaceAll('\n', '').length).toBeLessThanOrEqual(300)
    expect(whole).toContain('甲类记录最近一条：')
    expect(whole).not.toContain('己类记录最近一条：')
  })
  test('states the labour disputes to a job seeker', () => {
    const coverage = result(coverageCall, [counts('裁判文书', 4, 0, 0, 'judicialDocument')])
    const narrowed = counts('裁判文书', 2, 0, 0, 'judicialDocument')
    const labour: Evidence = {
      ...narrowed,
      id: 'labour',
      fields: { ...narrowed.fields, 'facet-labour': text('劳动争议', '劳动争议') },
    }
    const read = result({ ...recordsCall, arguments: { ...recordsCall.arguments, facets: { labour: '劳动争议' } } }, [
      labour,
    ])
    expect(overview('job', [coverage, known, read]).text).toContain('\n其中劳动争议：裁判文书当前 2 条。')
  })
  test('states to a supplier what a list of companies says, and what is missing only beside something known', () => {
    const coverage = result(coverageCall, [unconnected('被执行人')])
    const missing = result(factsCall, [
      evidence({ id: 'm', citedType: 'coverage', date: null, fields: { missing: texts('未收录', ['实缴资本']) } }),
    ])
    const entry = result({ ...recordsCall, arguments: { ...recordsCall.arguments, kind: 'listEntry' } }, [
      evidence({
        id: 'l',
        citedType: 'record',
        recordType: 'listEntry',
        fields: {
          listName: text('榜单', '中国民营企业500强'),
          year: amount('榜单年份', 2025, '年'),
          rank: amount('名次', 319, '位'),
        },
      }),
    ])
    expect(overview('supplier', [coverage, missing, entry]).text).toContain(
      '已知：2025 中国民营企业500强第 319 位，实缴资本未收录。',
    )
    expect(overview('supplier', [coverage, missing]).text).not.toContain('已知')
  })
  test('says so where nothing was found of any kind', () => {
    const answer = overview('general', [result(coverageCall, [counts('被执行人', 0, 0, 0)])])
    expect(answer.statements[0]?.text).toBe('截至 2026-06-30，未查询到甲川科技有限公司的被执行人。')
    expect(answer.statements.at(-1)?.text).toBe(fixedText.limitsOfRecords)
  })
})

describe('values by year', () => {
  const staff = (year: number, employees: number) =>
    evidence({
      id: `staff:${year}`,
      citedType: 'record',
      recordType: 'annualEmployees',
      recordId: `staff:${year}`,
      label: '员工人数',
      view: 'current',
      fields: {
        year: amount('年度', year, '年'),
        employees: amount('员工人数', employees, '人'),
        reportDate: day('年报披露日期', `${year + 1}-03-30`),
      },
    })
  const reported = (year: number, name: string) =>
    evidence({
      id: `rep:${year}`,
      citedType: 'record',
      recordType: 'reportedRepresentative',
      recordId: `rep:${year}`,
      label: '历年法定代表人（年报）',
      view: 'current',
      fields: { year: amount('年度', year, '年'), name: text('法定代表人', name) },
    })
  const listed = evidence({
    id: 'list',
    citedType: 'record',
    recordType: 'listEntry',
    recordId: 'list',
    label: '榜单',
    view: 'current',
    fields: {
      listName: text('榜单', '中国民营企业500强'),
      year: amount('榜单年份', 2025, '年'),
      rank: amount('名次', 5, '位'),
      revenue: amount('营业收入', 77_710_246, '万元'),
      revenueYear: amount('营业收入年度', 2024, '年'),
    },
  })
  const three = [staff(2019, 229_154), staff(2020, 224_280), staff(2021, 288_186)]

  test('are the newest, with its day, and the years before', () => {
    expect(staffOf('员工有多少', three)).toBe(
      '甲川科技有限公司 2021 年末员工 288,186 人（2022-03-30 披露）；2020 年 224,280 人，2019 年 229,154 人。',
    )
  })
  test.each([
    ['员工这几年增长了吗', [10, 20, 30], '是，逐年增长'],
    ['员工这几年增长了吗', [30, 20, 10], '不是，逐年减少'],
    ['员工这几年增长了吗', [20, 10, 30], '是，总体增长（先减后增）'],
    ['员工变化趋势', [20, 20, 20], '持平'],
    ['员工一直在增长吗', [20, 10, 30], '不是，总体增长（先减后增）'],
    ['员工翻倍了吗', [10, 15, 20], '是，逐年增长'],
    ['员工是多了还是少了', [10, 15, 20], '逐年增长'],
  ])('%s of %s is %s', (question, numbers, word) => {
    const found = numbers.map((number, at) => staff(2019 + at, number))
    const answer = staffOf(question, found)
    expect(answer.startsWith(`${word}：`)).toBe(true)
    expect(answer).toContain(`2019 年末 ${numbers[0]} 人`)
    expect(answer).toContain(`2021 年末 ${numbers[2]} 人`)
    expect(answer).toContain('2021 年以后未收录')
  })
  test('develop up to a year of the question, whatever the years after it', () => {
    expect(staffOf('2020年比2019年员工增加了吗', three)).toBe(
      '不是，减少：甲川科技有限公司员工由 2019 年末 229,154 人减至 2020 年末 224,280 人，减少 4,874 人。',
    )
  })
  test('develop between the years that have a value, and name the others', () => {
    expect(staffOf('2019到2022年员工增长了吗', three)).toBe(
      '是，总体增长（先减后增）：甲川科技有限公司员工由 2019 年末 229,154 人增至 2021 年末 288,186 人，增加 59,032 人，其间 2020 年末 224,280 人；未收录 2022 年。',
    )
  })
  test('of one year give no trend', () => {
    expect(staffOf('员工这几年增长了吗', [staff(2021, 5)])).toBe(
      '甲川科技有限公司仅收录 2021 年末员工 5 人（2022-03-30 披露），无法比较各年。',
    )
  })
  test.each([
    [
      '2021年比2020年多了多少人',
      '增长：甲川科技有限公司员工由 2020 年末 224,280 人增至 2021 年末 288,186 人，增加 63,906 人；2021 年以后未收录。',
    ],
    [
      '员工比去年多多少',
      '增长：甲川科技有限公司员工由 2020 年末 224,280 人增至 2021 年末 288,186 人，增加 63,906 人；2021 年以后未收录。',
    ],
    [
      '2020年员工减少了多少',
      '减少：甲川科技有限公司员工由 2019 年末 229,154 人减至 2020 年末 224,280 人，减少 4,874 人。',
    ],
    [
      '2019年比2018年多多少员工',
      '未收录甲川科技有限公司 2018 年的员工人数，无法比较；2019 年末员工 229,154 人（2020-03-30 披露）。',
    ],
    [
      '有没有20万员工',
      '有，甲川科技有限公司 2021 年末员工 288,186 人（2022-03-30 披露）；2020 年 224,280 人，2019 年 229,154 人。',
    ],
    ['2020年员工超过25万人吗', '不是，甲川科技有限公司 2020 年末员工 224,280 人（2021-03-30 披露）。'],
  ])('%s', (question, answer) => {
    expect(staffOf(question, three)).toBe(answer)
  })
  test('of the asked year are its own, and of no other', () => {
    expect(staffOf('2020年的员工人数', three)).toBe('甲川科技有限公司 2020 年末员工 224,280 人（2021-03-30 披露）。')
  })
  test('of a year that no report states name the nearest one as such', () => {
    expect(staffOf('2023年的员工人数', three)).toBe(
      '未收录甲川科技有限公司 2023 年的员工人数，最近为 2021 年末 288,186 人（2022-03-30 披露）。',
    )
  })
  test('of a kind of staff are not those of all staff', () => {
    expect(staffOf('技术人员有多少', three)).toBe('未收录技术人员人数，可到巨潮资讯网查阅上市公司年报。')
  })
  test.each([
    ['2019与2020年的法定代表人是否相同', '相同：甲川科技有限公司 2019 年、2020 年的法定代表人均为王某。'],
    ['2019与2021年的法定代表人是否相同', '不同：甲川科技有限公司的法定代表人 2019 年为王某，2021 年为李某。'],
    ['2018与2019年的法定代表人是否相同', '无法确认：甲川科技有限公司 2019 年的法定代表人为王某；未收录 2018 年。'],
    [
      '2019至2021年法定代表人是否发生变化',
      '不同：甲川科技有限公司的法定代表人 2019 年为王某，2020 年为王某，2021 年为李某。',
    ],
    ['2020年的法定代表人是谁', '甲川科技有限公司 2020 年的法定代表人为王某（年报）。'],
    ['2019年的法人是谁 现在呢', '甲川科技有限公司的法定代表人：2019 年王某，2021 年李某。'],
    ['2021年之前那任法人是谁', '甲川科技有限公司 2021 年法定代表人为李某；2020 年 王某，2019 年 王某。'],
    ['2017年的法定代表人', '未收录甲川科技有限公司 2017 年的法定代表人，最近为 2019 年王某。'],
  ])('%s', (question, answer) => {
    const found = [reported(2019, '王某'), reported(2020, '王某'), reported(2021, '李某')]
    const part = { facts: ['legalRepresentative' as const] }
    expect(answerOf(question, part, yearlyCall('reportedRepresentative'), found)).toBe(answer)
  })
  test('of the revenue are those of a list of companies, with the list', () => {
    const part = { uncollected: ['营业收入'] }
    expect(answerOf('营收多少', part, yearlyCall('listEntry'), [listed])).toBe(
      '甲川科技有限公司 2024 年营业收入 7,771.02 亿元（2025 中国民营企业500强，第 5 位）。',
    )
    expect(answerOf('营收多少', part, yearlyCall('listEntry'), [])).toBe(
      '未收录营业收入，可到巨潮资讯网查阅上市公司年报。',
    )
  })
  test('of the staff are replaced by the entry of a list only where no source states them', () => {
    const part = { facts: ['staffSize' as const], kinds: ['annualEmployees' as const] }
    const answerWith = (...found: readonly Evidence[]) =>
      compose(part, [result(yearlyCall('annualEmployees'), found), result(yearlyCall('listEntry'), [listed])]).text
    expect(answerWith()).toMatch(/中国民营企业500强第 5 位/u)
    expect(answerWith(...three)).not.toMatch(/500强/u)
  })
  test('of the revenue stand before a fact beside them, and a missing one after it', () => {
    const part = { facts: ['foundedOn' as const], uncollected: ['营业收入'] }
    const founded = evidence({ id: 'f', fields: { foundedOn: day('成立日期', '1995-02-10') } })
    const answerWith = (entries: readonly Evidence[]) =>
      compose(part, [result(factsCall, [founded]), result(yearlyCall('listEntry'), entries)]).statements.map(
        (one) => one.text,
      )
    expect(answerWith([listed])).toEqual([
      '甲川科技有限公司 2024 年营业收入 7,771.02 亿元（2025 中国民营企业500强，第 5 位）。',
      '甲川科技有限公司的成立日期为 1995-02-10（截至 2026-06-30）。',
    ])
    expect(answerWith([]).at(-1)).toBe('未收录营业收入，可到巨潮资讯网查阅上市公司年报。')
  })
  test('of the revenues of several companies name the one without', () => {
    const who = ['甲', '乙'].map((name, at) => ({ id: `c-${at}`, name: `${name}山股份有限公司`, isDemo: false }))
    const entry = { ...listed, company: who[0] ?? null }
    const none = { ...counts('榜单', 0, 0, 0, 'listEntry'), id: 'none', company: who[1] ?? null }
    const part = { intent: 'comparison' as const, uncollected: ['营业收入'] }
    const answer = compose(part, [result(yearlyCall('listEntry'), [entry]), result(yearlyCall('listEntry'), [none])], {
      companiesOfPart: [who],
    })
    expect(answer.text).toMatch(/甲山股份有限公司 2024 年营业收入.*未收录乙山股份有限公司的营业收入/su)
  })
  test('are compared with the newest where the question compares a year with it', () => {
    expect(staffOf('员工比2019年多了多少', three)).toMatch(/由 2019 年末 229,154 人增至 2021 年末 288,186 人/)
  })
  test('of the revenues of several companies begin with the highest', () => {
    const who = ['甲', '乙', '丙'].map((name, at) => ({ id: `c-${at}`, name: `${name}山股份有限公司`, isDemo: false }))
    const found = who.map((one, at) => {
      const revenue = amount('营业收入', (at + 1) * 10_000, '万元')
      return {
        ...listed,
        id: `list:${at}`,
        recordId: `list:${at}`,
        company: one,
        fields: { ...listed.fields, revenue },
      }
    })
    const part = { intent: 'comparison' as const, uncollected: ['营业收入'] }
    const answer = compose(
      part,
      found.map((one) => result(yearlyCall('listEntry'), [one])),
      { companiesOfPart: [who] },
    )
    expect(answer.statements[0]?.text).toBe(
      '丙山股份有限公司 2024 年营业收入最高，高于乙山股份有限公司、甲山股份有限公司。',
    )
  })
  test('of a list name the company as private or state-owned where its type is asked', () => {
    const part = { facts: ['businessType' as const] }
    expect(answerOf('是民企吗', part, yearlyCall('listEntry'), [listed])).toBe(
      '甲川科技有限公司列入 2025 中国民营企业500强第 5 位，2024 年营业收入 7,771.02 亿元。',
    )
    expect(answerOf('是民企吗', part, yearlyCall('listEntry'), [])).toBe('')
  })
})

describe('who holds an office', () => {
  const call: ToolCall = {
    ...recordsCall,
    arguments: { ...recordsCall.arguments, kind: 'keyPerson', position: '董事长' },
  }
  const chair = evidence({
    id: 'chair',
    citedType: 'record',
    recordType: 'keyPerson',
    recordId: 'chair',
    label: '主要人员',
    view: 'current',
    fields: { name: text('姓名', '刘畅'), positions: texts('职务', ['董事长']) },
  })
  const narrowed = counts('主要人员', 1, 0, 0, 'keyPerson')
  const found = { ...narrowed, fields: { ...narrowed.fields, position: text('职务', '董事长') } }
  test.each([
    ['董事长是刘畅吗', '是，甲川科技有限公司的董事长为刘畅（截至 2026-06-30）。'],
    ['董事长是王某吗', '不是，甲川科技有限公司的董事长为刘畅（截至 2026-06-30）。'],
    ['董事长姓刘吗', '是，甲川科技有限公司的董事长为刘畅（截至 2026-06-30）。'],
    ['董事长是不是姓王', '不是，甲川科技有限公司的董事长为刘畅（截至 2026-06-30）。'],
    ['法人是刘畅吗', '甲川科技有限公司的董事长为刘畅（截至 2026-06-30）。'],
    ['董事长是谁', '甲川科技有限公司的董事长为刘畅（截至 2026-06-30）。'],
  ])('%s', (question, answer) => {
    const asked = readAsked(question)
    expect(compose({ intent: 'people' }, [result(call, [found, chair])], { asked }).text).toBe(answer)
  })
  const ofPerson = (name: string) => ({ ...call, arguments: { ...call.arguments, person: name, position: null } })
  const manager = {
    ...chair,
    id: 'manager',
    fields: { name: text('姓名', '王演示'), positions: texts('职务', ['总经理']) },
  }
  test('is followed by what the person is who does not hold it', () => {
    const asked = readAsked('董事长是王演示吗')
    const own = result(ofPerson('王演示'), [{ ...narrowed, id: 'own' }, manager])
    expect(compose({ intent: 'people' }, [result(call, [found, chair]), own], { asked }).text).toBe(
      '不是，甲川科技有限公司的董事长为刘畅（截至 2026-06-30）。\n王演示任甲川科技有限公司的总经理（截至 2026-06-30）。',
    )
    const holder = result(ofPerson('刘畅'), [{ ...narrowed, id: 'own' }, chair])
    const confirmed = { asked: readAsked('董事长是刘畅吗') }
    expect(compose({ intent: 'people' }, [result(call, [found, chair]), holder], confirmed).statements).toHaveLength(1)
  })
  test.each([
    ['刘畅', /^姓名相同，甲川科技有限公司的董事长为刘畅/u],
    ['王演示', /^不是，甲川科技有限公司的董事长为刘畅/u],
  ])('is compared with who holds it in another company: %s', (name, answer) => {
    const of = { id: 'c-2', name: '乙川科技有限公司', isDemo: false }
    const other = { ...chair, id: 'other', company: of, fields: { ...chair.fields, name: text('姓名', name) } }
    const results = [result(call, [found, chair]), result(call, [{ ...found, id: 'of-other', company: of }, other])]
    const asked = readAsked('两家董事长是同一个人吗')
    expect(compose({ intent: 'people' }, results, { asked }).text).toMatch(answer)
  })
  test('is said beside a person who holds none, by chairman and general manager', () => {
    const none = counts('主要人员', 0, 0, 0, 'keyPerson')
    const missing = { ...none, id: 'none', fields: { ...none.fields, person: text('姓名或名称', '张三') } }
    const ofManager = { ...call, arguments: { ...call.arguments, position: '总经理' } }
    const led = (general: Evidence) => [result(call, [found, chair]), result(ofManager, [found, general])]
    const part = { intent: 'people' as const, person: '张三' }
    expect(compose(part, [result(ofPerson('张三'), [missing]), ...led(manager)]).statements.at(-1)?.text).toBe(
      '甲川科技有限公司的董事长为刘畅，总经理为王演示（截至 2026-06-30）。',
    )
    const both = { ...chair, fields: { ...chair.fields, positions: texts('职务', ['董事长', '总经理']) } }
    const ofBoth = [result(call, [found, both]), result(ofManager, [found, both])]
    expect(compose(part, [result(ofPerson('张三'), [missing]), ...ofBoth]).statements.at(-1)?.text).toBe(
      '甲川科技有限公司的董事长、总经理为刘畅（截至 2026-06-30）。',
    )
    const officer = { ...part, person: '王演示' }
    expect(compose(officer, [result(ofPerson('王演示'), [narrowed, manager]), ...led(manager)]).text).toBe(
      '王演示任甲川科技有限公司的总经理（截至 2026-06-30）。',
    )
  })
  test('is said of the legal representative with the year of the report', () => {
    const facts = evidence({
      id: 'f',
      fields: {
        legalRepresentative: text('法定代表人', '王卫'),
        legalRepresentativeDate: text('记载于', '2019 年年报'),
      },
    })
    const part = { facts: ['legalRepresentative' as const] }
    const answer = compose(part, [result(factsCall, [facts])], { asked: readAsked('王卫还是法人吗') })
    expect(answer.text).toBe('是，甲川科技有限公司的法定代表人为王卫（2019 年年报，此后未收录）。')
  })
})

describe('what cannot be answered', () => {
  test('names data that is not collected and where to look it up', () => {
    const answer = compose({ uncollected: ['营业收入'] }, [result(yearlyCall('listEntry'), [])])
    expect(answer.text).toBe('未收录营业收入，可到巨潮资讯网查阅上市公司年报。')
  })
  test('states the number of companies whose groups took too long, and that', () => {
    const call: ToolCall = { part: 0, tool: 'count', arguments: { conditions: {}, groupBy: 'region' } }
    const found: Evidence = {
      ...counts('企业查询', 9, 0, 0),
      citedType: 'search',
      company: null,
      fields: { total: amount('合计', 9, '家') },
    }
    const answer = compose({ intent: 'count' }, [result(call, [found])])
    expect(answer.text).toBe(`收录的企业共 9 家。\n${fixedText.notGrouped}`)
  })
  test('names a condition that cannot be searched, and counts nothing without it', () => {
    const call: ToolCall = { part: 0, tool: 'count', arguments: { conditions: {}, groupBy: null } }
    const answer = compose({ intent: 'count', uncollected: ['上市板块统计'] }, [result(call, [])])
    expect(answer.text).toMatch(/^暂不支持按上市板块统计/)
    expect(answer.statements).toHaveLength(1)
  })
  test('states a record once that two parts state', () => {
    const records = result(recordsCall, [counts('被执行人', 1, 0, 0)])
    expect(compose({ intent: 'records' }, [records, records]).statements).toHaveLength(1)
  })
  test('says what to do, and asks for the company only where none is named', () => {
    const part = { intent: 'howTo' as const, term: '欠薪' }
    expect(compose(part, []).text).toBe(
      '工资、加班、辞退补偿等可凭转账、考勤、聊天记录等证据拨打12333向劳动保障监察机构投诉，或申请劳动仲裁。',
    )
    expect(compose(part, [], { companiesOfPart: [[]] }).text).toMatch(
      /12333.*\n查询该企业的公示记录，请说明企业名称。$/u,
    )
  })
  test('names the official site of a kind of records where no company is named', () => {
    const part: Partial<QuestionPart> = { intent: 'records', kinds: ['judicialDocument'] }
    expect(compose(part, [], { companiesOfPart: [[]] }).text).toBe(
      '裁判文书可到中国裁判文书网查询。请说明要查询的企业名称。',
    )
  })
  test('names the company that was not found beside advice', () => {
    const advice: Partial<QuestionPart> = { intent: 'howTo', term: '欠薪' }
    const missing = { companiesOfPart: [[]], unknownNames: ['岚山压我工资'], otherNames: ['岚山'] }
    expect(compose(advice, [], missing).text).toMatch(/^未查询到“岚山”.*12333/su)
  })
  test('states that no such company was found', () => {
    const answer = compose({}, [], { companiesOfPart: [[]], unknownNames: ['无此公司'] })
    expect(answer.text).toBe(fixedText.companyMissing)
  })
  test.each([
    ['番茄炒蛋', fixedText.neitherFound],
    ['云岚集团', fixedText.companyMissing],
  ])('where nothing is read, the words 「%s」 decide whether only a company was not found', (name, stated) => {
    const unread = { ...questionOf({}), doubt: 'unread' } as const
    expect(compose({}, [], { question: unread, companiesOfPart: [[]], unknownNames: [name] }).text).toBe(stated)
  })
  test('names the company that was not found beside one that was', () => {
    const capital = evidence({ id: 'f', fields: { registeredCapital: amount('注册资本', 500, '万元') } })
    const answer = compose({ facts: ['registeredCapital'] }, [result(factsCall, [capital])], {
      unknownNames: ['乙山', '丙河'],
    })
    expect(answer.statements[0]?.text).toBe('未查询到“乙山”“丙河”，请核对名称或统一社会信用代码。')
  })
  test('states that a question of an unknown intent cannot be answered', () => {
    const answer = compose({ intent: 'unknown' }, [], { companiesOfPart: [[]] })
    expect(answer.text).toBe(fixedText.unknownQuestion)
  })
  test('states that a count took too long', () => {
    const call: ToolCall = { part: 0, tool: 'count', arguments: { conditions: {}, groupBy: null } }
    const answer = compose({ intent: 'count' }, [result(call, [], { problem: 'notCounted' })])
    expect(answer.text).toBe(fixedText.notCounted)
  })
})

describe('counts, lists, terms', () => {
  test('state the exact number, the conditions and the largest groups', () => {
    const call: ToolCall = { part: 0, tool: 'count', arguments: { conditions: {}, groupBy: 'region' } }
    const found = search({
      region: text('所属地区', '广东省'),
      total: amount('合计', 1200, '家'),
      group0: amount('深圳市', 900, '家'),
      group1: amount('广州市', 300, '家'),
    })
    const bars = { title: '共 1,200 家', bars: [], path: '/search/result' }
    const answer = compose({ intent: 'count' }, [result(call, [found], { bars })], { companiesOfPart: [[]] })
    expect(answer.text).toBe('收录的广东省企业共 1,200 家，其中深圳市 900 家，广州市 300 家。')
    expect(answer.bars).toBe(bars)
  })
  test('list the first companies with their values', () => {
    const call: ToolCall = { part: 0, tool: 'filter', arguments: { conditions: {}, order: null, limit: 1 } }
    const found = search({
      total: amount('合计', 2, '家'),
      shown: amount('前', 1, '家'),
      name0: text('企业名称', '乙山股份有限公司'),
      capital0: amount('注册资本', 200, '万元'),
    })
    const answer = compose({ intent: 'list' }, [result(call, [found])], { companiesOfPart: [[]] })
    expect(answer.text).toContain('乙山股份有限公司 · 注册资本 200 万元。')
  })
  test('name the first company of an order', () => {
    const conditions = { by: 'revenue' } as const
    const call: ToolCall = { part: 0, tool: 'filter', arguments: { conditions, order: 'most', limit: 1 } }
    const found = search({
      total: amount('合计', 2, '家'),
      name0: text('企业名称', '乙山股份有限公司'),
      revenue0: amount('营业收入', 200, '万元'),
      revenueYear0: amount('年度', 2024, '年'),
    })
    const answer = compose({ intent: 'list' }, [result(call, [found])], { companiesOfPart: [[]] })
    expect(answer.text).toBe(
      '收录的载有营业收入的企业（2 家）中，营业收入最高的是乙山股份有限公司（2024 年营业收入 200 万元）。',
    )
  })
  test('say that a list states no places', () => {
    const conditions = { list: '央企名录', region: '11' }
    const call: ToolCall = { part: 0, tool: 'count', arguments: { conditions, groupBy: null } }
    const found = search({ total: amount('合计', 2, '家'), list: text('榜单', '央企名录') })
    const answer = compose({ intent: 'count' }, [result(call, [found])], { companiesOfPart: [[]] })
    expect(answer.text).toBe('收录的列入央企名录的企业共 2 家。\n名单未载明所在地，未按地区筛选。')
  })
  test('explain a term with its article of law', () => {
    const call: ToolCall = { part: 0, tool: 'explain', arguments: { term: '被执行人' } }
    const term = evidence({
      id: 't',
      citedType: 'term',
      company: null,
      label: '名词解释',
      date: null,
      fields: {
        term: text('名词', '被执行人'),
        text: text('解释', '未履行义务的人。'),
        law: text('依据', '民事诉讼法'),
      },
    })
    const answer = compose({ intent: 'explanation' }, [result(call, [term])], { companiesOfPart: [[]] })
    expect(answer.text).toBe('被执行人：未履行义务的人。\n依据：民事诉讼法。')
  })
})

test('a comparison states the order that the tool computed and keeps its table', () => {
  const other = { id: 'c-2', name: '乙山股份有限公司', isDemo: false }
  const call: ToolCall = {
    part: 0,
    tool: 'compare',
    arguments: { companyIds: ['c-1', 'c-2'], facts: ['registeredCapital'], kinds: [], order: null },
  }
  const of = (id: string, who: AskedCompany, value: number) =>
    evidence({ id, company: who, fields: { registeredCapital: amount('注册资本', value, '万元') } })
  const order = evidence({
    id: 'compare',
    company: null,
    fields: { 'order-registeredCapital': texts('注册资本从高到低', [company.name, other.name]) },
  })
  const table = { columns: [], rows: [] }
  const found = [of('a', company, 500), of('b', other, 200), order]
  const answer = compose({ intent: 'comparison' }, [result(call, found, { table })], {
    companiesOfPart: [[company, other]],
  })
  expect(answer.statements[0]?.text).toBe('甲川科技有限公司注册资本更高（500 万元），乙山股份有限公司为 200 万元。')
  expect(answer.table).toBe(table)
})

test('a comparison of counts states the kind and the order of three companies', () => {
  const who = ['c-1', 'c-2', 'c-3'].map((id, at) => ({ id, name: `${'甲乙丙'[at]}山股份有限公司`, isDemo: false }))
  const call: ToolCall = {
    part: 0,
    tool: 'compare',
    arguments: { companyIds: who.map(({ id }) => id), facts: [], kinds: ['executedPerson'], order: null },
  }
  const found = who.map((one, at) => ({ ...counts('被执行人', 3 - at, 0, 0), id: `records:${one.id}`, company: one }))
  const order = evidence({
    id: 'compare',
    company: null,
    label: '企业对比',
    fields: {
      'order-executedPerson': texts(
        '被执行人从多到少',
        who.map(({ name }) => name),
      ),
    },
  })
  const answer = compose({ intent: 'comparison' }, [result(call, [...found, order])], { companiesOfPart: [who] })
  expect(answer.text).toContain('被执行人从多到少：甲山股份有限公司、乙山股份有限公司、丙山股份有限公司。')
})

test.each([
  [
    'the company with more',
    'order-executedPerson',
    '被执行人从多到少',
    [3, 1],
    '甲川科技有限公司当前被执行人更多（3 条），乙山股份有限公司为 1 条。',
  ],
  [
    'that both have as many, not the same ones',
    'same-executedPerson',
    '被执行人',
    [2, 2],
    '甲川科技有限公司、乙山股份有限公司当前被执行人均为 2 条。',
  ],
] as const)('a comparison of the counts of two companies states %s', (_, field, label, [a, b], expected) => {
  const other = { id: 'c-2', name: '乙山股份有限公司', isDemo: false }
  const call: ToolCall = {
    part: 0,
    tool: 'compare',
    arguments: { companyIds: ['c-1', 'c-2'], facts: [], kinds: ['executedPerson'], order: null },
  }
  const compared = evidence({
    id: 'compare',
    company: null,
    fields: { [field]: texts(label, [company.name, other.name]) },
  })
  const found = [counts('被执行人', a, 0, 0), { ...counts('被执行人', b, 0, 0), id: 'records:c-2', company: other }]
  const answer = compose({ intent: 'comparison' }, [result(call, [...found, compared])], {
    companiesOfPart: [[company, other]],
  })
  expect(answer.statements[0]?.text).toBe(expected)
})

test('a comparison of counts also states what is over where there are none today', () => {
  const other = { id: 'c-2', name: '乙山股份有限公司', isDemo: false }
  const call: ToolCall = {
    part: 0,
    tool: 'compare',
    arguments: { companyIds: ['c-1', 'c-2'], facts: [], kinds: ['executedPerson'], order: null },
  }
  const same = { 'same-executedPerson': texts('被执行人', [company.name, other.name]) }
  const compared = evidence({ id: 'compare', company: null, fields: same })
  const found = [counts('被执行人', 0, 0, 3), { ...counts('被执行人', 0, 0, 0), id: 'records:c-2', company: other }]
  const { statements } = compose({ intent: 'comparison' }, [result(call, [...found, compared])], {
    companiesOfPart: [[company, other]],
  })
  expect(statements.map((one) => one.text)).toEqual([
    expect.stringContaining('当前被执行人均为 0 条'),
    expect.stringMatching(/^甲川科技有限公司的被执行人：历史 3 条/u),
  ])
})

test('two questions in one are answered in two paragraphs', () => {
  const status = evidence({ id: 'f', fields: { status: text('登记状态', '存续') } })
  const first = { ...empty, facts: ['status'] as const }
  const second = { ...empty, intent: 'records' as const }
  const answer = compose(
    {},
    [result(factsCall, [status]), result({ ...recordsCall, part: 1 }, [counts('被执行人', 1, 0, 0)])],
    {
      question: {
        ...emptyQuestion,
        parts: [first, second],
      },
      companiesOfPart: [[company], [company]],
    },
  )
  expect(answer.statements.map(({ startsParagraph }) => startsParagraph)).toEqual([true, true])
})
