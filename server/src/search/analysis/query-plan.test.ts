import { describe, expect, test } from 'vitest'
import { syllableTable } from '../../domain/names/pinyin.ts'
import { exchangeOf, planQuery } from './query-plan.ts'

const vocabulary = {
  isRegion: (word: string) => ['演示', '演示省', '海边', '海边市'].includes(word),
  syllables: syllableTable(['yan', 'shi', 'ya']),
}
const read = (keyword: string) => planQuery(keyword, vocabulary)

test('a keyword without letters and digits is none', () => {
  for (const keyword of ['', ' ', '%_*', '·', '\0', '\ud800', '😀']) expect(read(keyword)).toBeNull()
})

test('width, case, spaces, brackets and traditional characters make no difference', () => {
  expect(read(' 演示（ＡＢ） 電 ')?.key).toBe('演示ab电')
})

describe('codes', () => {
  test.each([
    ['099001', '099001', null],
    ['099001.SZ', '099001', 'sz'],
    ['sh 600001', '600001', 'sh'],
    ['600001.SS', '600001', 'sh'],
    ['9199-0001', '91990001', null],
    ['9', null, null],
    ['演示1', null, null],
    ['abc', null, null],
  ])('%s', (keyword, code, exchange) => {
    expect(read(keyword)).toMatchObject({ code, exchange })
  })

  test.each([
    ['600001', 'sh'],
    ['099001', 'sz'],
    ['300001', 'sz'],
    ['920001', 'bj'],
    ['900901', 'sh'],
    ['12345', null],
  ])('%s is listed at %s', (code, exchange) => {
    expect(exchangeOf(code)).toBe(exchange)
  })
})

describe('alternatives', () => {
  test('words are looked for in any order, a region among them also as the place', () => {
    expect(read('蓝鲸 海边市')?.alternatives).toEqual([
      { terms: ['蓝鲸', '海边市'], region: null, rest: '蓝鲸海边市' },
      { terms: ['蓝鲸', '海边市'], region: '海边市', rest: '蓝鲸' },
    ])
  })
  test('one word is cut at a region at either end, the longest', () => {
    expect(read('海边市蓝鲸')?.alternatives.slice(1)).toEqual([
      { terms: ['海边市', '蓝鲸'], region: '海边市', rest: '蓝鲸' },
    ])
    expect(read('蓝鲸海边')?.alternatives.slice(1)).toEqual([{ terms: ['海边', '蓝鲸'], region: '海边', rest: '蓝鲸' }])
  })
  test('a word that is nothing but a region stays whole', () => {
    expect(read('海边市')?.alternatives).toEqual([{ terms: ['海边市'], region: null, rest: '海边市' }])
  })
})

describe('pinyin', () => {
  test('only of Latin letters', () => {
    expect(read('yanshi')).toMatchObject({ isLatin: true, initials: 'yanshi' })
    expect(read('演shi')).toMatchObject({ isLatin: false, initials: null, syllables: [] })
  })
  test('one begun syllable is too little', () => {
    expect(read('yan')?.syllables).toEqual([{ whole: ['yan'], tail: '' }])
    expect(read('ya')).toMatchObject({ syllables: [{ whole: ['ya'], tail: '' }], initials: null })
  })
})

test('a hundred characters are read, the rest is not', () => {
  expect(read('演'.repeat(101))?.key).toHaveLength(100)
})
