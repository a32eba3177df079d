import type { AssistantCase } from '../case.ts'
import { type Drawing, drawCases, filled } from './drawing.ts'

/** Words of the questions for data that are never collected, as the answer names them. */
const uncollected: readonly [asked: RegExp, words: readonly string[]][] = [
  [/营业收入/u, ['营业收入']],
  [/净利润/u, ['净利润']],
  [/股价/u, ['股价']],
  [/研发费用/u, ['研发费用']],
  [/市值/u, ['市值']],
  [/工资/u, ['工资', '薪资', '薪酬']],
  [/毛利率/u, ['毛利率']],
  [/加班/u, ['加班']],
]

export function notAvailableCases(drawing: Drawing): AssistantCase[] {
  const { rows, random, phrasings, real, fictional, perKind } = drawing
  return drawCases('notAvailable', perKind, () => {
    const wording = random.pick(phrasings.notAvailable)
    const company = random.pick(random.below(5) === 0 ? fictional : real)
    const words = uncollected.find(([asked]) => asked.test(wording))?.[1] ?? []
    // A list of companies states the revenue of some.
    const isListed = rows
      .recordsOf(company)
      .some(({ kind, content }) => kind === 'listEntry' && content['revenue'] != null)
    if (words.includes('营业收入') && isListed) return null
    return { question: filled(wording, { company: company.name }), expected: { type: 'unavailable', words } }
  })
}

const unconnected = ['失信被执行人', '被执行人', '行政处罚', '裁判文书', '开庭公告', '经营异常', '严重违法', '股权出质']

export function notConnectedCases(drawing: Drawing): AssistantCase[] {
  const { random, phrasings, real, perKind } = drawing
  return drawCases('notConnected', perKind, () => {
    const kind = random.pick(unconnected)
    return {
      question: filled(random.pick(phrasings.notConnected), { company: random.pick(real).name, kind }),
      expected: { type: 'notConnected', label: kind },
    }
  })
}

const [heads, brands, lines] = [
  ['', '北京', '上海', '深圳市', '浙江'],
  ['云杉雀', '砚北斋', '澄屿谣', '霁鹿川', '星阙砂', '岚苔渡'],
  ['科技有限公司', '贸易有限公司', '餐饮管理有限公司', '股份有限公司', '建筑工程有限公司'],
]

export function noSuchCompanyCases(drawing: Drawing): AssistantCase[] {
  const { random, phrasings, rows, perKind } = drawing
  return drawCases('noSuchCompany', perKind, () => {
    const brand = random.pick(brands ?? [])
    const missing = `${random.pick(heads ?? [])}${brand}${random.pick(lines ?? [])}`
    if (rows.companies.some(({ name }) => name.includes(brand))) return null
    return { question: filled(random.pick(phrasings.noSuchCompany), { missing }), expected: { type: 'noCompany' } }
  })
}

const terms = [
  '被执行人',
  '失信被执行人',
  '限制高消费',
  '经营异常',
  '股权出质',
  '行政处罚',
  '注销',
  '吊销',
  '歇业',
  '实缴资本',
]

export function explanationCases(drawing: Drawing): AssistantCase[] {
  const { random, phrasings, perKind } = drawing
  return drawCases('explanation', perKind, () => {
    const term = random.pick(terms)
    return {
      question: filled(random.pick(phrasings.explanation), { term }),
      expected: { type: 'states', values: [[`${term}：`.normalize('NFKC')]], companyIds: [] },
    }
  })
}

const guides: readonly [asked: RegExp, words: readonly string[]][] = [
  [/异议/u, ['异议', '纠错']],
  [/关注/u, ['关注']],
  [/会员/u, ['会员', '领取']],
  [/注销/u, ['注销']],
  [/导出/u, ['导出']],
]

export function howToCases(drawing: Drawing): AssistantCase[] {
  const { random, phrasings, perKind } = drawing
  return drawCases('howTo', perKind, () => {
    const question = random.pick(phrasings.howTo)
    const words = guides.find(([asked]) => asked.test(question))?.[1] ?? []
    return { question, expected: { type: 'states', values: [words], companyIds: [] } }
  })
}

export function coverageCases(drawing: Drawing): AssistantCase[] {
  const { random, phrasings, real, perKind } = drawing
  return drawCases('coverage', perKind, () => {
    const wording = random.pick(phrasings.coverage)
    const kind = random.pick(['主要人员', '变更记录', '榜单', '失信被执行人', '股东信息'])
    const values = /多少家/u.test(wording) ? [[`${real.length}家`]] : [['截至', '数据来源', '未接入']]
    return { question: filled(wording, { kind }), expected: { type: 'states', values, companyIds: [] } }
  })
}
