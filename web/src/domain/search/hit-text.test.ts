import { type HitRanges, matchFields } from '@baiqicha/contract/company-summary'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { excerptAtHit, matchLabelBeside, matchLabels, reasonBeside, splitAtHits } from './hit-text.tsx'

const marked = (text: string, ranges: HitRanges) =>
  splitAtHits(text, ranges)
    .map((piece) => (piece.isHit ? `[${piece.text}]` : piece.text))
    .join('')

describe('splitAtHits', () => {
  it.each<[string, HitRanges, string]>([
    ['澜山演示贸易', [[0, 2]], '[澜山]演示贸易'],
    ['澜山演示贸易', [[2, 4]], '澜山[演示]贸易'],
    [
      '澜山演示贸易',
      [
        [0, 2],
        [4, 6],
      ],
      '[澜山]演示[贸易]',
    ],
    [
      '澜山演示贸易',
      [
        [4, 6],
        [0, 2],
      ],
      '[澜山]演示[贸易]',
    ],
    ['澜山演示贸易', [], '澜山演示贸易'],
    ['澜山', [[0, 99]], '[澜山]'],
    ['澜山', [[-5, 1]], '[澜]山'],
    ['澜山', [[1, 1]], '澜山'],
    ['澜山', [[2, 1]], '澜山'],
    ['澜山', [[7, 9]], '澜山'],
    [
      '澜山演示',
      [
        [0, 2],
        [1, 3],
      ],
      '[澜山演]示',
    ],
    ['𠮷野演示', [[1, 2]], '[𠮷]野演示'],
    ['演𠮷示', [[0, 2]], '[演𠮷]示'],
    ['', [[0, 1]], ''],
    ['<script>alert(1)</script>', [[0, 8]], '[<script>]alert(1)</script>'],
  ])('%j at %j is %j', (text, ranges, expected) => {
    expect(marked(text, ranges)).toBe(expected)
  })

  it('joins to the original text for any ranges', () => {
    const range = fc.tuple(fc.integer({ min: -3, max: 30 }), fc.integer({ min: -3, max: 30 }))
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.array(range), (text, ranges) => {
        const pieces = splitAtHits(text, ranges)
        expect(pieces.map((piece) => piece.text).join('')).toBe(text)
        expect(pieces.every((piece) => piece.text !== '' && !/^[\udc00-\udfff]/.test(piece.text))).toBe(true)
      }),
    )
  })
})

const scope = '日用百货、五金交电销售；电子产品销售；新能源汽车销售；货物进出口'
const at = (word: string): [number, number] => [scope.indexOf(word), scope.indexOf(word) + word.length]

describe('excerptAtHit', () => {
  it('keeps a text whose first hit is visible, and a text without hits', () => {
    expect(excerptAtHit(scope, [at('五金')], 12)).toEqual({ text: scope, ranges: [at('五金')] })
    expect(excerptAtHit(scope, [], 12)).toEqual({ text: scope, ranges: [] })
  })

  it('starts shortly before a late hit, but not with a separator', () => {
    const { text, ranges } = excerptAtHit(scope, [at('新能源汽车'), at('货物')], 12)
    expect(text).toBe('…品销售；新能源汽车销售；货物进出口')
    expect(ranges.map(([from, to]) => text.slice(from, to))).toEqual(['新能源汽车', '货物'])
    expect(excerptAtHit(scope, [at('新能源汽车')], 3).text).toBe('…新能源汽车销售；货物进出口')
  })

  it('keeps every hit and never splits a surrogate pair', () => {
    const cases = fc
      .tuple(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.string({ unit: 'grapheme', minLength: 1 }), fc.string())
      .map(([before, hit, after]) => ({
        text: before + hit + after,
        from: before.length,
        to: before.length + hit.length,
      }))
    fc.assert(
      fc.property(cases, fc.integer({ min: 3, max: 30 }), ({ text, from, to }, room) => {
        const excerpt = excerptAtHit(text, [[from, to]], room)
        const [range] = excerpt.ranges
        expect(excerpt.text.slice(range?.[0], range?.[1])).toBe(text.slice(from, to))
        expect(excerpt.text.replace(/^…/, '')).not.toMatch(/^[\udc00-\udfff]/)
        expect(text.endsWith(excerpt.text.slice(1))).toBe(true)
      }),
    )
  })
})

it('has a label for every field that can match a keyword', () => {
  for (const field of matchFields) expect(matchLabels[field]).toMatch(/\p{Script=Han}/u)
})

it('shows no label when the name itself shows the hit', () => {
  expect(matchLabelBeside('澜山演示贸易有限公司', { field: 'pinyin', text: '澜山演示贸易有限公司' })).toBeNull()
  expect(matchLabelBeside('澜山演示贸易有限公司', { field: 'formerName', text: '溪亭演示商行' })).toBe('曾用名')
  expect(matchLabelBeside('澜山演示贸易有限公司', { field: 'stockCode', text: '990001' })).toBe('股票代码')
})

it('says that a name within pasted text is one', () => {
  const reason = { field: 'mentionedName', text: '澜山演示贸易有限公司' } as const
  expect(matchLabelBeside(reason.text, reason)).toBe('文本中的企业名称')
  expect(reasonBeside(reason.text, reason, { ranges: [[0, 10]], room: 24 })).toMatchObject({
    label: '文本中的企业名称',
  })
})

const name = '宁波演示卡倍电气股份有限公司'
const room = 24

it.each([
  ['initials', '拼音首字母'],
  ['pinyin', '拼音'],
] as const)('shows the reason of every hit by %s, in the name too', (field, label) => {
  expect(reasonBeside(name, { field, text: name }, { ranges: [[4, 6]], room })).toEqual({
    label,
    text: '卡倍',
    ranges: [[0, 2]],
  })
  expect(reasonBeside(name, { field, text: '卡倍演示' }, { ranges: [[0, 2]], room })).toEqual({
    label,
    text: '卡倍演示',
    ranges: [[0, 2]],
  })
})

it('shows from the first to the last character that sounds like the keyword', () => {
  const ranges: [number, number][] = [
    [0, 1],
    [3, 4],
  ]
  expect(reasonBeside(name, { field: 'initials', text: name }, { ranges, room })).toMatchObject({
    text: '宁波演示',
    ranges,
  })
})

it('shows no reason for characters of the keyword in the name', () => {
  for (const field of ['name', 'fuzzy'] as const) {
    expect(reasonBeside(name, { field, text: name }, { ranges: [[0, 2]], room })).toBeNull()
  }
})
