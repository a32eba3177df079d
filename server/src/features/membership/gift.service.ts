import type { GiftAnswer } from '@baiqicha/contract/membership'
import type { MembershipRules } from '../../domain/account/membership-rules.ts'
import { isRunning, membershipEnd } from '../../domain/account/vip-expiry.ts'
import type { Clock } from '../../domain/clock.ts'
import { failed, ok, type Result } from '../../domain/result.ts'
import type { Hmac } from '../../platform/crypto/hmac.ts'
import type { Database } from '../../platform/database/database.ts'
import { type LockedAccount, lockAccount } from './account-lock.ts'
import { replaceChoices } from './choice.repository.ts'

/** Choices that fit the rules. */
export type GiftClaim = { userId: string; careers: readonly string[]; industries: readonly string[]; address: string }
/** `spent` by an earlier account of the number; `closing`: the account is to be erased; `gone`: it is. */
export type GiftError = { type: 'spent' } | { type: 'closing' } | { type: 'gone' }

type GiftParts = {
  db: Database
  clock: Clock
  hmac: Hmac
  rules: MembershipRules
  audit: (tx: Database, kind: 'giftClaimed', who: { userId: string; mobile: string; address: string }) => Promise<void>
}

export interface GiftService {
  /** Saves the choices and grants the membership, all or nothing. The same account may ask again: nothing is granted twice. */
  claim(claim: GiftClaim): Promise<Result<GiftAnswer, GiftError>>
}

export function createGiftService({ db, clock, hmac, rules, audit }: GiftParts): GiftService {
  /** The row of the number decides whose the gift is: there is one, whoever asks at the same time. */
  async function takeGift(tx: Database, userId: string, mobile: string): Promise<'new' | 'had' | 'spent'> {
    const mobile_hmac = hmac('gift', mobile)
    const taken = await tx
      .insertInto('gift_grant')
      .values({ mobile_hmac, user_id: userId, granted_at: clock.now() })
      .onConflict((conflict) => conflict.column('mobile_hmac').doNothing())
      .returning('mobile_hmac')
      .executeTakeFirst()
    if (taken !== undefined) return 'new'
    const mine = await tx
      .selectFrom('gift_grant')
      .select('mobile_hmac')
      .where('mobile_hmac', '=', mobile_hmac)
      .where('user_id', '=', userId)
      .executeTakeFirst()
    return mine === undefined ? 'spent' : 'had'
  }

  /** Returns the end of the membership. It is added to one that runs, which keeps the name of its source. */
  async function grant(tx: Database, { userId, address }: GiftClaim, account: LockedAccount) {
    const { mobile, vip_expire_at, vip_source } = account
    const now = clock.now()
    const isAdded = isRunning(vip_expire_at, now)
    const end = membershipEnd(isAdded ? vip_expire_at : now, rules.giftYears)
    await tx
      .updateTable('user_account')
      .set({ vip_expire_at: end, vip_source: isAdded ? vip_source : '赠送' })
      .where('id', '=', userId)
      .execute()
    await audit(tx, 'giftClaimed', { userId, mobile, address })
    return end
  }

  return {
    claim: (claim) =>
      db.transaction().execute(async (tx) => {
        const user = await lockAccount(tx, claim.userId)
        if (user === undefined) return failed({ type: 'gone' })
        // It would be spent for ever on an account that is gone in a few days.
        if (user.erase_at !== null) return failed({ type: 'closing' })
        const gift = await takeGift(tx, claim.userId, user.mobile)
        const expireAt = gift === 'new' ? await grant(tx, claim, user) : user.vip_expire_at
        // One that was taken back is not given again.
        if (gift === 'spent' || expireAt === null) return failed({ type: 'spent' })
        await replaceChoices(tx, claim.userId, 'career', claim.careers)
        await replaceChoices(tx, claim.userId, 'industry', claim.industries)
        return ok({ vipExpireAt: new Date(expireAt).toISOString(), isNew: gift === 'new' })
      }),
  }
}
