import { expect, test } from 'vitest'
import { loadReferenceData, readIntentModelFile } from '../../../platform/reference-data.ts'
import { parseQuestion } from './parse-question.ts'
import { createIntentRanker } from './rank-intents.ts'
import { unsearchable } from './words/uncollected-words.ts'

const { regions, industries } = loadReferenceData({ demo: true })
const rank = createIntentRanker(readIntentModelFile())
const partsOf = (question: string) =>
  parseQuestion(question, { today: '2026-11-23', regions, industries, refusalRules: [], rank, opensOnCompany: false })
    .parts

test.each([
  ['不在科创板的上市公司有多少家', unsearchable.excluded],
  ['不是上市公司的国企有多少家', unsearchable.excluded],
  ['除了广东，还有多少家上市公司', unsearchable.excluded],
  ['没有被吊销的公司有多少家', unsearchable.excluded],
  ['北京以外的上市公司有多少家', unsearchable.excluded],
  ['央企除外的国企有哪些', unsearchable.excluded],
  ['2023年注销的公司有几家', unsearchable.dates],
  ['2023年被处罚的公司有多少家', unsearchable.dates],
  ['被执行金额超过1亿的公司有哪些', unsearchable.amounts],
])('%s is not counted without its condition', (question, bound) => {
  expect(partsOf(question)[0]?.uncollected).toContain(bound)
})

test.each([
  '广东有多少家上市公司',
  '没上市的企业有多少家',
  '2020年以后成立的公司有多少家',
  '有没有失信的公司有多少家',
  '注册资本超过1亿的公司有多少家',
])('%s is counted', (question) => {
  expect(partsOf(question)).toMatchObject([{ intent: 'count', uncollected: [] }])
})

test.each([
  ['创业板和科创板一共多少家公司', [{ board: '创业板' }, { board: '科创板' }]],
  ['吊销和注销的企业分别有多少家', [{ status: '吊销' }, { status: '注销' }]],
  ['广东和福建各有多少家公司', [{ region: '44' }, { region: '35' }]],
])('%s is counted once for each', (question, conditions) => {
  expect(partsOf(question).map((part) => part.conditions)).toEqual(conditions)
})
