import { expect, test } from 'vitest'
import { fitsIdentityCheck, isCreditCode, isLei, isOrganisationCode } from './certificate-checks.ts'

test('characters 9 to 17 of a credit code are an organisation code', () => {
  expect(isCreditCode('91440300192317458F')).toBe(true)
  expect(isOrganisationCode('192317458')).toBe(true)
})

test.each(['192317457', '19231745X', '19231745-8', '19231745', ''])('%s is no organisation code', (code) => {
  expect(isOrganisationCode(code)).toBe(false)
})

test('exactly one last character fits 17 digits of an identity number', () => {
  const fitting = Array.from('0123456789X').filter((last) => fitsIdentityCheck(`99000119900101123${last}`))
  expect(fitting).toHaveLength(1)
})

test.each([
  ['300300DEMO0000000155', true],
  // Of Apple Inc.
  ['HWUPKR0MPOU8FGXBT394', true],
  ['300300DEMO0000000156', false],
  ['300300demo0000000155', false],
  ['300300DEMO000000015', false],
  ['300300DEMO00000001550', false],
])('%s is a LEI: %s', (text, expected) => {
  expect(isLei(text)).toBe(expected)
})
