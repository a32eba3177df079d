import type { SignedInDevice } from '@baiqicha/contract/account'
import type { Session } from '../../domain/account/session.ts'
import type { Audit } from '../../platform/audit.ts'
import type { Database } from '../../platform/database/database.ts'
import type { SessionService } from './session.service.ts'
import type { ProveOwnNumber } from './sms-code.service.ts'

/** `smsCode`: for a session of a partner; empty: none. */
type SignOut = { session: Session; smsCode: string; address: string }

type DeviceDeps = { db: Database; audit: Audit; sessions: SessionService; proveOwnNumber: ProveOwnNumber }

const isoOf = (instant: number) => new Date(instant).toISOString()

export function createDeviceService({ db, audit, sessions, proveOwnNumber }: DeviceDeps) {
  return {
    async list(session: Session): Promise<SignedInDevice[]> {
      const open = await sessions.list(session.userId)
      return open.map(({ id, deviceType, source, createdAt, lastUsedAt }) => ({
        id,
        deviceType,
        signedInAt: isoOf(createdAt),
        lastUsedAt: isoOf(lastUsedAt),
        loginSource: source,
        isCurrent: id === session.id,
      }))
    },

    /**
     * Ends the session of one device, which may be the calling one. False when the account has no such device.
     * @throws Refusal without the code that a session of a partner needs
     */
    signOut({ id, ...request }: SignOut & { id: string }): Promise<boolean> {
      const { session, address } = request
      const { userId } = session
      const end = async (tx: Database, restoreCode: () => Promise<void>) => {
        const ended = await sessions.endOne(tx, userId, id)
        if (ended) await audit(tx, 'deviceSignedOut', { userId, address })
        else await restoreCode()
        return ended
      }
      if (id === session.id) return db.transaction().execute((tx) => end(tx, async () => {}))
      return proveOwnNumber({ ...request, scene: 'signOut' }, end)
    },

    /** Returns the number of sessions ended. @throws Refusal as `signOut` */
    signOutOthers: (request: SignOut): Promise<number> =>
      proveOwnNumber({ ...request, scene: 'signOut' }, async (tx) => {
        const { session, address } = request
        const signedOut = await sessions.endOthers(tx, session)
        if (signedOut > 0) await audit(tx, 'deviceSignedOut', { userId: session.userId, address })
        return signedOut
      }),
  }
}
export type DeviceService = ReturnType<typeof createDeviceService>
