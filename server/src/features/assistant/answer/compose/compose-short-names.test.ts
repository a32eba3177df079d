import { expect, test } from 'vitest'
import { countsOf, dateOf, factsOf, textOf } from '../../../../../test/assistant/build-evidence.ts'
import type { ToolResult } from '../../evidence/tool-result.ts'
import { emptyResult } from '../../tools/evidence-fields.ts'
import { readAsked } from '../asked.ts'
import { verifyStatement } from '../verify-statement.ts'
import { composeDelisting, composeShortNames } from './compose-short-names.ts'

const call = {
  part: 0,
  tool: 'records',
  arguments: {
    companyId: 'c-1',
    kind: 'changeRecord',
    view: null,
    days: null,
    amount: null,
    order: null,
    limit: 10,
    identity: null,
    facets: {},
  },
} as const
const change = (changeDate: string, before: string | null, after: string, item = '证券简称变更') =>
  factsOf(
    {
      item: textOf('变更事项', item),
      ...(before !== null && { before: textOf('变更前', before) }),
      after: textOf('变更后', after),
      changeDate: dateOf('变更日期', changeDate),
    },
    { id: `change:${changeDate}`, citedType: 'record', recordType: 'changeRecord', date: '2024-05-14' },
  )
const changes = [
  change('2019-04-15', '*ST天化', '云帆天化'),
  change('2017-12-15', '云帆天化', '*ST天化'),
  change('2016-03-15', '*ST天化', '云帆天化'),
  change('2015-04-09', null, '*ST天化'),
]
const list = countsOf('证券简称变更', { current: 4, disputed: 0, history: 0 }, { recordType: 'changeRecord' })
const resultOf = (evidence: ToolResult['evidence']): ToolResult => ({
  ...emptyResult(call),
  evidence: [list, ...evidence],
})
const textFor = (question: string, evidence = changes) =>
  composeShortNames(resultOf(evidence), readAsked(question))
    ?.map(({ text }) => text.replace(/^.*?证券简称(?:变更共 4 条)?：/u, ''))
    .join('')

test.each([
  [
    '改过名吗',
    /^2015-04-09 变更为 \*ST天化；2016-03-15 由 \*ST天化 变更为 云帆天化；.*2019-04-15 .*（截至 2024-05-14）。$/u,
  ],
  ['第二回摘帽是哪天', /^2019-04-15 由 \*ST天化 变更为 云帆天化（截至 2024-05-14）。$/u],
  ['啥时候开始叫ST', /^2015-04-09 变更为 \*ST天化；2017-12-15 由 云帆天化 变更为 \*ST天化（/u],
  ['什么时候戴的星号帽子', /^2015-04-09 .*；2017-12-15 /u],
])('states the dated changes that are meant: %s', (question, text) => {
  expect(textFor(question)).toMatch(text)
})

test('counts the changes where none is meant', () => {
  const [statement] = composeShortNames(resultOf(changes), readAsked('证券简称变过几次')) ?? []
  expect(statement?.text).toContain('的证券简称变更共 4 条：2015-04-09')
  expect(statement === undefined ? 'none' : verifyStatement(statement, [list, ...changes])).toBeNull()
})

test('states all changes where none is meant', () => {
  expect(textFor('简称是什么时候加的退市')).toMatch(/^2015-04-09.*2019-04-15/u)
})

test('leaves other changes to their own lines', () => {
  expect(textFor('改过名吗', [...changes, change('2020-01-01', '甲', '乙', '名称变更')])).toBeUndefined()
})

test('states nothing that the records do not', () => {
  const [statement] = composeShortNames(resultOf(changes), readAsked('第二回摘帽是哪天')) ?? []
  expect(statement === undefined ? 'none' : verifyStatement(statement, changes)).toBeNull()
})

test('a change to a name of a delisted stock is stated alone, and other changes are not', () => {
  expect(composeDelisting(resultOf(changes))).toEqual([])
  const delisted = change('2023-06-19', '*ST云帆', '云帆退')
  const [statement, ...others] = composeDelisting(resultOf([...changes, delisted]))
  expect(statement?.text).toContain('：2023-06-19 由 *ST云帆 变更为 云帆退（截至 2024-05-14）。')
  expect(others).toEqual([])
})
