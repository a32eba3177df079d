import { parseMobile } from '@baiqicha/contract/account'
import type { JsConfig, WechatLogin, WechatPhone } from '@baiqicha/contract/wechat'
import type { Session } from '../../domain/account/session.ts'
import type { Random } from '../../domain/random.ts'
import { failed, ok, type Result } from '../../domain/result.ts'
import type { Audit } from '../../platform/audit.ts'
import { type Hmac, sha256 } from '../../platform/crypto/hmac.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Limited, Limiter } from '../../platform/limits/limiter.ts'
import type { MiniProgram, OfficialAccount, WechatError } from '../../platform/wechat/wechat.ts'
import type { WechatRepository } from './wechat.repository.ts'

type WechatLoginError =
  | WechatError
  | Limited
  /** The operator has no mini-program. */
  | { type: 'off' }
export type WechatBindingError =
  | WechatLoginError
  | { type: 'bindTokenVoid' }
  /** Not a mobile number of the mainland. */
  | { type: 'mobileInvalid' }

type Binding = { bindToken: string; phoneCode: string; agreementVersion: string; address: string }

type WechatLoginDeps = {
  db: Database
  random: Random
  hmac: Hmac
  limiter: Limiter
  miniProgram: MiniProgram | null
  links: WechatRepository
  /** Finds or creates the account of a proved number, locks it and records the consent. */
  admit: (
    tx: Database,
    person: { mobile: string; agreementVersion: string },
  ) => Promise<{ userId: string; isNew: boolean }>
  issueTicket: (tx: Database, person: { mobile: string; isFirstLogin: boolean }) => Promise<string>
  audit: Audit
}

export function createWechatLoginService(deps: WechatLoginDeps) {
  const { db, random, hmac, limiter, miniProgram, links, admit, issueTicket, audit } = deps
  const newBindToken = () => Buffer.from(random.bytes(32)).toString('base64url')

  return {
    /** A ticket for a linked WeChat user, otherwise a binding token. */
    async logIn(code: string, address: string): Promise<Result<WechatLogin, WechatLoginError>> {
      if (miniProgram === null) return failed({ type: 'off' })
      const taken = await limiter.take([{ limit: 'wechatLoginsPerAddress', subject: address }])
      if (!taken.ok) return taken
      const found = await miniProgram.findOpenId(code)
      if (!found.ok) return found
      const openIdHmac = hmac('openid', found.value)
      const account = await links.findAccount(openIdHmac)
      if (account !== null) {
        const { mobile } = account
        return ok({ ticket: await db.transaction().execute((tx) => issueTicket(tx, { mobile, isFirstLogin: false })) })
      }
      const bindToken = newBindToken()
      await links.addBindToken(sha256(bindToken), openIdHmac)
      return ok({ bindToken })
    },

    /** Links the WeChat user of the binding token to the account of the number that WeChat states. */
    async bindPhone({
      bindToken,
      phoneCode,
      agreementVersion,
      address,
    }: Binding): Promise<Result<WechatPhone, WechatBindingError>> {
      if (miniProgram === null) return failed({ type: 'off' })
      const tokenHash = sha256(bindToken)
      // WeChat is called, and charges, only for a valid token.
      if (!(await links.hasBindToken(tokenHash))) return failed({ type: 'bindTokenVoid' })
      const phone = await miniProgram.findPhone(phoneCode)
      if (!phone.ok) return phone
      const mobile = phone.value.countryCode === '86' ? parseMobile(phone.value.number) : null
      if (mobile === null) return failed({ type: 'mobileInvalid' })
      const taken = await limiter.take([{ limit: 'wechatBindingsPerMobile', subject: mobile }])
      if (!taken.ok) return taken
      return db.transaction().execute(async (tx) => {
        const openIdHmac = await links.takeBindToken(tx, tokenHash)
        if (openIdHmac === null) return failed({ type: 'bindTokenVoid' as const })
        const { userId, isNew } = await admit(tx, { mobile, agreementVersion })
        await links.link(tx, userId, openIdHmac)
        await audit(tx, 'wechatLinked', { userId, mobile, address })
        return ok({ ticket: await issueTicket(tx, { mobile, isFirstLogin: isNew }), isFirstLogin: isNew })
      })
    },

    isLinked: ({ userId }: Session): Promise<boolean> => links.isLinked(userId),

    async unlink({ userId }: Session, address: string): Promise<void> {
      await db.transaction().execute(async (tx) => {
        if (await links.unlink(tx, userId)) await audit(tx, 'wechatUnlinked', { userId, address })
      })
    },
  }
}
export type WechatLoginService = ReturnType<typeof createWechatLoginService>

export type JsConfigError = WechatError | Limited | { type: 'off' } | { type: 'foreignUrl' }

type JsConfigDeps = {
  limiter: Limiter
  officialAccount: OfficialAccount | null
  /** Origins of the web app (PUBLIC_ORIGIN). */
  origins: readonly string[]
}

/** Signs an address of our own. Others could otherwise use the operator's account on their pages. */
export type SignJsConfig = (url: string, address: string) => Promise<Result<JsConfig, JsConfigError>>

export function createJsConfigService({ limiter, officialAccount, origins }: JsConfigDeps): SignJsConfig {
  // The text must begin with the origin: WeChat signs and compares text, not parsed addresses.
  const isOwn = (page: string) =>
    URL.canParse(page) &&
    origins.some((origin) => new URL(page).origin === origin && (page === origin || page.startsWith(`${origin}/`)))

  return async (url, address) => {
    if (officialAccount === null || origins.length === 0) return failed({ type: 'off' })
    const taken = await limiter.take([{ limit: 'jsConfigsPerAddress', subject: address }])
    if (!taken.ok) return taken
    // WeChat compares the address without its hash.
    const [page = ''] = url.split('#', 1)
    return isOwn(page) ? officialAccount.signPage(page) : failed({ type: 'foreignUrl' })
  }
}
