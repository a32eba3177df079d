import { expect, test } from 'vitest'
import { buildUser } from '../../../test/server.ts'
import { describeMembership } from './status-card.tsx'

const now = Date.parse('2026-11-20T04:00:00.000Z')
const end = '2028-11-20T15:59:59.000Z'
const member = { isVip: true, vipExpireAt: end, vipSource: '赠送', canClaimGift: false } as const

test.each([
  ['never a member', {}, '尚未开通会员', '新用户可免费领取两年，到期不自动续费'],
  ['spent by an earlier account', { canClaimGift: false }, '尚未开通会员', '此手机号的会员礼已领取过'],
  [
    'account to be erased',
    { canClaimGift: false, eraseAt: '2026-11-25T00:00:00.000Z' },
    '尚未开通会员',
    '您的账户正在注销中',
  ],
  ['member', member, '会员至 2028-11-20', '剩余 731 天 · 新用户赠送'],
  ['bought', { ...member, vipSource: '购买' }, '会员至 2028-11-20', '剩余 731 天 · 购买'],
  ['of unknown source', { ...member, vipSource: null }, '会员至 2028-11-20', '剩余 731 天'],
  [
    'on the last day',
    { ...member, vipExpireAt: '2026-11-20T15:59:59.000Z' },
    '会员至 2026-11-20',
    '今日到期 · 新用户赠送',
  ],
  ['expired', { ...member, isVip: false }, '会员已到期', '会员已于 2028-11-20 到期，您的记录仍保留'],
] as const)('%s', (_name, user, title, text) => {
  expect(describeMembership(buildUser(user), now)).toEqual({ title, text })
})
