import { FOLLOW_LIMITS } from '@baiqicha/contract/follow'
import { expect, it } from 'vitest'
import { followLimit, followLimitSentence, splitByLimit } from './follow.service.ts'

it('allows members more companies until the last second of the membership', () => {
  expect([null, 1_000, 10_000].map((end) => followLimit(end, 2_500))).toEqual([5, 5, 100])
  expect(followLimit(2_000, 2_999)).toBe(FOLLOW_LIMITS.vip)
})

it('pauses the newest beyond the limit', () => {
  expect(splitByLimit([3, 2, 1], 2)).toEqual({ active: [2, 1], paused: [3] })
  expect(splitByLimit([1], 2)).toEqual({ active: [1], paused: [] })
})

it('names the limit and the membership', () => {
  expect(followLimitSentence(5)).toBe('最多关注 5 家企业，会员可关注 100 家')
  expect(followLimitSentence(100)).toBe('会员最多关注 100 家企业，请先取消部分关注')
})
