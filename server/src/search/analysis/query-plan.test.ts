import { describe, expect, test } from 'vitest'
import { syllableTable } from '../../domain/names/pinyin.ts'
import { exchangeOf, planQuery } from './query-plan.ts'

const vocabulary = {
  isName: (key: string) => ['演示星河贸易有限公司', '星河贸易有限公司', '演示海边机械厂'].includes(key),
  isRegion: (word: string) => ['演示', '演示省', '海边', '海边市'].includes(word),
  syllables: syllableTable(['yan', 'shi', 'ya']),
}
const read = (keyword: string) => planQuery(keyword, vocabulary)

test('returns null for a keyword without letters and digits', () => {
  for (const keyword of ['', ' ', '%_*', '·', '\0', '\ud800', '😀']) expect(read(keyword)).toBeNull()
})

test('ignores width, case, spaces, brackets and traditional forms', () => {
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
  ])('reads %s', (keyword, code, exchange) => {
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
  test('searches words in any order, and a region among them also as the location', () => {
    expect(read('蓝鲸 海边市')?.alternatives).toEqual([
      { terms: ['蓝鲸', '海边市'], region: null, rest: '蓝鲸海边市' },
      { terms: ['蓝鲸', '海边市'], region: '海边市', rest: '蓝鲸' },
    ])
  })
  test('splits one word at the longest region at either end', () => {
    expect(read('海边市蓝鲸')?.alternatives.slice(1)).toEqual([
      { terms: ['海边市', '蓝鲸'], region: '海边市', rest: '蓝鲸' },
    ])
    expect(read('蓝鲸海边')?.alternatives.slice(1)).toEqual([{ terms: ['海边', '蓝鲸'], region: '海边', rest: '蓝鲸' }])
  })
  test('does not split a word that is only a region', () => {
    expect(read('海边市')?.alternatives).toEqual([{ terms: ['海边市'], region: null, rest: '海边市' }])
  })
})

describe('pinyin', () => {
  test('is read from Latin letters only', () => {
    expect(read('yanshi')).toMatchObject({ isLatin: true, initials: 'yanshi' })
    expect(read('演shi')).toMatchObject({ isLatin: false, initials: null, syllables: [] })
  })
  test('ignores a single incomplete syllable', () => {
    expect(read('yan')?.syllables).toEqual([{ whole: ['yan'], tail: '' }])
    expect(read('ya')).toMatchObject({ syllables: [{ whole: ['ya'], tail: '' }], initials: null })
  })
})

describe('full names within a text', () => {
  test.each([
    ['请查询演示星河贸易有限公司的信息', ['演示星河贸易有限公司']],
    ['甲方：演示海边机械厂；乙方：演示星河贸易有限公司', ['演示星河贸易有限公司', '演示海边机械厂']],
    ['新星河贸易有限公司', ['星河贸易有限公司']],
    ['演示星河贸易有限公司', []],
    ['演示星河贸易', []],
    ['演示海边机械厂', []],
  ])('in %s are %j, without names within a longer name', (text, names) => {
    expect(read(text)?.mentions).toEqual(names)
  })
})

test('reads the first hundred characters only', () => {
  expect(read('演'.repeat(101))?.key).toHaveLength(100)
})
