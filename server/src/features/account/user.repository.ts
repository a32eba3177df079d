import type { DeviceType, UserDetail } from '@baiqicha/contract/account'
import type { Choice } from '@baiqicha/contract/membership'
import { isRunning, type MembershipRules } from '../../domain/account/membership-rules.ts'
import { type Clock, isoOf } from '../../domain/clock.ts'
import { maskMobile } from '../../domain/masking/masking.ts'
import { type Random, randomId } from '../../domain/random.ts'
import type { Hmac } from '../../platform/crypto/hmac.ts'
import type { Database } from '../../platform/database/database.ts'
import { changesRow, countRows, findsRow } from '../../platform/database/portable-sql.ts'
import type { UserAccountTable } from '../../platform/database/tables/account.ts'

type UserDeps = { clock: Clock; random: Random; hmac: Hmac; rules: () => MembershipRules; consents: ConsentRepository }

/** The account to read, and the partner the calling session came from; null for a session opened here. */
type DetailOf = { userId: string; source: string | null }

type NewAccount = { mobile: string; passwordHash: string | null }

/** Number of the user's feedback with an answer that no device has opened. */
const countUnread = (db: Database, userId: string) =>
  countRows(db.selectFrom('feedback').where('user_id', '=', userId).where('is_unread', '=', 1))

/** Number of new events of the companies that the user follows, as it is stored (features/follow). */
async function countChanges(db: Database, userId: string) {
  const follower = await db.selectFrom('follower').select('unread').where('user_id', '=', userId).executeTakeFirst()
  return follower?.unread ?? 0
}

export function createUserRepository({ clock, random, hmac, rules, consents }: UserDeps) {
  /** In the order chosen. Choices that the rules no longer list are left out. */
  async function choicesOf(db: Database, userId: string) {
    const rows = await db
      .selectFrom('user_choice')
      .select(['kind', 'choice_id'])
      .where('user_id', '=', userId)
      .orderBy('position')
      .execute()
    const chosen = (kind: 'career' | 'industry', known: readonly Choice[]) =>
      rows.flatMap((row) => (row.kind === kind ? known.filter(({ id }) => id === row.choice_id) : []))
    return { careerList: chosen('career', rules().careers), industryList: chosen('industry', rules().industries) }
  }

  /** An account scheduled for erasure would lose the gift for good (gift.service.ts). */
  async function canClaimGift(db: Database, { mobile, erase_at }: UserAccountTable) {
    if (erase_at !== null) return false
    return !(await db.selectFrom('gift_grant').where('mobile_hmac', '=', hmac('gift', mobile)).$call(findsRow))
  }

  /** Returns the id of the new account; null when the number already has one. */
  async function create(tx: Database, { mobile, passwordHash }: NewAccount): Promise<string | null> {
    const created = await tx
      .insertInto('user_account')
      .values({
        id: randomId(random, 'u'),
        mobile,
        nickname: null,
        created_at: clock.now(),
        password_hash: passwordHash,
        vip_expire_at: null,
        vip_source: null,
        erase_at: null,
      })
      .onConflict((conflict) => conflict.column('mobile').doNothing())
      .returning('id')
      .executeTakeFirst()
    return created?.id ?? null
  }

  async function lockOf(db: Database, userId: string) {
    const lock = await db
      .selectFrom('user_lock')
      .select(['reason', 'ends_at'])
      .where('user_id', '=', userId)
      .where('ends_at', '>', clock.now())
      .executeTakeFirst()
    return lock === undefined ? null : { reason: lock.reason, endAt: isoOf(lock.ends_at) }
  }

  return {
    /** null when there is no such account. `db` may be a transaction. */
    async findDetail(db: Database, { userId, source }: DetailOf): Promise<UserDetail | null> {
      const user = await db.selectFrom('user_account').selectAll().where('id', '=', userId).executeTakeFirst()
      if (user === undefined) return null
      return {
        userId,
        phoneMasked: maskMobile(user.mobile),
        nickname: user.nickname,
        isVip: isRunning(user.vip_expire_at, clock.now()),
        vipExpireAt: user.vip_expire_at === null ? null : isoOf(user.vip_expire_at),
        vipSource: user.vip_source,
        canClaimGift: await canClaimGift(db, user),
        ...(await choicesOf(db, userId)),
        registeredAt: isoOf(user.created_at),
        loginMethods: user.password_hash === null ? ['sms'] : ['sms', 'password'],
        agreementVersion: await consents.findVersion(db, userId),
        eraseAt: user.erase_at === null ? null : isoOf(user.erase_at),
        lock: await lockOf(db, userId),
        loginSource: source,
        unreadFeedback: await countUnread(db, userId),
        unreadChanges: await countChanges(db, userId),
      }
    },

    /** Mobile number of an account; null when there is no such account. */
    async findMobile(db: Database, userId: string): Promise<string | null> {
      const user = await db.selectFrom('user_account').select('mobile').where('id', '=', userId).executeTakeFirst()
      return user?.mobile ?? null
    },

    create,

    /** The account of a proved number; creates it when there is none. */
    async getOrCreate(tx: Database, mobile: string): Promise<{ userId: string; isNew: boolean }> {
      const created = await create(tx, { mobile, passwordHash: null })
      if (created !== null) return { userId: created, isNew: true }
      const known = await tx
        .selectFrom('user_account')
        .select('id')
        .where('mobile', '=', mobile)
        .executeTakeFirstOrThrow()
      return { userId: known.id, isNew: false }
    },

    /**
     * Account of a number with its password hash, which is null while no password is set. null when there is no account.
     */
    async findPassword(db: Database, mobile: string): Promise<{ userId: string; passwordHash: string | null } | null> {
      const user = await db
        .selectFrom('user_account')
        .select(['id', 'password_hash'])
        .where('mobile', '=', mobile)
        .executeTakeFirst()
      return user === undefined ? null : { userId: user.id, passwordHash: user.password_hash }
    },

    /** False when there is no such account. */
    async setPassword(tx: Database, userId: string, passwordHash: string): Promise<boolean> {
      return tx
        .updateTable('user_account')
        .set({ password_hash: passwordHash })
        .where('id', '=', userId)
        .$call(changesRow)
    },

    /** False when the stored hash is no longer `from`. */
    async replacePassword(
      tx: Database,
      { userId, from, to }: { userId: string; from: string; to: string },
    ): Promise<boolean> {
      return tx
        .updateTable('user_account')
        .set({ password_hash: to })
        .where('id', '=', userId)
        .where('password_hash', '=', from)
        .$call(changesRow)
    },
  }
}
export type UserRepository = ReturnType<typeof createUserRepository>

/** Consent of an account to one set of agreements, given on one type of device. */
type Consent = { userId: string; agreementVersion: string; deviceType: DeviceType }

export const createConsentRepository = ({ clock, random }: { clock: Clock; random: Random }) => ({
  findVersion,

  /** Stores a consent unless the newest stored one has the same version. */
  async record(tx: Database, { userId, agreementVersion, deviceType }: Consent): Promise<void> {
    if ((await findVersion(tx, userId)) === agreementVersion) return
    await tx
      .insertInto('consent')
      .values({
        id: randomId(random, 'n'),
        user_id: userId,
        agreement_version: agreementVersion,
        at: clock.now(),
        device_type: deviceType,
      })
      .execute()
  },
})
export type ConsentRepository = ReturnType<typeof createConsentRepository>

/** Newest version the account agreed to; null when it never agreed to any. `db` may be a transaction. */
async function findVersion(db: Database, userId: string): Promise<string | null> {
  const newest = await db
    .selectFrom('consent')
    .select('agreement_version')
    .where('user_id', '=', userId)
    .orderBy('at', 'desc')
    .orderBy('agreement_version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest?.agreement_version ?? null
}
