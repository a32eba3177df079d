import { expect, it } from 'vitest'
import { maskedJson } from './masked-json.ts'

/** A mobile number of nobody. */
const mobile = `139${'0'.repeat(8)}`
/** A credit code of digits alone that is a valid identity number, too: a date of birth, and the check digits of both. */
const ambiguous = ['990001', '19900101', '0'].join('')

it('masks a number in any text, however deep', () => {
  const data = { a: [{ b: `电话${mobile}` }], c: null, d: 1, e: true }
  expect(JSON.parse(maskedJson(data))).toEqual({ a: [{ b: '电话139****0000' }], c: null, d: 1, e: true })
})

it('leaves codes under their own names, and ids', () => {
  const data = {
    creditCode: `${ambiguous}123`,
    registrationNumber: ambiguous,
    id: `rab${mobile}${'c'.repeat(11)}`,
    path: `/company/detail?id=c${'a'.repeat(2)}${mobile}${'b'.repeat(3)}`,
  }
  expect(JSON.parse(maskedJson(data))).toEqual(data)
})

it.each([24, 32, 64])('leaves a digest of %i hexadecimal characters', (length) => {
  const digest = `e${mobile}`.padEnd(length, 'b')
  const data = { reference: `al-${digest}`, hidden: `hm-a${mobile}`, url: `/api/v1/content/${digest}.jpg` }
  expect(JSON.parse(maskedJson(data))).toEqual(data)
})

it('numbers, dates and texts without a personal number stay as they are', () => {
  const data = { at: 1_390_000_000_000, on: '2026-06-30', phones: ['0755-28880000', '4001234567'] }
  expect(maskedJson(data)).toBe(JSON.stringify(data))
})
