import { expect, test } from 'vitest'
import {
  collectSimplified,
  everyCharacter,
  simplifiedByDictionary,
} from '../../../../data/reference/collect-simplified.ts'
import { simplified } from './character-fold.ts'
import { simplifiedPairs } from './simplified-pairs.ts'

test('the list of simplified characters says what the dictionary says', () => {
  expect(simplifiedPairs).toBe(collectSimplified())
})

test('no compatibility character is simplified otherwise, though it stands for several', () => {
  for (const character of everyCharacter()) {
    const text = character.normalize('NFKC').toLowerCase()
    if (simplified(text) !== simplifiedByDictionary(text)) expect.fail(`${character} becomes ${simplified(text)}`)
  }
})
