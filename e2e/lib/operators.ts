import { DESK_API, DESK_HEADER } from '@baiqicha/contract/desk/actions'
import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import type { TestServer } from './server.ts'
import { runAdmin } from './store.ts'

export const OPERATOR_PASSWORD = '澜山 lan-shan 2026'

/** The code that an authenticator shows at a time. */
export const totpAt = (secret: string, time: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: time })

/** Origin of the desk. Each start of the server prints its own. */
export const deskOf = (server: TestServer): string =>
  [...server.output.matchAll(/后台已启动：(http:\S+)/g)].at(-1)?.[1] ?? ''

/** Sends a call of the desk. `headers` replace those of its pages. */
export const sendToDesk = (
  page: Page,
  desk: string,
  path: string,
  data: object,
  headers: Record<string, string> = {},
) => page.request.post(desk + DESK_API + path, { data, headers: { origin: desk, [DESK_HEADER]: '1', ...headers } })

/** Adds an operator by command, completes the set-up, and signs the context of the page in at the desk. Returns the recovery codes, each a fresh code. */
export async function signInOperator(page: Page, server: TestServer, name: string, roles: string): Promise<string[]> {
  const setupCode = /设置码 (\S+?)，/.exec(runAdmin(server, 'operators', 'add', name, '--roles', roles))?.[1] ?? ''
  const desk = deskOf(server)
  const begun = await sendToDesk(page, desk, '/setup/begin', { setupCode, name, password: OPERATOR_PASSWORD })
  const { data }: { data: { secret: string; recoveryCodes: string[] } } = await begun.json()
  const code = totpAt(data.secret, Date.now())
  await sendToDesk(page, desk, '/setup/finish', { setupCode, name, code })
  return data.recoveryCodes
}
