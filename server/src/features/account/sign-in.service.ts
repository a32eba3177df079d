import type { LoginAnswer } from '@baiqicha/contract/account'
import type { Database } from '../../platform/database/database.ts'
import type { Audit } from './audit.repository.ts'
import type { ConsentRepository } from './consent.repository.ts'
import type { Device, SessionService } from './session.service.ts'
import type { UserRepository } from './user.repository.ts'

/** An account whose owner proved their identity, with the agreements they accepted. */
export type ProvenPerson = {
  userId: string
  mobile: string
  /** Whether this call created the account. */
  isNew: boolean
  agreementVersion: string
  address: string
  device: Device
}

/** Last step of every login, in the transaction that consumed the proof. */
export type SignIn = (tx: Database, person: ProvenPerson) => Promise<LoginAnswer>

type SignInDeps = { audit: Audit; consents: ConsentRepository; sessions: SessionService; users: UserRepository }

export const createSignIn =
  ({ audit, consents, sessions, users }: SignInDeps): SignIn =>
  async (tx, { userId, mobile, isNew, agreementVersion, address, device }) => {
    const token = await sessions.open(tx, userId, device)
    await consents.record(tx, { userId, agreementVersion, deviceType: device.deviceType })
    await audit(tx, isNew ? 'register' : 'login', { userId, mobile, address })
    const userDetail = await users.findDetail(tx, { userId, source: null })
    if (userDetail === null) throw new Error('the account disappeared during the login')
    return { token, isFirstLogin: isNew, userDetail }
  }
