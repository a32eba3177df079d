import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { createCipher } from '../../src/platform/crypto/cipher.ts'
import { systemRandom } from '../../src/platform/crypto/system-random.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { createLogger } from '../../src/platform/log/logger.ts'
import { createWechat } from '../../src/platform/wechat/wechat.ts'
import { BUILT_AT } from '../builders/companies.ts'
import { listenOnFreePort } from '../process/free-port.ts'

const account = { appId: 'wx0123456789abcdef', secret: 'ab'.repeat(16) }

export type WechatServer = {
  endpoint: string
  /** Calls by path, oldest first. */
  calls: string[]
  /** Answers every call of a path with an error code. */
  errors: Map<string, number>
  phone: { purePhoneNumber: string; countryCode: string; watermark: { timestamp: number; appid: string } }
  hangs: boolean
  /** Makes the current access token invalid; it is returned until a call discards it, as WeChat does. */
  rotate: () => void
  /** Calls that discarded the current token. */
  discarded: number
}

/** A WeChat that checks every parameter and accepts each code once. */
export async function startWechatServer(): Promise<WechatServer> {
  const used = new Set<string>()
  let version = 1
  let isValid = true
  const state: WechatServer = {
    endpoint: '',
    calls: [],
    errors: new Map(),
    phone: {
      purePhoneNumber: '13800000001',
      countryCode: '86',
      watermark: { timestamp: Math.floor(BUILT_AT / 1000), appid: account.appId },
    },
    hangs: false,
    rotate: () => {
      isValid = false
    },
    discarded: 0,
  }

  const takeCode = (code: unknown) => {
    if (typeof code !== 'string' || !code.startsWith('code-') || used.has(code)) return { errcode: 40_029 }
    used.add(code)
    return null
  }
  const isAccount = (appid: unknown, secret: unknown) => appid === account.appId && secret === account.secret
  const token = () => `token-${version}`
  const isToken = (value: unknown) => isValid && value === token()
  const discardToken = () => {
    version += 1
    isValid = true
    state.discarded += 1
  }

  function answer(method: string, url: URL, body: Record<string, unknown>): unknown {
    const query = Object.fromEntries(url.searchParams)
    const error = state.errors.get(url.pathname)
    if (error !== undefined) return { errcode: error, errmsg: 'canary' }
    switch (`${method} ${url.pathname}`) {
      case 'GET /sns/jscode2session':
        if (!isAccount(query['appid'], query['secret']) || query['grant_type'] !== 'authorization_code') break
        return (
          takeCode(query['js_code']) ?? {
            openid: `openid-${query['js_code']?.at(-1)}`,
            session_key: 'canary-session-key',
          }
        )
      case 'POST /cgi-bin/stable_token':
        if (!isAccount(body['appid'], body['secret']) || body['grant_type'] !== 'client_credential') break
        if (typeof body['force_refresh'] !== 'boolean') break
        if (body['force_refresh']) discardToken()
        return { access_token: token(), expires_in: 7200 }
      case 'POST /wxa/business/getuserphonenumber':
        if (!isToken(query['access_token'])) return { errcode: 40_001 }
        return takeCode(body['code']) ?? { errcode: 0, errmsg: 'ok', phone_info: state.phone }
      case 'GET /cgi-bin/ticket/getticket':
        if (query['type'] !== 'jsapi') break
        if (!isToken(query['access_token'])) return { errcode: 42_001 }
        return { errcode: 0, ticket: 'canary-ticket', expires_in: 7200 }
      default:
    }
    return { errcode: 41_002, errmsg: 'a parameter is missing' }
  }

  const server = createServer((request, response) => {
    void (async () => {
      const url = new URL(request.url ?? '', 'http://wechat')
      state.calls.push(url.pathname)
      const sent = await text(request)
      if (state.hangs) return
      response.end(JSON.stringify(answer(request.method ?? '', url, sent === '' ? {} : JSON.parse(sent))))
    })()
  })
  state.endpoint = `http://127.0.0.1:${await listenOnFreePort(server)}`
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return state
}

/** The accounts of the operator over a fake WeChat. */
export const openWechat = (db: Database, server: WechatServer, deadlineMs = 3_000, logged: string[] = []) =>
  createWechat({
    settings: { miniProgram: account, officialAccount: account },
    db,
    clock: { now: () => BUILT_AT },
    random: systemRandom,
    cipher: createCipher(new Uint8Array(32)),
    log: createLogger('info', (line) => logged.push(line)),
    endpoint: server.endpoint,
    deadlineMs,
  })
