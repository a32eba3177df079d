import { resultCode } from '@baiqicha/contract/result-codes'
import type { Database } from '../../platform/database/database.ts'
import type { Handlers } from '../../platform/http/handler.ts'
import { noSession, Refusal } from '../../platform/http/refusal.ts'
import type { ConsentRepository } from './consent.repository.ts'
import type { SessionService } from './session.service.ts'

type ConsentParts = {
  db: Database
  consents: ConsentRepository
  sessions: SessionService
  /** In force now. */
  agreementVersion: string
}

/** The consent of somebody who is signed in already: to a newer version, or after arriving from outside. */
export const consentHandlers = (parts: ConsentParts): Handlers<'agree'> => ({
  async agree({ session: { id, userId }, input }) {
    const { db, consents, sessions, agreementVersion } = parts
    if (input.agreementVersion !== agreementVersion) {
      throw new Refusal({ code: resultCode.agreementOutdated, message: '协议已更新，请阅读后重新同意' })
    }
    const device = (await sessions.list(userId)).find((open) => open.id === id)
    // Signed out elsewhere at this very moment.
    if (device === undefined) throw noSession()
    const consent = { userId, agreementVersion, deviceType: device.deviceType }
    await db.transaction().execute((tx) => consents.record(tx, consent))
    return null
  },
})
