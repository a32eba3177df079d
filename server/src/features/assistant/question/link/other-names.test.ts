import { describe, expect, test } from 'vitest'
import { loadReferenceData, readOtherNamesFile } from '../../../../platform/reference-data.ts'
import { lexiconOf } from '../lexicon.ts'
import type { NameLink } from './link-companies.ts'
import { createOrdinaryWords } from './ordinary-words.ts'
import { otherNamesIn, readOtherNames } from './other-names.ts'

const { regions, industries } = loadReferenceData({ demo: true })
const words = createOrdinaryWords(lexiconOf(regions, industries))
const names = readOtherNames('# 车企\n云岚汽车\n云岚\n岚溪\nylan\n! 岚来\n')
const link = (start: number, text: string): NameLink => ({
  start,
  end: start + text.length,
  text,
  name: text,
  how: 'exact',
  candidates: [],
})
const namesIn = (question: string, links: readonly NameLink[] = []) =>
  otherNamesIn(question, { names, links, words }).map(({ text }) => text)

describe('names that the table lacks', () => {
  test('are found as the subject of a question, the longest first', () => {
    expect(namesIn('云岚汽车2021年员工多少')).toEqual(['云岚汽车'])
    expect(namesIn('那岚溪呢')).toEqual(['岚溪'])
    expect(namesIn('岚溪给了offer')).toEqual(['岚溪'])
    expect(namesIn('中介说岚溪的尾盘打折')).toEqual(['岚溪'])
    expect(namesIn('云岚有多少人,岚溪的呢')).toEqual(['云岚', '岚溪'])
  })

  test('may have a namesake that few people mean', () => {
    expect(namesIn('岚来哪年成立')).toEqual(['岚来'])
    expect([names.hasNamesake('岚来'), names.hasNamesake('岚溪')]).toEqual([true, false])
  })

  test('are no owners or auditors of another company', () => {
    expect(namesIn('大股东是云岚汽车吗')).toEqual([])
    expect(namesIn('它属于岚溪')).toEqual([])
  })

  test('of two characters are no part of other words', () => {
    expect(namesIn('白云岚山有多少人')).toEqual([])
    expect(namesIn('岚溪镇在哪')).toEqual([])
  })

  test('are no part of a Latin word', () => {
    expect(namesIn('Ylan靠谱吗')).toEqual(['Ylan'])
    expect(namesIn('Ylanda靠谱吗')).toEqual([])
  })

  test('are named beside one of the table, to which a character joins them', () => {
    expect(namesIn('岚山和云岚汽车谁人多', [link(0, '岚山')])).toEqual(['云岚汽车'])
    expect(namesIn('岚山的大股东和云岚汽车有关系吗', [link(0, '岚山')])).toEqual([])
  })

  test('give way to a company of the table', () => {
    expect(namesIn('云岚汽车的法人', [link(0, '云岚')])).toEqual([])
  })

  test('are at least 9,000 that people ask about', () => {
    const shipped = readOtherNames(readOtherNamesFile())
    const read = (question: string) =>
      otherNamesIn(question, { names: shipped, links: [], words }).map(({ text }) => text)
    expect(['理想汽车', '碧桂园', '喜茶', '胖东来'].filter((name) => !shipped.has(name))).toEqual([])
    expect(read('特斯拉有多少人')).toEqual(['特斯拉'])
    expect(read('去年员工多少')).toEqual([])
    expect(readOtherNamesFile().split('\n').length).toBeGreaterThan(9_000)
  })
})
