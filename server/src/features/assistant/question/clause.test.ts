import { describe, expect, test } from 'vitest'
import { loadReferenceData, readIntentModelFile, readRefusedQuestionsFile } from '../../../platform/reference-data.ts'
import { parseQuestion } from './parse-question.ts'
import { createIntentRanker } from './rank-intents.ts'
import { parseRefusalRules } from './refused-questions.ts'

const { regions, industries } = loadReferenceData({ demo: true })
const rank = createIntentRanker(readIntentModelFile())
const refusalRules = parseRefusalRules(readRefusedQuestionsFile())
const parse = (question: string, hasEarlier = false) =>
  parseQuestion(question, {
    today: '2026-11-23',
    regions,
    industries,
    refusalRules,
    rank,
    opensOnCompany: false,
    names: ['云帆'],
    hasEarlier,
  })
const askedIn = (question: string) =>
  parse(question).parts.map(({ intent, facts, kinds, uncollected }) => [intent, ...facts, ...kinds, ...uncollected])

describe('the background of a question', () => {
  test.each([
    ['官司打赢了，上门一看锁着，云帆这单位还开着没', [['facts', 'status']]],
    ['对面老板拍胸脯说绝对没事，帮我查查云帆有没有失信', [['records', 'dishonestExecutor']]],
    ['前任会计走得急什么都没交接，云帆注册资本是多少', [['facts', 'registeredCapital']]],
  ])('asks nothing: %s', (question, asked) => {
    expect(askedIn(question)).toEqual(asked)
  })

  test.each(['昨天跟老同学吃饭聊起来的，湖南有几家上市公司', '昨天跟老同学吃饭聊起来的，云帆的法人是谁'])(
    'names no company beside a name or a count: %s',
    (question) => {
      expect(parse(question).mentions.map(({ text }) => text)).not.toContainEqual(expect.stringContaining('同学'))
    },
  )

  test.each(['外面下大雨出不去，2019年呢', '外面下大雨出不去 什么时候的事', '嗯嗯，2019年呢'])(
    'lets a question go on about the turn before: %s',
    (question) => {
      expect(parse(question, true)).toMatchObject({ continuesEarlier: true, mentions: [] })
    },
  )

  test('lets a question repeat the turn before for another company', () => {
    expect(parse('外面下大雨出不去，那云帆呢', true)).toMatchObject({ repeatsEarlier: true })
  })

  test('may name the company where nothing else does', () => {
    expect(parse('岚店给了offer，它法人是谁').mentions).toContainEqual(expect.objectContaining({ text: '岚店' }))
  })

  test('is no background where it is all that is said', () => {
    expect(askedIn('云帆被起诉')[0]?.[0]).toBe('records')
  })
})

describe('a segment whose meaning is clear', () => {
  test('asks without a word of the grammar', () => {
    expect(askedIn('云帆参保人数？再看下它挨过哪些罚')).toEqual([
      ['facts', 'insuredCount', 'annualInsurance'],
      ['records', 'punishment'],
    ])
  })

  test('is no name of a company where it asks on about the turn before', () => {
    expect(parse('比前一年是多了还是少咯 差多少人').mentions).toEqual([])
  })

  test('gives a person only to the clause that names one', () => {
    expect(
      parse('云帆的顾问打来说有个岗 合同跟他们签 reliable吗还是别碰').parts.map(({ person }) => person),
    ).not.toContain('别碰')
  })
})
