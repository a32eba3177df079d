import { resultCode } from '@baiqicha/contract/result-codes'
import type { Database } from '../../platform/database/database.ts'
import type { Handlers } from '../../platform/http/handler.ts'
import { noSession, Refusal } from '../../platform/http/refusal.ts'
import type { DeviceService } from './device.service.ts'
import type { TicketService } from './ticket.service.ts'
import type { UserRepository } from './user.repository.ts'

type SessionDeps = { db: Database; users: UserRepository; devices: DeviceService; tickets: TicketService }

type SessionKeys = 'userDetail' | 'devices' | 'signOutDevice' | 'signOutOtherDevices'

const noSuchDevice = () => new Refusal({ code: resultCode.notFound, message: '设备不存在或已退出登录' })

export function sessionHandlers({ db, users, devices, tickets }: SessionDeps): Handlers<SessionKeys> {
  return {
    /** A token without a session may be a ticket of a partner, which this call exchanges for a session. */
    async userDetail({ session, token, input, address }) {
      const detail =
        session === null
          ? await tickets.exchange({ ticket: token, device: input, address })
          : await users.findDetail(db, session)
      if (detail === null) throw noSession()
      return detail
    },

    devices: async ({ session }) => ({ list: await devices.list(session) }),

    async signOutDevice({ session, input, address }) {
      const { id, smsCode } = input
      if (!(await devices.signOut({ session, id, smsCode, address }))) throw noSuchDevice()
      return null
    },

    signOutOtherDevices: async ({ session, input: { smsCode }, address }) => ({
      signedOut: await devices.signOutOthers({ session, smsCode, address }),
    }),
  }
}
