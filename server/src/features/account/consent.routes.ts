import type { Database } from '../../platform/database/database.ts'
import type { Handlers } from '../../platform/http/handler.ts'
import { noSession } from '../../platform/http/refusal.ts'
import type { ConsentRepository } from './consent.repository.ts'
import { requireAgreement } from './credential.input.ts'
import type { SessionService } from './session.service.ts'

type ConsentDeps = {
  db: Database
  consents: ConsentRepository
  sessions: SessionService
  /** Version in force. */
  agreementVersion: string
}

/** Consent given within a session: to a newer version, or after a login through a partner. */
export const consentHandlers = (deps: ConsentDeps): Handlers<'agree'> => ({
  async agree({ session: { id, userId }, input }) {
    const { db, consents, sessions, agreementVersion } = deps
    requireAgreement(input.agreementVersion, agreementVersion)
    const device = (await sessions.list(userId)).find((open) => open.id === id)
    // The session was ended from another device during this call.
    if (device === undefined) throw noSession()
    const consent = { userId, agreementVersion, deviceType: device.deviceType }
    await db.transaction().execute((tx) => consents.record(tx, consent))
    return null
  },
})
