import { FOLLOW_LIMITS } from '@baiqicha/contract/follow'
import { isRunning } from '../../domain/account/vip-expiry.ts'

/** Number of companies that an account may follow. Instants in milliseconds. */
export const followLimit = (vipExpireAt: number | null, now: number): number =>
  isRunning(vipExpireAt, now) ? FOLLOW_LIMITS.vip : FOLLOW_LIMITS.registered

/** Splits follows, newest first, into those that the limit includes and the newest ones that it pauses. */
export function splitByLimit<Row>(newestFirst: readonly Row[], limit: number): { active: Row[]; paused: Row[] } {
  const excess = Math.max(0, newestFirst.length - limit)
  return { active: newestFirst.slice(excess), paused: newestFirst.slice(0, excess) }
}

export const followLimitSentence = (limit: number): string =>
  limit === FOLLOW_LIMITS.registered
    ? `最多关注 ${FOLLOW_LIMITS.registered} 家企业，会员可关注 ${FOLLOW_LIMITS.vip} 家`
    : `会员最多关注 ${FOLLOW_LIMITS.vip} 家企业，请先取消部分关注`
