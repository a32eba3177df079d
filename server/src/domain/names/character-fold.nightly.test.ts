import { expect, test } from 'vitest'
import {
  collectSimplified,
  everyCharacter,
  simplifiedByDictionary,
} from '../../../../data/reference/build-simplified.ts'
import { simplified } from './character-fold.ts'
import { simplifiedPairs } from './simplified-pairs.ts'

test('the simplified pairs agree with the dictionary', () => {
  expect(simplifiedPairs).toBe(collectSimplified())
})

test('no compatibility character is simplified differently from its normal form', () => {
  for (const character of everyCharacter()) {
    const text = character.normalize('NFKC').toLowerCase()
    if (simplified(text) !== simplifiedByDictionary(text)) expect.fail(`${character} becomes ${simplified(text)}`)
  }
})
