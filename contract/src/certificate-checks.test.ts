import { expect, test } from 'vitest'
import { fitsIdentityCheck, isCreditCode, isOrganisationCode } from './certificate-checks.ts'

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
