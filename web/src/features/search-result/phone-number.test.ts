import { expect, it } from 'vitest'
import { isPhoneNumber } from './phone-number.ts'

it.each([
  ['0990-0000012', true],
  ['(0990) 0000012', true],
  ['（０９９０）０００００１２', true],
  ['154 0000 0012', true],
  ['+86 154 0000 0012', true],
  ['0000012', true],
  ['000012', false],
  ['990002000000001', false],
  ['91990002MA0FCT021R', false],
  ['澜山 0000012', false],
  ['-------', false],
  ['', false],
])('%j can be a phone number: %j', (keyword, expected) => {
  expect(isPhoneNumber(keyword)).toBe(expected)
})
