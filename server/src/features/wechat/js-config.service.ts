import type { JsConfig } from '@baiqicha/contract/wechat'
import { failed, type Result } from '../../domain/result.ts'
import type { Limited, Limiter } from '../../platform/limits/limiter.ts'
import type { OfficialAccount, WechatError } from '../../platform/wechat/wechat.ts'

export type JsConfigError = WechatError | Limited | { type: 'off' } | { type: 'foreignUrl' }

export type JsConfigDeps = {
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
