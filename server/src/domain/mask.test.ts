import { expect, it } from 'vitest'
import { maskContactsIn, maskEmail } from './mask.ts'

it.each([
  ['lihua@example.com', 'li***@example.com'],
  ['a@example.com', 'a***@example.com'],
])('masks the address %s', (email, masked) => {
  expect(maskEmail(email)).toBe(masked)
})

it('masks every number and address in a text', () => {
  const text = `请联系 138${'0'.repeat(8)} 或 yan.shi+1@mail.example.cn。`
  expect(maskContactsIn(text)).toBe('请联系 138****0000 或 ya***@mail.example.cn。')
})
