import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { collectReadings } from '../../../../data/reference/build-readings.ts'
import { loadPronunciation } from './pronunciation.ts'

describe('the list of readings', () => {
  it('equals the readings of the pinyin dictionary', () => {
    const list = readFileSync(new URL('../../../../data/reference/readings.txt', import.meta.url), 'utf8')
    expect(list.trimEnd()).toBe(collectReadings())
  })

  it('numbers every syllable, letter and digit', () => {
    const { readings, numberOf, numbersOf, lettersOf } = loadPronunciation()
    expect(readings('乐')).toEqual(expect.arrayContaining(['le', 'yue']))
    expect(numbersOf('乐'.charCodeAt(0))).toEqual(readings('乐').map(numberOf))
    expect(numberOf('a')).toBeGreaterThan(0)
    expect(numberOf('9')).toBeGreaterThan(0)
    expect(numberOf('zzz')).toBe(0)
    expect(numbersOf('（'.charCodeAt(0))).toEqual([])
    expect(
      lettersOf('行'.charCodeAt(0))
        .map((unit) => String.fromCharCode(unit))
        .sort(),
    ).toEqual(['h', 'x'])
  })
})
