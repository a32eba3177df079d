import { expect, test } from 'vitest'
import { groupMobile } from '../../domain/verification/mobile-fields.tsx'
import { captchaFault, digitsOfCode, mobileFault, newPasswordFault, smsCodeFault } from './verification-input.ts'

const mobile = `138${'0'.repeat(8)}`

test.each([mobile, `+86 ${mobile}`, '138 0000 0000', '１３８００００００００'])(
  'accepts the mobile number %s',
  (typed) => {
    expect(mobileFault(typed)).toBeUndefined()
  },
)

test.each(['1380000', '238 0000 0000', 'abc', `${mobile}1`])('rejects the mobile number %j', (typed) => {
  expect(mobileFault(typed)).toBe('请输入正确的手机号')
})

test.each(['', '  '])('requests a number in the empty field %j', (typed) => {
  expect(mobileFault(typed)).toBe('请输入手机号')
})

test.each([
  ['138', '138'],
  ['1380', '138 0'],
  ['1380000', '138 0000'],
  ['13800000000', '138 0000 0000'],
  ['138 0000 0000', '138 0000 0000'],
  ['138000000001', '138 0000 00001'],
  ['１３８００', '138 00'],
  ['+86 13800000000', '138 0000 0000'],
  ['+86', '+86'],
  ['abc', 'abc'],
  ['', ''],
])('shows the typed number %j as %j', (typed, shown) => {
  expect(groupMobile(typed)).toBe(shown)
})

test.each([
  ['picture', 'AB2C', undefined],
  ['picture', ' ab2c ', undefined],
  ['picture', 'AB2', '请输入图中的 4 个字符'],
  ['voice', '123456', undefined],
  ['voice', '1234', '请输入听到的 6 位数字'],
] as const)('a %s captcha answered %j: %j', (kind, typed, fault) => {
  expect(captchaFault(kind, typed)).toBe(fault)
})

test.each([
  ['验证码123456', '123456'],
  ['【百企查】验证码 123 456，5 分钟内有效', '123456'],
  ['１２３４５６', '123456'],
  ['12345678', '123456'],
  ['abc', ''],
])('the code in %j is %j', (text, code) => {
  expect(digitsOfCode(text)).toBe(code)
})

test('rejects an incomplete code', () => {
  expect([smsCodeFault('123456'), smsCodeFault('12345')]).toEqual([undefined, '请输入 6 位验证码'])
})

test.each([
  ['a'.repeat(7), false],
  ['a'.repeat(8), true],
  ['密'.repeat(8), true],
  ['😀'.repeat(7), false],
  ['a'.repeat(64), true],
  ['a'.repeat(65), false],
])('accepts the password %j: %j', (password, isFit) => {
  expect(newPasswordFault(password)).toBe(isFit ? undefined : '密码为 8–64 个字符')
})
