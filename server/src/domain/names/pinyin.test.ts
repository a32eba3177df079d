import { describe, expect, test } from 'vitest'
import {
  cutIntoSyllables,
  findInitials,
  findSyllables,
  pinyinOf,
  type Readings,
  sharesReading,
  soundsOf,
  syllableTable,
} from './pinyin.ts'

const known: Record<string, readonly string[]> = {
  长: ['chang', 'zhang'],
  安: ['an'],
  行: ['xing', 'hang'],
  西: ['xi'],
  先: ['xian'],
  线: ['xian'],
}
const readings: Readings = (character) => known[character] ?? []
const syllables = syllableTable(Object.values(known).flat())
const cut = (letters: string) => cutIntoSyllables(letters, syllables)

test('a text is spelled with every reading of its polyphones, whole and by initials', () => {
  expect(pinyinOf('长行', readings)).toEqual({
    full: ['changxing', 'changhang', 'zhangxing', 'zhanghang'],
    initials: ['cx', 'ch', 'zx', 'zh'],
  })
})

test('letters and digits sound as themselves, and a character without a reading makes a text unspellable', () => {
  expect(pinyinOf('a安8', readings)).toEqual({ full: ['aan8'], initials: ['aa8'] })
  expect(pinyinOf('安?', readings)).toEqual({ full: [], initials: [] })
  expect(pinyinOf('abc', readings)).toEqual({ full: [], initials: [] })
})

test('the number of spellings is limited', () => {
  expect(pinyinOf('长行'.repeat(3), readings).full).toHaveLength(16)
  expect(pinyinOf('安'.repeat(13), readings).full).toEqual([])
})

describe('letters are split into syllables', () => {
  test('in every way, longest first', () => {
    expect(cut('xian')).toEqual([
      { whole: ['xian'], tail: '' },
      { whole: ['xi', 'an'], tail: '' },
      { whole: ['xi'], tail: 'an' },
    ])
  })
  test('with an incomplete last syllable', () => {
    expect(cut('changh')).toEqual([{ whole: ['chang'], tail: 'h' }])
  })
  test('or not at all', () => {
    expect(cut('qqqqqqqqqqqq')).toEqual([])
  })
  test('in linear time, whatever the letters are', () => {
    expect(cut('xian'.repeat(200)).length).toBe(16)
    expect(cut(`${'xian'.repeat(200)}qqqqqqq`)).toEqual([])
  })
})

test('syllables and initials are found at their position', () => {
  const sounds = soundsOf('西安长行', readings) ?? []
  expect(findSyllables(sounds, { whole: ['an', 'zhang'], tail: '' })).toEqual([1, 3])
  expect(findSyllables(sounds, { whole: ['an', 'chang'], tail: 'ha' })).toEqual([1, 4])
  expect(findSyllables(sounds, { whole: ['xi'], tail: 'a' })).toEqual([0, 2])
  expect(findSyllables(sounds, { whole: ['chang'], tail: 'ha' })).toBeNull()
  expect(findSyllables(sounds, { whole: ['xing', 'xi'], tail: '' })).toBeNull()
  expect(findInitials(sounds, 'ach')).toEqual([1, 4])
  expect(findInitials(sounds, 'xx')).toBeNull()
})

test('characters sound alike when they share a reading', () => {
  expect(sharesReading('先', '线', readings)).toBe(true)
  expect(sharesReading('先', '安', readings)).toBe(false)
})
