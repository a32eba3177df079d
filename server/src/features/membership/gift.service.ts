import type { GiftAnswer } from '@baiqicha/contract/membership'
import { isRunning, type MembershipRules, membershipEnd } from '../../domain/account/membership-rules.ts'
import { type Clock, isoOf } from '../../domain/clock.ts'
import { failed, ok, type Result } from '../../domain/result.ts'
import type { Audit } from '../../platform/audit.ts'
import type { Hmac } from '../../platform/crypto/hmac.ts'
import type { Database } from '../../platform/database/database.ts'
import { changesRow, findsRow } from '../../platform/database/portable-sql.ts'
import { type LockedAccount, lockAccount, replaceChoices } from './membership.repository.ts'

/** The choices are valid. */
export type GiftClaim = { userId: string; careers: readonly string[]; industries: readonly string[]; address: string }
/** `spent`: an earlier account of the number claimed the gift; `closing`: the account is scheduled for erasure. */
export type GiftError = { type: 'spent' } | { type: 'closing' } | { type: 'noAccount' }

type GiftDeps = {
  db: Database
  clock: Clock
  hmac: Hmac
  /** The rules that this process read last. */
  rules: () => MembershipRules
  audit: Audit
}

export function createGiftService({ db, clock, hmac, rules, audit }: GiftDeps) {
  /** The unique row of the number decides which of concurrent claims gets the gift. */
  async function takeGift(tx: Database, userId: string, mobile: string): Promise<'new' | 'had' | 'spent'> {
    const mobile_hmac = hmac('gift', mobile)
    const taken = await tx
      .insertInto('gift_grant')
      .values({ mobile_hmac, user_id: userId, granted_at: clock.now() })
      .onConflict((conflict) => conflict.column('mobile_hmac').doNothing())
      .$call(changesRow)
    if (taken) return 'new'
    const isMine = await tx
      .selectFrom('gift_grant')
      .where('mobile_hmac', '=', mobile_hmac)
      .where('user_id', '=', userId)
      .$call(findsRow)
    return isMine ? 'had' : 'spent'
  }

  /** Returns the end of the membership in milliseconds. Extends a running membership, which keeps its source. */
  async function grant(tx: Database, { userId, address }: GiftClaim, account: LockedAccount) {
    const { mobile, vip_expire_at, vip_source } = account
    const now = clock.now()
    const isAdded = isRunning(vip_expire_at, now)
    const end = membershipEnd(isAdded ? vip_expire_at : now, rules().giftYears)
    await tx
      .updateTable('user_account')
      .set({ vip_expire_at: end, vip_source: isAdded ? vip_source : '赠送' })
      .where('id', '=', userId)
      .execute()
    await audit(tx, 'giftClaimed', { userId, mobile, address })
    return end
  }

  return {
    /**
     * Saves the choices and grants the membership in one transaction. A repeated claim of the same account grants nothing
     * more.
     */
    claim: (claim: GiftClaim): Promise<Result<GiftAnswer, GiftError>> =>
      db.transaction().execute(async (tx) => {
        const user = await lockAccount(tx, claim.userId)
        if (user === undefined) return failed({ type: 'noAccount' })
        // The account is erased within days, and the gift of its number would be lost.
        if (user.erase_at !== null) return failed({ type: 'closing' })
        const gift = await takeGift(tx, claim.userId, user.mobile)
        const expireAt = gift === 'new' ? await grant(tx, claim, user) : user.vip_expire_at
        // A membership that was withdrawn is not granted again.
        if (gift === 'spent' || expireAt === null) return failed({ type: 'spent' })
        await replaceChoices(tx, claim.userId, 'career', claim.careers)
        await replaceChoices(tx, claim.userId, 'industry', claim.industries)
        return ok({ vipExpireAt: isoOf(expireAt), isNew: gift === 'new' })
      }),
  }
}
export type GiftService = ReturnType<typeof createGiftService>
