import { describe, expect, it } from 'vitest'
import {
  countsOf,
  dateOf,
  factsOf,
  firstCompany,
  numberOf,
  recordOf,
  stating,
  textOf,
  textsOf,
} from '../../../../test/assistant/build-evidence.ts'
import type { Evidence } from '../evidence/evidence.ts'
import { verifyStatement } from './verify-statement.ts'

const reasonOf = (text: string, ...cited: readonly Evidence[]) => verifyStatement(stating(text, ...cited), cited)

const staff = (year: number, employees: number) =>
  recordOf(`r-${year}`, {
    year: numberOf('年度', year, '年'),
    employees: numberOf('员工人数', employees, '人'),
    reportDate: dateOf('年报披露日期', `${year + 1}-03-30`),
  })
const none = countsOf('行政处罚', { current: 0, disputed: 0, history: 0 })
const narrowed = countsOf(
  '行政处罚',
  { current: 0, disputed: 0, history: 0 },
  { conditions: { from: dateOf('日期自', '2023-01-01'), to: dateOf('日期至', '2023-12-31') } },
)
const name = firstCompany.name

describe('a composed sentence is supported', () => {
  it.each<[text: string, ...Evidence[]]>([
    [
      `${name} 2021 年末员工 288,186 人（2022-03-30 披露）；2020 年 224,280 人。`,
      staff(2021, 288_186),
      staff(2020, 224_280),
    ],
    [
      '2024 年营业收入 7,771.02 亿元（2025 中国民营企业500强）。',
      factsOf({
        revenue: numberOf('营业收入', 77_710_246, '万元'),
        revenueYear: numberOf('营业收入年度', 2024, '年'),
        year: numberOf('榜单年份', 2025, '年'),
        list: textOf('榜单', '中国民营企业500强'),
      }),
    ],
    [`未收录${name} 2018 年的员工人数，最近为 2021 年末 5 人。`, staff(2021, 5)],
    ['行政处罚、裁判文书等 2 类未接入。', factsOf({ connection: textsOf('未接入该数据源', ['行政处罚', '裁判文书']) })],
    [`未查询到${name}的行政处罚（2023 年）。`, narrowed],
    ['由 2020 年末 6 人增至 2021 年末 9 人，增加 3 人。', staff(2021, 9), staff(2020, 6)],
    [
      '甲 55%、乙 18%，合计 73%。',
      recordOf('s-1', { percent: numberOf('持股比例', 55, '%') }),
      recordOf('s-2', { percent: numberOf('持股比例', 18, '%') }),
    ],
    ['前 2 条：员工 5 人，员工 6 人。', staff(2021, 5), staff(2020, 6)],
  ])('%s', (text, ...cited) => {
    expect(reasonOf(text, ...cited)).toBeNull()
  })
})

describe('a sentence without evidence', () => {
  it('names only what was not found', () => {
    expect(reasonOf('未查询到“乙山”，请核对名称或统一社会信用代码。')).toBeNull()
    expect(reasonOf('未查询到“乙山”“丙河”，请核对名称或统一社会信用代码。')).toBeNull()
    expect(reasonOf('未查询到“乙山”的行政处罚，请核对名称或统一社会信用代码。')).toBe('uncited')
  })
})

describe('a composed sentence is rejected', () => {
  it.each<[reason: string, text: string, ...Evidence[]]>([
    ['unsupportedFigure', `${name} 2021 年末员工 288,187 人。`, staff(2021, 288_186)],
    ['unsupportedFigure', `${name} 2022 年末员工 288,186 人。`, staff(2021, 288_186)],
    ['unsupportedFigure', '员工 5 人，员工 5 人。', staff(2021, 5)],
    ['unsupportedFigure', '由 2020 年末 6 人增至 2021 年末 9 人，增加 4 人。', staff(2021, 9), staff(2020, 6)],
    // The number of cited records is none of their figures.
    ['unsupportedFigure', '员工 2 人。', staff(2021, 5), staff(2020, 6)],
    [
      'unsupportedFigure',
      '行政处罚、裁判文书等 3 类未接入。',
      factsOf({ connection: textsOf('未接入该数据源', ['行政处罚', '裁判文书']) }),
    ],
    [
      'unsupportedNegation',
      `未查询到${name}的被执行人。`,
      countsOf('被执行人', { current: 0, disputed: 0, history: 2 }),
    ],
    ['unsupportedNegation', `未查询到${name}的员工人数。`, staff(2021, 5)],
  ])('as %s: %s', (reason, text, ...cited) => {
    expect(reasonOf(text, ...cited)).toBe(reason)
  })
  it('if a negative omits the condition of its list', () => {
    const statement = {
      ...stating(''),
      text: `未查询到${name}的行政处罚。`,
      citations: [{ evidenceId: narrowed.id, fields: ['total'] }],
    }
    expect(verifyStatement(statement, [narrowed])).toBe('conditionOmitted')
    expect(reasonOf(`未查询到${name}的行政处罚。`, none)).toBeNull()
  })
})
