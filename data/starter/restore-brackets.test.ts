import { expect, test } from 'vitest'
import { restoreBrackets } from './restore-brackets.ts'

test.each([
  ['澜山演示江苏医药股份有限公司', '澜山演示（江苏）医药股份有限公司'],
  ['云岚演示无锡生物科技股份有限公司', '云岚演示（无锡）生物科技股份有限公司'],
  ['演示能源科技江苏股份公司', '演示能源科技（江苏）股份公司'],
  ['演示中国股份有限公司', '演示（中国）股份有限公司'],
])('restores the brackets of %s', (name, restored) => {
  expect(restoreBrackets(name, '江苏', '无锡市')).toBe(restored)
})

test.each([
  ['begins with the place', '江苏演示科技股份有限公司'],
  ['begins with province and city', '江苏无锡演示科技股份有限公司'],
  ['names another place', '演示北京科技股份有限公司'],
  ['has a plain place before its trade', '演示江苏化工股份有限公司'],
  ['has brackets', '演示（江苏）科技股份有限公司'],
  ['has another legal form', '演示江苏科技有限责任公司'],
])('leaves a name that %s', (_rule, name) => {
  expect(restoreBrackets(name, '江苏省', '无锡市')).toBe(name)
})
