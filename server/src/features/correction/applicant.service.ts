import { parseMobile } from '@baiqicha/contract/account'
import type { ContactProof } from '@baiqicha/contract/correction'
import { resultCode } from '@baiqicha/contract/result-codes'
import type { Session } from '../../domain/account/session.ts'
import { type Clock, isoOf, PROCESS_DIFFERENCE_MS } from '../../domain/clock.ts'
import { maskMobile } from '../../domain/masking/masking.ts'
import type { Random } from '../../domain/random.ts'
import { type Hmac, sha256 } from '../../platform/crypto/hmac.ts'
import type { Database } from '../../platform/database/database.ts'
import { noSession, Refusal } from '../../platform/http/refusal.ts'
import { ownerOfUser } from '../../platform/uploads/upload.service.ts'

/** Person who submits a correction: a signed-in user, or a visitor with a proved mobile number. */
export type Applicant = { userId: string; mobile: null } | { userId: null; mobile: string }

/** Uses up the SMS code for a correction. @throws Refusal when the code is wrong. */
export type ConsumeSmsCode = <T>(
  guess: { mobile: string; scene: 'correction'; code: string; address: string },
  onRight: (tx: Database) => Promise<T>,
) => Promise<T>

const PROOF_MS = 3_600_000
const TOKEN_BYTES = 32

type ApplicantDeps = { db: Database; clock: Clock; random: Random; hmac: Hmac; consumeSmsCode: ConsumeSmsCode }

export function createApplicantService({ db, clock, random, hmac, consumeSmsCode }: ApplicantDeps) {
  async function provedNumber(contactToken: string): Promise<string | null> {
    const now = clock.now()
    const proof = await db
      .selectFrom('contact_proof')
      .select('mobile')
      .where('token_hash', '=', sha256(contactToken))
      .where('expires_at', '>', now)
      // A proof stored while the clock was ahead would live too long.
      .where('expires_at', '<=', now + PROOF_MS + PROCESS_DIFFERENCE_MS)
      .executeTakeFirst()
    return proof?.mobile ?? null
  }

  return {
    /** Proves a number by its SMS code and returns a token, valid for one hour. @throws Refusal */
    async prove(typed: string, smsCode: string, address: string): Promise<ContactProof> {
      const mobile = parseMobile(typed)
      if (mobile === null) throw new Refusal({ code: resultCode.mobileInvalid, message: '请输入正确的手机号' })
      const contactToken = Buffer.from(random.bytes(TOKEN_BYTES)).toString('base64url')
      const expiresAt = clock.now() + PROOF_MS
      await consumeSmsCode({ mobile, scene: 'correction', code: smsCode, address }, async (tx) => {
        await tx
          .insertInto('contact_proof')
          .values({ token_hash: sha256(contactToken), mobile, expires_at: expiresAt })
          .execute()
      })
      return { contactToken, mobileMasked: maskMobile(mobile), expiresAt: isoOf(expiresAt) }
    },

    /** @throws Refusal without a session and without a valid proof. */
    async require(session: Session | null, contactToken: string | undefined): Promise<Applicant> {
      if (session !== null) return { userId: session.userId, mobile: null }
      if (contactToken === undefined) throw noSession()
      const mobile = await provedNumber(contactToken)
      if (mobile !== null) return { userId: null, mobile }
      throw new Refusal({ code: resultCode.contactUnproved, message: '手机号验证已过期，请重新验证' })
    },

    /** Key of the person for limits and ownership of uploads. It does not contain the mobile number. */
    ownerOf: ({ userId, mobile }: Applicant): string =>
      userId === null ? `mobile:${hmac('contact', mobile)}` : ownerOfUser(userId),
  }
}
export type ApplicantService = ReturnType<typeof createApplicantService>
