import { describe, expect, test } from 'vitest'
import type { AssistantCase, SeenAnswer, SeenSentence } from '../case.ts'
import { plainText } from '../plain-text.ts'
import type { CompanyRow, RecordRow, StoreRows } from '../store-rows.ts'
import { withoutComputed } from './computed-figures.ts'
import { findInvented } from './find-invented.ts'
import { judgeExpected } from './judge-expected.ts'

const buildCompany = (own: Partial<CompanyRow> & Pick<CompanyRow, 'id' | 'name'>): CompanyRow => ({
  name_key: own.name,
  credit_code: null,
  registration_number: null,
  name_english: null,
  short_name: null,
  status: '存续',
  business_type: null,
  legal_representative: '演示甲',
  people_as_of: '2019',
  identity_as_of: '2020',
  contact_as_of: '2020',
  capital_value: 500,
  capital_unit: '万元',
  capital_currency: 'CNY',
  capital_comparable: 500,
  founded_on: '2012-03-04',
  region_code: null,
  list_province: '广东省',
  industry_code: null,
  industry_section: null,
  address: '演示市演示路1号（注册资本为999万元）',
  scope: null,
  website: null,
  email: null,
  phones: '[]',
  insured_count: null,
  insured_year: null,
  staff_size: null,
  is_listed: 0,
  is_demo: 0,
  ...own,
})
const first = buildCompany({ id: 'c-1', name: '甲川演示有限公司' })
const second = buildCompany({ id: 'c-2', name: '乙山演示有限公司', capital_value: 200, capital_comparable: 200 })

const record: RecordRow = {
  id: 'r-1',
  kind: 'executedPerson',
  view: 'current',
  published_on: '2026-08-25',
  as_of: '2026-11-18',
  status: '当前有效',
  removed_on: null,
  removed_reason: null,
  content: { caseNo: '（2026）演0101执1234号', filedDate: '2026-08-18' },
}

const rows: StoreRows = {
  companies: [first, second],
  byId: new Map([first, second].map((company) => [company.id, company])),
  listingsOf: (id) =>
    id === 'c-1' ? [{ code: '990001', board: '科创板', exchange: 'SSE', listed_on: '2020-07-20' }] : [],
  namesOf: () => [],
  allNamesOf: () => [],
  disputesOf: () => [],
  sourceDates: ['2026-06'],
  sourceNames: [],
  recordsOf: ({ id }) => (id === first.id ? [record] : []),
  regionOf: ({ list_province: province }) => ({ province, city: null }),
  industryNameOf: () => null,
  isConnected: () => true,
  places: new Set(),
  provinces: [],
  sections: [],
}

const seen = (...sentences: readonly Partial<SeenSentence>[]): SeenAnswer => ({
  status: 'completed',
  sentences: sentences.map((own) => ({ text: '', companyIds: [first.id], citedTypes: ['facts'], ...own })),
  rows: [],
  candidates: [],
  subjectIds: [],
  milliseconds: 2,
})
const inventedIn = (text: string, own: Partial<SeenSentence> = {}) => findInvented(seen({ text, ...own }), rows)

describe('the judge of invented facts', () => {
  test.each([
    ['a right value', '甲川演示有限公司的注册资本为 500 万元（截至 2026-06）。'],
    ['a right count', '甲川演示有限公司的被执行人：当前 1 条（截至 2026-06）。'],
    ['a right absence', '截至 2026-06，未查询到甲川演示有限公司的行政处罚。'],
    ['a quoted address, whatever it says', '甲川演示有限公司的注册地址为演示市演示路1号（注册资本为999万元）。'],
    ['the year of a report', '甲川演示有限公司的法定代表人为演示甲，记载于 2019 年年报。'],
    ['the year of a report that states the address', '甲川演示有限公司的登记状态为存续（截至 2020 年）。'],
    ['a right order', '注册资本：甲川演示有限公司高于乙山演示有限公司，差额 300 万元。'],
  ])('passes %s', (_, text) => {
    expect(inventedIn(text, { companyIds: [first.id, second.id] })).toEqual([])
  })

  const figures = '甲川演示有限公司的注册资本 500 万元，乙山演示有限公司 200 万元，'
  test.each([
    [`${figures}相差 300 万元。`, []],
    [`${figures}相差 310 万元。`, ['310']],
    ['2010-01-02、2012-03-04，相差 2 年 2 个月。', []],
    ['2010-01-02、2012-03-04，相差 3 年 2 个月。', ['3', '2']],
    ['2012-03-04，至今 14 年。', []],
    ['2012-03-04，至今 15 年。', ['15']],
    ['55%、18%，合计 73%。', []],
  ])('computes again the figures of %s', (text, wrong) => {
    const rest = withoutComputed(plainText(text), '2026-11-29')
    const left = (/(?:相差|至今|合计)([^。]*)/u.exec(rest)?.[1] ?? '').match(/\d+/gu) ?? []
    expect([...left]).toEqual(wrong)
  })

  test.each([
    ['number', '甲川演示有限公司的注册资本为 510 万元。'],
    ['date', '甲川演示有限公司的成立日期为 2013-03-04。'],
    ['value of another company', '甲川演示有限公司的注册资本为 200 万元。'],
    ['year of a report', '甲川演示有限公司的法定代表人为演示甲，记载于 2018 年年报。'],
    ['name', '甲川演示有限公司的法定代表人为王小明。'],
    ['status', '甲川演示有限公司的登记状态为吊销。'],
    ['case number', '案号为（2026）演0101执9999号。'],
    ['count', '甲川演示有限公司的被执行人：当前 3 条。'],
    ['view', '甲川演示有限公司的被执行人：历史 1 条。'],
    ['absence', '截至 2026-06，未查询到甲川演示有限公司的被执行人。'],
    ['missing value', '甲川演示有限公司：未收录成立日期。'],
    ['order', '注册资本：甲川演示有限公司低于乙山演示有限公司。'],
    ['judgement', '甲川演示有限公司经营稳健。'],
  ])('finds a wrong %s', (_, text) => {
    expect(inventedIn(text)).not.toEqual([])
  })

  test('counts a search again', () => {
    const search = { companyIds: [], citedTypes: ['search'] }
    expect(inventedIn('收录的注册资本高于 300 万元的企业共 1 家。', search)).toEqual([])
    expect(inventedIn('收录的注册资本高于 300 万元的企业共 2 家。', search)).not.toEqual([])
    expect(inventedIn('收录的 2020 年上市的企业共 1 家。', search)).toEqual([])
    expect(inventedIn('收录的 2020 年上市的企业共 2 家。', search)).not.toEqual([])
    expect(inventedIn('收录的科创板上市公司共 1 家。', search)).toEqual([])
    expect(inventedIn('收录的科创板上市公司共 2 家。', search)).not.toEqual([])
  })
})

describe('the judge of expected texts', () => {
  const one: AssistantCase = {
    id: 'oneFact-1',
    set: 'generated',
    kind: 'oneFact',
    earlier: [],
    companyId: null,
    question: '甲川演示有限公司的注册资本是多少',
    expected: { type: 'states', values: [['500万元']], companyIds: [first.id] },
  }
  const verdictOf = (answer: SeenAnswer, own: Partial<AssistantCase> = {}) =>
    judgeExpected({ ...one, ...own }, answer).verdict

  test('takes the value in any writing', () => {
    expect(verdictOf(seen({ text: '**甲川演示有限公司**的注册资本为 ５００ 万元。' }))).toBe('right')
  })
  test('does not take another value, or another company', () => {
    expect(verdictOf(seen({ text: '注册资本为 5,000 万元。' }))).toBe('wrong')
    expect(verdictOf(seen({ text: '注册资本为 500 万元。', companyIds: [second.id] }))).toBe('wrong')
  })
  test('knows a question that was not answered', () => {
    expect(verdictOf({ ...seen(), status: 'clarified' })).toBe('notAnswered')
    expect(verdictOf(seen({ text: '暂时无法回答该问题，可尝试以下提问。', companyIds: [] }))).toBe('notAnswered')
  })
  test('wants texts of one sentence together', () => {
    const expected: AssistantCase['expected'] = {
      type: 'states',
      values: [],
      together: [['被执行人', '当前1条']],
      companyIds: null,
    }
    expect(verdictOf(seen({ text: '被执行人：当前 1 条。' }), { expected })).toBe('right')
    expect(verdictOf(seen({ text: '被执行人：未查询到。' }, { text: '行政处罚：当前 1 条。' }), { expected })).toBe(
      'wrong',
    )
  })
  test('wants a clarification only where several companies fit', () => {
    const expected: AssistantCase['expected'] = { type: 'clarifies', companyIds: [first.id, second.id] }
    expect(verdictOf({ ...seen(), status: 'clarified', candidates: [first.id, second.id] }, { expected })).toBe('right')
    expect(verdictOf(seen({ text: '注册资本为 500 万元。' }), { expected })).toBe('wrong')
  })
})
