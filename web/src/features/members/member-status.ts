import { daysLeft } from '../../lib/days-left.ts'
import { formatShanghaiDate } from '../../lib/shanghai-date.ts'
import type { UserInfo } from '../../platform/session/session-store.ts'

export type MemberStatus = { title: string; text: string }

const sourceNames: Readonly<Record<NonNullable<UserInfo['vipSource']>, string>> = { 赠送: '新用户赠送', 购买: '购买' }

const GIFT_OFFER = '新用户可免费领取两年，到期不自动续费'

function describeRunning(end: string, source: UserInfo['vipSource'], now: number): string {
  const days = daysLeft(end, now)
  const left = days === 0 ? '今日到期' : `剩余 ${days} 天`
  return source === null ? left : `${left} · ${sourceNames[source]}`
}

/** Title and text of a user's membership. Days are in China's time zone. */
export function describeMembership(user: UserInfo, now: number = Date.now()): MemberStatus {
  const { isVip, vipExpireAt, vipSource, canClaimGift, eraseAt } = user
  if (vipExpireAt === null) {
    const withoutGift = eraseAt === null ? '此手机号的会员礼已领取过' : '您的账户正在注销中'
    return { title: '尚未开通会员', text: canClaimGift ? GIFT_OFFER : withoutGift }
  }
  const date = formatShanghaiDate(vipExpireAt)
  if (isVip) return { title: `会员至 ${date}`, text: describeRunning(vipExpireAt, vipSource, now) }
  return { title: '会员已到期', text: `会员已于 ${date} 到期，您的记录仍保留` }
}

export const visitorStatus: MemberStatus = {
  title: '尚未开通会员',
  text: '登录后可免费领取两年，到期不自动续费',
}
