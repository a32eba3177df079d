import { parseMobile, type UserDetailAnswer } from '@baiqicha/contract/account'
import { type Clock, PROCESS_DIFFERENCE_MS } from '../../domain/clock.ts'
import type { Random } from '../../domain/random.ts'
import { failed, ok, type Result } from '../../domain/result.ts'
import type { Audit } from '../../platform/audit.ts'
import { sha256 } from '../../platform/crypto/hmac.ts'
import type { Database } from '../../platform/database/database.ts'
import { changesRow, findsRow } from '../../platform/database/portable-sql.ts'
import type { Limited, Limiter } from '../../platform/limits/limiter.ts'
import type { Logger } from '../../platform/log/logger.ts'
import { isSignedByPartner, type PartnerCall, type Partners } from '../../platform/partners/partners.ts'
import { type Device, isToken, newToken, type SessionService } from './session.service.ts'
import type { UserRepository } from './user.repository.ts'

const MINUTE = 60_000
const TICKET_MS = 5 * MINUTE
/** Largest accepted difference between the clocks of a partner and the server. */
const CLOCK_DIFFERENCE_MS = 5 * MINUTE
/** Longer than a signed call can be repeated, even after the server's clock is set back by an hour. */
const NONCE_MS = 120 * MINUTE

export type TicketRequest = { call: PartnerCall; signature: string; address: string }
export type TicketError =
  | Limited
  /** Returned also for an unknown source. */
  | { type: 'unsigned' }
  | { type: 'outOfTime' }
  | { type: 'mobileInvalid' }
  /** The nonce was used before. */
  | { type: 'repeated' }

/** `expiresIn` is in seconds. */
export type Ticket = { token: string; expiresIn: number }

/** A number that this server has verified, and where the session comes from. */
export type TicketHolder = { source: string; mobile: string; isFirstLogin: boolean }

export type Arrival = { ticket: string; device: Device; address: string }

type TicketDeps = {
  db: Database
  clock: Clock
  random: Random
  log: Logger
  audit: Audit
  partners: Partners
  limiter: Limiter
  sessions: SessionService
  users: UserRepository
}

export function createTicketService(deps: TicketDeps) {
  const { db, clock, random, log, audit, partners, limiter, sessions, users } = deps

  /** Returns the mobile number of a valid call. */
  function verify({ call, signature }: TicketRequest): Result<string, TicketError> {
    if (!isSignedByPartner(partners, call, signature)) return failed({ type: 'unsigned' })
    // Checked after the signature, so that an unsigned caller does not learn whether a source exists.
    if (Math.abs(clock.now() - call.timestamp) > CLOCK_DIFFERENCE_MS) return failed({ type: 'outOfTime' })
    const mobile = parseMobile(call.mobile)
    return mobile === null ? failed({ type: 'mobileInvalid' }) : ok(mobile)
  }

  async function isFirstUse(tx: Database, { source, nonce }: PartnerCall) {
    return tx
      .insertInto('partner_nonce')
      .values({ source, nonce, expires_at: clock.now() + NONCE_MS })
      .onConflict((conflict) => conflict.columns(['source', 'nonce']).doNothing())
      .$call(changesRow)
  }

  /** Deletes and returns the ticket in one statement: of concurrent exchanges, one gets the row. */
  function takeTicket(tx: Database, tokenHash: string) {
    const now = clock.now()
    return (
      tx
        .deleteFrom('external_ticket')
        .where('token_hash', '=', tokenHash)
        .where('expires_at', '>', now)
        // A ticket issued while the clock was ahead would live too long.
        .where('expires_at', '<=', now + TICKET_MS + PROCESS_DIFFERENCE_MS)
        .returning(['source', 'mobile', 'is_first_login'])
        .executeTakeFirst()
    )
  }

  /** Issues a ticket within a transaction that verified the number. */
  async function issueTo(tx: Database, { source, mobile, isFirstLogin }: TicketHolder): Promise<string> {
    const token = newToken(random)
    await tx
      .insertInto('external_ticket')
      .values({
        token_hash: sha256(token),
        source,
        mobile,
        expires_at: clock.now() + TICKET_MS,
        is_first_login: isFirstLogin ? 1 : 0,
      })
      .execute()
    return token
  }

  return {
    issueTo,

    /** Issues a ticket for a mobile number that a partner has verified. */
    async issue(request: TicketRequest): Promise<Result<Ticket, TicketError>> {
      const { call, address } = request
      const verified = verify(request)
      if (!verified.ok) {
        log.warn('ticket-refused', { detail: `${verified.error.type} ${call.source}`, address })
        return verified
      }
      const taken = await limiter.take([{ limit: 'ticketsPerPartner', subject: call.source }])
      if (!taken.ok) return taken
      const mobile = verified.value
      const token = await db.transaction().execute(async (tx) => {
        if (!(await isFirstUse(tx, call))) return null
        const issued = await issueTo(tx, { source: call.source, mobile, isFirstLogin: false })
        await audit(tx, 'ticketIssued', { mobile, address })
        return issued
      })
      return token !== null ? ok({ token, expiresIn: TICKET_MS / 1000 }) : failed({ type: 'repeated' })
    },

    /** Exchanges a ticket for a session; null when the ticket is unknown, used or expired. */
    async exchange({ ticket, device, address }: Arrival): Promise<UserDetailAnswer | null> {
      if (!isToken(ticket)) return null
      const tokenHash = sha256(ticket)
      // Ended sessions reach this query too; the read avoids waiting for a write transaction.
      const isKnown = await db.selectFrom('external_ticket').where('token_hash', '=', tokenHash).$call(findsRow)
      if (!isKnown) return null
      return db.transaction().execute(async (tx) => {
        const ticketRow = await takeTicket(tx, tokenHash)
        if (ticketRow === undefined) return null
        const { source, mobile, is_first_login } = ticketRow
        const { userId, isNew } = await users.getOrCreate(tx, mobile)
        const token = await sessions.open(tx, userId, device, source)
        await audit(tx, 'externalLogin', { userId, mobile, address })
        const detail = await users.findDetail(tx, { userId, source })
        return detail === null ? null : { ...detail, token, isFirstLogin: isNew || is_first_login === 1, source }
      })
    },
  }
}
export type TicketService = ReturnType<typeof createTicketService>
