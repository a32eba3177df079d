import type { SmsScene } from '@baiqicha/contract/account'
import { resultCode } from '@baiqicha/contract/result-codes'
import { valueOrThrow } from '../../domain/result.ts'
import type { Database } from '../../platform/database/database.ts'
import { type Handlers, noData } from '../../platform/http/handler.ts'
import { captchaWrong, noSession, notFound, Refusal } from '../../platform/http/refusal.ts'
import { limitRefusal, takeOrRefuse } from '../../platform/limits/limit-refusal.ts'
import type { Limiter } from '../../platform/limits/limiter.ts'
import type { ApiKeyService } from './api-key.service.ts'
import type { CaptchaService } from './captcha.service.ts'
import {
  type OwnMobileDeps,
  requireAgreement,
  requireOwnMobileOnly,
  requireTypedOrOwnMobile,
} from './credential.routes.ts'
import type { LoginService } from './credential.service.ts'
import type { DeactivationError, DeactivationService } from './deactivation.service.ts'
import type { DeviceService, SessionService } from './session.service.ts'
import { type SmsCodeService, smsGuessRefusal, smsRequestRefusal } from './sms-code.service.ts'
import type { TicketError, TicketService } from './ticket.service.ts'
import type { ConsentRepository, UserRepository } from './user.repository.ts'

type AccountDeps = OwnMobileDeps & {
  captchas: CaptchaService
  smsCodes: SmsCodeService
  logins: LoginService
  limiter: Limiter
  /** Whether SMS codes are printed in the server's terminal instead of being sent. */
  codesInTerminal: boolean
}

/** Scenes whose code goes to the number of the account only. */
const ownMobileScenes: ReadonlySet<SmsScene> = new Set(['deactivate', 'exportData', 'signOut'])

export function accountHandlers(deps: AccountDeps) {
  const { captchas, smsCodes, logins, limiter, codesInTerminal } = deps
  return {
    async captcha({ input, address }) {
      await takeOrRefuse(limiter, [{ limit: 'captchasPerAddress', subject: address }])
      return { ...(await captchas.generate(input.kind)), codesInTerminal }
    },

    async sendSmsCode({ input, session, address }) {
      // The number is checked before the captcha is used up, so a mistyped number does not cost a captcha.
      const readMobile = ownMobileScenes.has(input.scene) ? requireOwnMobileOnly : requireTypedOrOwnMobile
      const mobile = await readMobile(deps, input.mobile, session)
      if (!(await captchas.consume(input.captchaId, input.captchaCode))) throw captchaWrong()
      return valueOrThrow(
        await smsCodes.request({ mobile, scene: input.scene, address, deviceId: input.deviceId }),
        smsRequestRefusal,
      )
    },

    logout: ({ session, address }) => noData(logins.logout(session, address)),
  } satisfies Partial<Handlers>
}

type ConsentDeps = {
  db: Database
  consents: ConsentRepository
  sessions: SessionService
  /** Version in force. */
  findAgreementVersion: () => Promise<string>
}

/** Consent given within a session: to a newer version, or after a login through a partner. */
export const consentHandlers = (deps: ConsentDeps) =>
  ({
    async agree({ session: { id, userId }, input }) {
      const { db, consents, sessions, findAgreementVersion } = deps
      const agreementVersion = await findAgreementVersion()
      requireAgreement(input.agreementVersion, agreementVersion)
      const device = (await sessions.list(userId)).find((open) => open.id === id)
      // The session was ended from another device during this call.
      if (device === undefined) throw noSession()
      const consent = { userId, agreementVersion, deviceType: device.deviceType }
      await db.transaction().execute((tx) => consents.record(tx, consent))
      return null
    },
  }) satisfies Partial<Handlers>

export const deactivationHandlers = (deactivations: DeactivationService) =>
  ({
    async deactivate({ session, input, address }) {
      return valueOrThrow(await deactivations.deactivate(session, input.smsCode, address), deactivationRefusal)
    },

    async revokeDeactivation({ session, address }) {
      const revoked = await deactivations.revoke(session, address)
      if (!revoked.ok) {
        throw notFound('注销期限已过，账户正在删除，无法撤销')
      }
      return null
    },
  }) satisfies Partial<Handlers>

const deactivationRefusal = (error: DeactivationError): Refusal =>
  error.type === 'noAccount' ? noSession() : smsGuessRefusal(error)

type SessionDeps = { db: Database; users: UserRepository; devices: DeviceService; tickets: TicketService }

export function sessionHandlers({ db, users, devices, tickets }: SessionDeps) {
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
      if (!(await devices.signOut({ session, id, smsCode, address }))) throw notFound('设备不存在或已退出登录')
      return null
    },

    signOutOtherDevices: async ({ session, input: { smsCode }, address }) => ({
      signedOut: await devices.signOutOthers({ session, smsCode, address }),
    }),
  } satisfies Partial<Handlers>
}

export const apiKeyHandlers = (keys: ApiKeyService) =>
  ({
    apiKeys: async ({ session }) => ({ list: await keys.list(session.userId), dailyQuota: keys.dailyQuota }),

    createApiKey: ({ session, input, address }) => keys.create({ session, ...input, address }),

    async revokeApiKey({ session, input, address }) {
      if (!(await keys.revoke({ session, id: input.id, address }))) throw notFound('密钥不存在或已撤销')
      return null
    },
  }) satisfies Partial<Handlers>

export const ticketHandlers = (tickets: TicketService) =>
  ({
    async externalTicket({ input, address }) {
      const { signature, ...call } = input
      return valueOrThrow(await tickets.issue({ call, signature, address }), ticketRefusal)
    },
  }) satisfies Partial<Handlers>

/** Refusals for the developers of a partner. */
const ticketRefusals = {
  unsigned: { code: resultCode.signatureWrong, message: '来源或签名不正确' },
  outOfTime: { code: resultCode.signatureWrong, message: '时间戳与服务器时间相差超过 5 分钟' },
  repeated: { code: resultCode.signatureWrong, message: 'nonce 已使用过，请换一个重新签名' },
  mobileInvalid: { code: resultCode.mobileInvalid, message: '手机号不正确' },
}
const ticketRefusal = (error: TicketError) =>
  error.type === 'limited' ? limitRefusal(error) : new Refusal(ticketRefusals[error.type])
