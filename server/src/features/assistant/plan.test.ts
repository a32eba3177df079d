import { describe, expect, test } from 'vitest'
import { loadReferenceData, readIntentModelFile } from '../../platform/reference-data.ts'
import { readAsked } from './answer/asked.ts'
import { asAsked } from './parts-as-asked.ts'
import { companiesOfParts, continueEarlier, MOST_CALLS, planAnswer, planSections } from './plan.ts'
import type { ResolvedCompany } from './question/choose-companies.ts'
import { parseQuestion } from './question/parse-question.ts'
import { createIntentRanker } from './question/rank-intents.ts'

const { regions, industries } = loadReferenceData({ demo: true })
const rank = createIntentRanker(readIntentModelFile())
const parse = (question: string) =>
  parseQuestion(question, { today: '2026-11-23', regions, industries, refusalRules: [], rank, opensOnCompany: false })
const company = (question: string, name: string): ResolvedCompany => ({
  id: `c-${name}`,
  name,
  isDemo: true,
  start: question.includes(name) ? question.indexOf(name) : null,
  mention: name,
  correctedTo: null,
})
const plan = (question: string, ...names: string[]) => {
  const parsed = parse(question)
  const companies = companiesOfParts(
    parsed,
    names.map((name) => company(question, name)),
  )
  return { parsed, companies, calls: planAnswer(parsed, companies) }
}
const tools = (question: string, ...names: string[]) =>
  plan(question, ...names).calls.map((call) => (call.tool === 'records' ? call.arguments.kind : call.tool))
/** Calls for a question that needs no name of its company. */
const callsOf = (question: string) => {
  const asked = readAsked(question)
  return planAnswer(asAsked(parse(question), asked, true), [[company(question, '云帆')]], asked)
}
const kindsOf = (question: string) =>
  callsOf(question).flatMap(({ tool, arguments: of }) => ('kinds' in of ? of.kinds : 'kind' in of ? of.kind : tool))
const counts = (current: number, history = 0) => ({ current, disputed: 0, history })

describe('planning an answer', () => {
  test('reads the facts that are asked', () => {
    expect(plan('云帆的法人和注册资本', '云帆').calls).toEqual([
      {
        part: 0,
        tool: 'company_facts',
        arguments: { companyId: 'c-云帆', facts: ['legalRepresentative', 'registeredCapital'] },
      },
      // Who leads it, where no source states the legal representative.
      { part: 0, tool: 'records', arguments: expect.objectContaining({ kind: 'keyPerson', position: '董事长' }) },
    ])
  })

  test('counts before it opens sections of a risk overview', () => {
    const { parsed, companies, calls } = plan('云帆有什么风险', '云帆')
    expect(calls.map(({ tool }) => tool)).toEqual(['coverage'])
    const counted = [
      { companyId: 'c-云帆', kind: 'punishment' as const, counts: counts(0, 2) },
      { companyId: 'c-云帆', kind: 'dishonestExecutor' as const, counts: counts(1) },
      { companyId: 'c-云帆', kind: 'executedPerson' as const, counts: counts(0) },
    ]
    const sections = planSections(parsed, companies, counted, calls.length)
    expect(sections.map((call) => (call.tool === 'records' ? call.arguments.kind : call.tool))).toEqual([
      'company_facts',
      'annualEmployees',
      'listEntry',
      'dishonestExecutor',
      'punishment',
    ])
    expect(sections.at(-1)).toMatchObject({ arguments: { limit: 1, order: 'newest' } })
  })

  test('reads what matters to the asker beside the counts', () => {
    const { parsed, companies } = plan('云帆有什么风险', '云帆')
    const counted = [{ companyId: 'c-云帆', kind: 'judicialDocument' as const, counts: counts(2) }]
    const planned = (question: string) =>
      planSections(parsed, companies, counted, 1, readAsked(question)).map(({ arguments: of }) => of)
    expect(planned('能不能入职')).toContainEqual(expect.objectContaining({ facets: { labour: '劳动争议' } }))
    expect(planned('给云帆供货')).toContainEqual(
      expect.objectContaining({ facts: expect.arrayContaining(['paidInCapital']) }),
    )
  })

  test('reads every year of what is stated by year', () => {
    const question = '云帆2019年的法定代表人和员工人数'
    const parsed = parse(question)
    const companies = companiesOfParts(parsed, [company(question, '云帆')])
    const calls = planAnswer(parsed, companies, readAsked(question))
    for (const kind of ['annualEmployees', 'reportedRepresentative']) {
      expect(calls).toContainEqual(
        expect.objectContaining({ arguments: expect.objectContaining({ kind, days: null, limit: 10 }) }),
      )
    }
  })

  test('reads the holder of an office, not a person, where it is asked whether the person holds it', () => {
    const question = '云帆的董事长是王演示吗'
    const parsed = parse(question)
    const companies = companiesOfParts(parsed, [company(question, '云帆')])
    expect(planAnswer(parsed, companies, readAsked(question))).toMatchObject([
      { tool: 'records', arguments: { kind: 'keyPerson', person: null, position: '董事长' } },
      // What the person is otherwise.
      { tool: 'records', arguments: { kind: 'keyPerson', person: '王演示' } },
      // Who signs the reports, where no source states the officers.
      { tool: 'company_facts', arguments: { facts: ['legalRepresentative'] } },
    ])
  })

  test('reads who leads the company beside a person of it', () => {
    const question = '云帆的王演示还管事不'
    const parsed = parse(question)
    const companies = companiesOfParts(parsed, [company(question, '云帆')])
    expect(planAnswer(parsed, companies, readAsked(question))).toMatchObject([
      { arguments: { kind: 'keyPerson', person: '王演示', position: null } },
      { arguments: { kind: 'keyPerson', position: '董事长' } },
      { arguments: { kind: 'keyPerson', position: '总经理' } },
      { tool: 'company_facts', arguments: { facts: ['legalRepresentative'] } },
    ])
  })

  test('reads the amounts of 被执行人 where amounts of 失信 are asked', () => {
    expect(kindsOf('云帆失信欠多少')).toEqual(['dishonestExecutor', 'executedPerson'])
    expect(kindsOf('云帆失信几条')).toEqual(['dishonestExecutor'])
  })

  test('reads the records of the company before where a person is asked for', () => {
    expect(callsOf('那限高的是哪个人')).toMatchObject([{ arguments: { kind: 'consumptionRestriction' } }])
    expect(callsOf('被限高的公司有哪些')).toMatchObject([{ tool: 'filter' }])
  })

  test.each(['云帆的营收多少', '云帆是哪年上市的，营收多少', '云帆的净利润和营收'])(
    'reads the revenue of the lists: %s',
    (question) => {
      expect(kindsOf(question)).toContain('listEntry')
    },
  )

  test('reads the registered beside the paid-in capital, and how a company ended beside its state', () => {
    expect(callsOf('云帆的实缴资本')[0]?.arguments).toMatchObject({ facts: ['paidInCapital', 'registeredCapital'] })
    expect(callsOf('云帆的登记状态')[0]?.arguments).toMatchObject({ facts: ['status', 'ended'] })
  })

  test('reads the lists that name the company for a supplier last', () => {
    const { parsed, companies } = plan('云帆有什么风险', '云帆')
    const counted = [{ companyId: 'c-云帆', kind: 'punishment' as const, counts: counts(1) }]
    const calls = planSections(parsed, companies, counted, 1, readAsked('给云帆供货靠谱吗'))
    expect(calls.map((call) => (call.tool === 'records' ? call.arguments.kind : call.tool))).toEqual([
      'company_facts',
      'annualEmployees',
      'punishment',
      'listEntry',
    ])
  })

  test('opens no section of the history when current records are asked', () => {
    const { parsed, companies } = plan('云帆目前有哪些官司', '云帆')
    const counted = [{ companyId: 'c-云帆', kind: 'judicialDocument' as const, counts: counts(0, 5) }]
    expect(planSections(parsed, companies, counted, 1)).toEqual([])
  })

  test('makes at most eight calls', () => {
    const names = ['甲甲', '乙乙', '丙丙', '丁丁', '戊戊']
    const { parsed, companies, calls } = plan('甲甲、乙乙、丙丙、丁丁、戊戊分别有哪些股东和对外投资', ...names)
    expect(calls.length).toBeLessThanOrEqual(MOST_CALLS)
    const counted = names.flatMap((name) => [
      { companyId: `c-${name}`, kind: 'punishment' as const, counts: counts(3) },
    ])
    expect(planSections(parsed, companies, counted, calls.length).length + calls.length).toBeLessThanOrEqual(MOST_CALLS)
  })

  test('compares companies in one call', () => {
    expect(plan('云帆和澜山谁注册资本高', '云帆', '澜山').calls).toEqual([
      {
        part: 0,
        tool: 'compare',
        arguments: { companyIds: ['c-云帆', 'c-澜山'], facts: ['registeredCapital'], kinds: [], order: 'most' },
      },
    ])
  })

  test('asks for each company of two questions what its own clause asks', () => {
    const { calls } = plan('云帆的注册资本是多少，澜山的股东有哪些', '云帆', '澜山')
    expect(calls).toMatchObject([
      { part: 0, tool: 'company_facts', arguments: { companyId: 'c-云帆' } },
      { part: 1, tool: 'records', arguments: { kind: 'shareholderInfo', companyId: 'c-澜山' } },
    ])
  })

  test('asks the second question about the company of the first', () => {
    expect(plan('云帆的注册资本是多少？有没有行政处罚', '云帆').calls).toMatchObject([
      {},
      { part: 1, tool: 'records', arguments: { companyId: 'c-云帆', kind: 'punishment' } },
    ])
  })

  test('reads the newest record alone when one is asked', () => {
    expect(plan('云帆最近一次行政处罚', '云帆').calls).toMatchObject([
      { tool: 'records', arguments: { order: 'newest', limit: 1 } },
    ])
  })

  test('passes the person, the years and the views on', () => {
    expect(plan('王演示在云帆持股多少', '云帆').calls).toMatchObject([
      { tool: 'records', arguments: { kind: 'shareholderInfo', person: '王演示' } },
    ])
    expect(plan('云帆2024年的历史失信', '云帆').calls).toMatchObject([
      { arguments: { view: 'history', days: { from: '2024-01-01', to: '2024-12-31' } } },
    ])
  })

  test('reads who leads the company beside the ownership', () => {
    expect(tools('云帆的实际控制人', '云帆')).toEqual(['ownership', 'keyPerson', 'keyPerson', 'company_facts'])
  })

  test('names what is available beside data that is never collected', () => {
    expect(tools('云帆去年净利润', '云帆')).toEqual(['coverage'])
  })

  test('looks revenue up in the lists of companies', () => {
    expect(tools('云帆去年营业收入', '云帆')).toEqual(['listEntry'])
  })

  test('compares revenue by the lists of companies', () => {
    expect(plan('云帆和澜山谁营收高', '云帆', '澜山').calls).toMatchObject([
      { tool: 'records', arguments: { companyId: 'c-云帆', kind: 'listEntry' } },
      { tool: 'records', arguments: { companyId: 'c-澜山', kind: 'listEntry' } },
    ])
  })

  test('looks in the lists of companies whether one is owned by the state', () => {
    expect(plan('云帆是国企吗', '云帆').calls).toMatchObject([
      { tool: 'company_facts', arguments: { facts: ['businessType'] } },
      { tool: 'records', arguments: { kind: 'listEntry' } },
    ])
  })

  test('looks for former names among the changes, too', () => {
    expect(tools('云帆以前叫什么', '云帆')).toEqual(['company_facts', 'changeRecord'])
  })

  test('reads the industry beside the scope', () => {
    expect(plan('云帆的经营范围', '云帆').calls).toMatchObject([{ arguments: { facts: ['scope', 'industry'] } }])
  })

  test('counts, lists, explains and covers without a company', () => {
    expect(tools('深圳有多少家上市公司')).toEqual(['count'])
    expect(tools('深圳有哪些上市公司')).toEqual(['filter'])
    expect(tools('吊销和注销的区别')).toEqual(['explain', 'explain'])
    expect(plan('你们有哪些数据').calls).toMatchObject([{ tool: 'coverage', arguments: { companyId: null } }])
  })

  test('repeats the earlier question for another company', () => {
    const earlier = parse('云帆有哪些股东')
    const question = '那澜山呢'
    const parsed = continueEarlier(parse(question), earlier)
    expect(planAnswer(parsed, companiesOfParts(parsed, [company(question, '澜山')]))).toMatchObject([
      { tool: 'records', arguments: { kind: 'shareholderInfo', companyId: 'c-澜山' } },
    ])
  })

  test('narrows the records that were asked before', () => {
    const parsed = continueEarlier(parse('最早的一条是哪年的'), parse('澜山有几条失信'))
    expect(parsed.parts).toMatchObject([{ intent: 'records', kinds: ['dishonestExecutor'], order: 'oldest', limit: 1 }])
  })

  test('goes on with what was asked where it compares without a word for it', () => {
    const parsed = continueEarlier(parse('它们谁更早'), parse('澜山是哪年成立的'))
    expect(parsed.parts).toMatchObject([{ intent: 'comparison', facts: ['foundedOn'], order: 'oldest' }])
    expect(continueEarlier(parse('和云帆比呢'), parse('澜山的注册资本')).parts).toMatchObject([
      { intent: 'comparison', facts: ['registeredCapital'] },
    ])
    expect(continueEarlier(parse('它们谁注册资本高'), parse('澜山是哪年成立的')).parts).toMatchObject([
      { facts: ['registeredCapital'] },
    ])
  })

  test.each(['什么时候的事', '一共罚了多少', '哪个部门罚的', '去年呢', '还有呢', '因为什么原因'])(
    'asks on about the records of the turn before: %s',
    (question) => {
      const { parts } = continueEarlier(parse(question), parse('云帆被行政处罚过吗'))
      expect(parts).toMatchObject([{ intent: 'records', kinds: ['punishment'] }])
    },
  )

  test('reads a change as one of the fact of the turn before', () => {
    const { parts } = continueEarlier(parse('变更过几次'), parse('云帆2019年的法定代表人是谁'))
    expect(parts).toMatchObject([
      { intent: 'changes', facets: { kind: '法定代表人' }, kinds: ['changeRecord', 'reportedRepresentative'] },
    ])
  })

  test('reads the reports as those of the legal representative that was asked before', () => {
    const { parts } = continueEarlier(parse('哪一年的年报'), parse('云帆2019年的法定代表人是谁'))
    expect(parts).toMatchObject([{ facts: ['legalRepresentative'], uncollected: [], days: null }])
  })

  test('keeps the period of a question that asks on', () => {
    const { parts } = continueEarlier(parse('去年呢'), parse('云帆有多少员工'))
    expect(parts).toMatchObject([{ facts: ['staffSize'], days: { from: '2025-01-01', to: '2025-12-31' } }])
  })
})

test('a part that names a company which is not found is about no other one', () => {
  const parsed = {
    ...parse('云帆的法人是谁，澜山贸易公司哪年成立的'),
    mentions: [{ text: '澜山贸易公司', start: 8, isNamed: true, isPlace: false }],
  }
  const { parts } = parsed
  expect(parts).toHaveLength(2)
  const found = [company('云帆的法人是谁，澜山贸易公司哪年成立的', '云帆')]
  expect(companiesOfParts(parsed, found, ['澜山贸易公司']).map((own) => own.length)).toEqual([1, 0])
  expect(companiesOfParts(parsed, found).map((own) => own.length)).toEqual([1, 1])
})
