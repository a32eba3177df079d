import type { SignedInDevice } from '@baiqicha/contract/account'
import type { Session } from '../../domain/account/session.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Audit } from './audit.repository.ts'
import type { SessionService } from './session.service.ts'

export interface DeviceService {
  list(session: Session): Promise<SignedInDevice[]>
  /** Ends the session of one device, which may be the calling one. False when the account has no such device. */
  signOut(session: Session, id: string, address: string): Promise<boolean>
  /** Returns the number of sessions ended. */
  signOutOthers(session: Session, address: string): Promise<number>
}

type DeviceDeps = { db: Database; audit: Audit; sessions: SessionService }

const isoOf = (instant: number) => new Date(instant).toISOString()

export function createDeviceService({ db, audit, sessions }: DeviceDeps): DeviceService {
  return {
    async list(session) {
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

    signOut: ({ userId }, id, address) =>
      db.transaction().execute(async (tx) => {
        const ended = await sessions.endOne(tx, userId, id)
        if (ended) await audit(tx, 'deviceSignedOut', { userId, address })
        return ended
      }),

    signOutOthers: (session, address) =>
      db.transaction().execute(async (tx) => {
        const signedOut = await sessions.endOthers(tx, session)
        if (signedOut > 0) await audit(tx, 'deviceSignedOut', { userId: session.userId, address })
        return signedOut
      }),
  }
}
