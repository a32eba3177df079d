import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { askedBy } from '../../server/src/features/assistant/question/intent-labels.ts'
import { createIntentRanker } from '../../server/src/features/assistant/question/rank-intents.ts'
import { uncollectedWords } from '../../server/src/features/assistant/question/words/uncollected-words.ts'
import { readByLabel, readExamples, tokensWithNames } from './examples.ts'
import { fingerprintOf } from './train-intents.ts'

const file = new URL('intent-model.json', import.meta.url)
const text = readFileSync(file, 'utf8')
const rank = createIntentRanker(text)
const own = readByLabel('intent-phrasings.json')
/** Never trained with. */
const apart = readByLabel('../../bench/assistant/phrasings/intents-held-apart.json')

/** Share of questions whose label is among the likeliest. */
const shareWithin = (questions: typeof apart, within: number) =>
  questions.filter(({ question, label }) =>
    rank(tokensWithNames(question))
      .slice(0, within)
      .some((one) => one.label === label),
  ).length / questions.length

test('was trained from the examples: run `node data/assistant/train-intents.ts` after a change of them or of the lexicon', () => {
  expect(JSON.parse(text)).toMatchObject({ fingerprint: fingerprintOf(readExamples()) })
  expect(Buffer.byteLength(text)).toBeLessThan(1e6)
})

test('ranks the label of a question that it has not seen first in 88 of 100, and within three in 97', () => {
  expect(shareWithin(apart, 1)).toBeGreaterThan(0.88)
  expect(shareWithin(apart, 3)).toBeGreaterThan(0.97)
})

test('was trained with no question that is kept apart', () => {
  const texts = new Set(own.map(({ question }) => question))
  // A count: the questions are not printed.
  expect(apart.filter(({ question }) => texts.has(question)).length).toBe(0)
})

test('scores add up to 1', () => {
  const scores = rank(tokensWithNames('X包吃住吗')).map(({ score }) => score)
  expect(scores.reduce((sum, score) => sum + score, 0)).toBeCloseTo(1)
})

test('names only what an answer can state', () => {
  const names = Object.keys(uncollectedWords)
  const labels = [...new Set(own.map(({ label }) => label))]
  const unnamed = labels.flatMap((label) => askedBy(label)?.uncollected?.filter((name) => !names.includes(name)) ?? [])
  expect(unnamed).toEqual([])
})
