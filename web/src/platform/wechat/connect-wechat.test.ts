import { expect, it } from 'vitest'
import { sharePathOf } from './connect-wechat.ts'

it.each([
  ['/company/detail?id=c-1&tab=risk', '/#/company/detail?id=c-1&tab=risk&isShare=1'],
  ['/search/result?keyword=某人&token=t', '/#/search/result?isShare=1'],
  ['/legalRisk/executedPerson/detail?id=r-1&companyId=c-1', '/#/legalRisk/executedPerson/detail?id=r-1&isShare=1'],
  ['/legalRisk/executedPerson?companyId=c-1&view=history', '/#/company/detail?id=c-1&isShare=1'],
  ['/company/detail?isShare=1&id=c-1&fr=share', '/#/company/detail?id=c-1&fr=share&isShare=1'],
  ['/ai/detail?id=a-1&key=secret', '/#/ai/detail?id=a-1&isShare=1'],
])('%s is shared as %s', (path, shared) => {
  expect(sharePathOf(path)).toBe(shared)
})
