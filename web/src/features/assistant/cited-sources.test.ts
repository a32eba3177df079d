import { expect, test } from 'vitest'
import { buildSegment } from '../../../test/assistant-builders.ts'
import { withBoldNames } from './cited-sources.ts'

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
