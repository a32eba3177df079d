import { expect, test } from 'vitest'
import { readCompareParams } from './compare-params.ts'

const read = (query: string) => readCompareParams(new URLSearchParams(query))

test('the address states the companies and the rows', () => {
  expect(read('ids=a,b&view=jobSeeker')).toEqual({ ids: ['a', 'b'], view: 'jobSeeker', notes: [] })
})

test.each([
  ['', [], []],
  ['ids=,', [], []],
  ['ids=a', ['a'], []],
  ['ids=a,b,a', ['a', 'b'], ['重复的企业仅显示一次']],
  ['ids=a,b,c,d', ['a', 'b', 'c'], ['最多对比 3 家企业，仅显示前 3 家']],
  [`ids=a,b,${'x'.repeat(65)}`, ['a', 'b'], ['1 家企业未找到']],
])('%s shows %j and says %j', (query, ids, notes) => {
  expect(read(query)).toEqual({ ids, view: 'facts', notes })
})

test('an unknown view is that of the facts', () => {
  expect(read('ids=a,b&view=other').view).toBe('facts')
})
