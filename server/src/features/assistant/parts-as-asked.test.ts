import { expect, test } from 'vitest'
import { readAsked } from './answer/asked.ts'
import { asAsked } from './parts-as-asked.ts'
import { emptyPart, emptyQuestion, type ParsedQuestion, type QuestionPart } from './question/parsed-question.ts'

const parsedOf = (parts: readonly Partial<QuestionPart>[]): ParsedQuestion => ({
  ...emptyQuestion,
  parts: parts.map((part) => ({ ...emptyPart, intent: 'facts', ...part })),
})
const partsOf = (question: string, ...parts: Partial<QuestionPart>[]) =>
  asAsked(parsedOf(parts), readAsked(question, ['云帆']), true).parts

const punishments = { intent: 'records', kinds: ['punishment'] } as const
test.each([
  ['云帆罚了多少', ['punishment', 'taxViolation']],
  ['云帆一共罚了几万', ['punishment', 'taxViolation']],
  ['云帆罚了几次', ['punishment']],
  ['云帆被罚过没有', ['punishment']],
])('fines are those of tax violations, too: %s', (question, kinds) => {
  expect(partsOf(question, punishments)).toMatchObject([{ kinds }])
})

const count = { intent: 'count', conditions: { region: '46' } } as const
test.each([
  ['海南有几个 报名字', 'list'],
  ['海南有几家，都叫什么', 'list'],
  ['海南有几家', 'count'],
])('a count whose names are asked is a list: %s', (question, intent) => {
  expect(partsOf(question, count)).toMatchObject([{ intent }])
})

test('states beside branches are those of the branches', () => {
  const parts = [
    { intent: 'branches' },
    { facts: ['status'] },
    { intent: 'count', conditions: { status: '注销' } },
    { facts: ['foundedOn'] },
  ] as const
  expect(partsOf('云帆的分公司，还开着的几家，注销的几家，哪年成立', ...parts)).toMatchObject([
    { intent: 'branches' },
    { facts: ['foundedOn'] },
  ])
  expect(partsOf('云帆存续的分公司有几家', { facts: ['status'] }, { intent: 'branches' })).toMatchObject([
    { intent: 'branches' },
  ])
  expect(partsOf('云帆还开着吗', { facts: ['status'] })).toHaveLength(1)
  const before = [{ facts: ['status'] }, { intent: 'branches', start: 6, end: 12 }] as const
  expect(partsOf('云帆还开着吗，有几家分公司', ...before)).toHaveLength(2)
})

test('a change without a word of its own is that of the fact before', () => {
  const change = { intent: 'changes', kinds: ['changeRecord'] } as const
  expect(partsOf('云帆的法人是谁，啥时候换的', { facts: ['legalRepresentative'] }, change)[1]?.facets).toEqual({
    kind: '法定代表人',
  })
  expect(partsOf('云帆有哪些变更', change)[0]?.facets).toEqual({})
})

const changesOfName = { intent: 'changes', facets: { kind: '名称' } }
test.each([
  ['云帆啥时候开始叫ST', 'special', null],
  ['云帆是不是被戴星号帽子了', 'starred', null],
  ['云帆第二回摘帽是哪天', 'plain', 2],
  ['朋友说它戴过帽，云帆的*ST是哪天去掉的', 'plain', null],
  ['云帆的简称是什么时候加的退市', 'delisting', null],
  ['证券简称改成云帆是哪一天的事', 'any', null],
])('the short name that is asked for is read from its changes: %s', (question, to, nth) => {
  expect(readAsked(question, ['云帆']).renaming).toEqual({ to, nth })
  expect(partsOf(question, { facts: ['status'] })).toMatchObject([changesOfName])
})

test.each(['云帆的注册资本多少', '前年云帆被ST了，注册资本多少', '云帆退市了吗', '云帆什么时候成立的'])(
  'no change of the short name is asked for: %s',
  (question) => {
    expect(readAsked(question, ['云帆']).renaming).toBeNull()
  },
)

test('a revenue beside a rank is read from the same entries', () => {
  const rank = { intent: 'records', kinds: ['listEntry'] } as const
  expect(partsOf('云帆营收多少，服务业百强第几', { uncollected: ['营业收入'] }, rank)).toMatchObject([
    { uncollected: ['营业收入'], kinds: ['listEntry'] },
  ])
})

test('what a list or a report answers is asked no second time', () => {
  const rank = { intent: 'records', kinds: ['listEntry'] } as const
  expect(partsOf('云帆在民企榜上排第几', { facts: ['businessType'] }, rank)).toMatchObject([{ kinds: ['listEntry'] }])
  const report = { facts: ['legalRepresentative'], uncollected: ['年度报告'] } as const
  expect(partsOf('王某当云帆法人是哪一年年报写的', report)).toMatchObject([{ uncollected: [] }])
})

test('who leads a company is read where only its state was, and not where its officers were', () => {
  const question = '云帆现在还归张演示管吗'
  expect(partsOf(question, { facts: ['status'] })).toMatchObject([{ intent: 'people', term: '董事长' }])
  const representative = { facts: ['legalRepresentative'] } as const
  expect(partsOf(question, representative)).toMatchObject([representative])
})
