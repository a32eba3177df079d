import { expect, test } from 'vitest'
import { checkFields, digitsOfCode } from './login-input.ts'

const mobile = `138${'0'.repeat(8)}`
const good = { mobile, captcha: 'AB2C', smsCode: '123456' }

test('a complete input has nothing to say', () => {
  expect(checkFields(good, ['mobile', 'captcha', 'smsCode'])).toEqual({})
})

test.each([`138 0000 0000`, `+86 ${mobile}`, '１３８００００００００'])('a mobile may be typed as %s', (typed) => {
  expect(checkFields({ ...good, mobile: typed }, ['mobile'])).toEqual({})
})

test.each(['', '1380000', '238 0000 0000', 'abc', `${mobile}1`])('%j is no mobile', (typed) => {
  expect(checkFields({ ...good, mobile: typed }, ['mobile'])).toEqual({ mobile: '请输入正确的手机号' })
})

test('only the named fields are checked', () => {
  expect(checkFields({ mobile: '', captcha: '', smsCode: '' }, ['captcha'])).toEqual({
    captcha: '请输入图中的 4 个字符',
  })
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
