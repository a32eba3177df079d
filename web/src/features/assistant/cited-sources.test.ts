import { expect, test } from 'vitest'
import { buildCitation, buildSegment } from '../../../test/assistant-builders.ts'
import { leadingSentences, mergeSources, withBoldNames } from './cited-sources.ts'

const company = (name: string) => ({ id: name, name, isDemo: true })
const textsOf = (names: string[], ...texts: string[]) =>
  withBoldNames({
    companies: names.map(company),
    segments: texts.map((text, index) => buildSegment({ index, text })),
  }).map(({ text }) => text)

test('the name of each company is bold where it occurs first', () => {
  expect(textsOf(['甲公司', '乙公司'], '甲公司高于乙公司。', '乙公司。')).toEqual([
    '**甲公司**高于**乙公司**。',
    '乙公司。',
  ])
  expect(textsOf(['甲公司', '甲公司北京分公司'], '甲公司北京分公司。', '甲公司。')).toEqual([
    '**甲公司北京分公司**。',
    '**甲公司**。',
  ])
})

test('a name with marks of Markdown, and a sentence that has bold names, stay as they are', () => {
  expect(textsOf(['甲*公司'], '甲*公司。')).toEqual(['甲*公司。'])
  expect(textsOf(['甲公司'], '**甲公司**：1 条。')).toEqual(['**甲公司**：1 条。'])
})

test('two parts of one source have one number, and a sentence names a number once', () => {
  const [record, facts] = [buildCitation(), buildCitation({ n: 2, label: '工商信息', path: '/company/detail?id=c-1' })]
  const other = { ...facts, n: 3, fields: ['成立日期'] }
  const merged = mergeSources([
    buildSegment({ citations: [facts] }),
    buildSegment({ citations: [facts, other, record] }),
    buildSegment({ citations: [{ ...other, n: 4, date: '2025-01-01' }] }),
  ])
  expect(merged.map(({ citations }) => citations.map(({ n }) => n))).toEqual([[1], [1, 2], [3]])
})

test('whole sentences of at most 300 characters lead, and the first whatever its length', () => {
  const segments = [200, 100, 1].map((length, index) => buildSegment({ index, text: '字'.repeat(length) }))
  expect(leadingSentences(segments, 300)).toEqual(segments.slice(0, 2))
  const long = [301, 1].map((length, index) => buildSegment({ index, text: '字'.repeat(length) }))
  expect(leadingSentences(long, 300)).toEqual(long.slice(0, 1))
})
