import { expect, it } from 'vitest'
import { createCipher } from './cipher.ts'

const cipher = createCipher(new Uint8Array(32))

it('a sealed text opens with its key only, and not after a change', () => {
  const sealed = cipher.seal('15400000001')
  expect(sealed).not.toContain('154')
  expect(cipher.open(sealed)).toBe('15400000001')
  expect(() => createCipher(new Uint8Array(32).fill(1)).open(sealed)).toThrow()
  expect(() => cipher.open(`${sealed.startsWith('A') ? 'B' : 'A'}${sealed.slice(1)}`)).toThrow()
})

it('equal texts are sealed differently', () => {
  expect(cipher.seal('a')).not.toBe(cipher.seal('a'))
})
