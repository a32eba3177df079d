import { expect, it } from 'vitest'
import { sharePathOf } from './share-path.ts'

it.each([
  ['/company/detail?id=c-1&tab=risk', '/#/company/detail?id=c-1&tab=risk'],
  ['/search/result?keyword=某人&token=t', '/#/search/result'],
  ['/legalRisk/executedPerson/detail?id=r-1&companyId=c-1', '/#/legalRisk/executedPerson/detail?id=r-1'],
  ['/legalRisk/executedPerson?companyId=c-1&view=history', '/#/company/detail?id=c-1'],
  ['/ai/detail?id=a-1&key=secret', '/#/ai/detail?id=a-1'],
])('%s is shared as %s', (path, shared) => {
  expect(sharePathOf(path)).toBe(shared)
})
