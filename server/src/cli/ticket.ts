import { randomBytes } from 'node:crypto'
import { externalTicketSchema } from '@baiqicha/contract/account'
import { envelopeSchema } from '@baiqicha/contract/envelope'
import { API_BASE, routes } from '@baiqicha/contract/routes'
import * as z from 'zod/mini'
import { type Config, ConfigError, readConfig } from '../config/read-config.ts'
import { systemClock } from '../domain/clock.ts'
import { signPartnerCall } from '../platform/partners/partners.ts'

const usage = `用法：npm run ticket -- <来源> <手机号>

  以合作方的身份向正在运行的服务换取一次性凭证，打印可直接登录的地址。
  来源须在 PARTNERS_FILE 中；PARTNERS_FILE、HOST、PORT 应与服务一致。

说明见 docs/partner-login.md。`

/** An error that the operator can correct. The message is the sentence to print. */
class TicketRefused extends Error {}

const PATIENCE_MS = 10_000

/** Address of the server with this configuration, on this machine. */
function addressOf({ host, port }: Config): string {
  if (port === 0) throw new TicketRefused('PORT=0 时无从得知服务的端口，请设为服务实际监听的端口。')
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

function secretOf({ partners }: Config, source: string): string {
  const secret = partners.get(source)
  if (secret !== undefined) return secret
  if (partners.size === 0) throw new TicketRefused('没有合作方：请将 PARTNERS_FILE 设为合作方密钥文件。')
  throw new TicketRefused(`PARTNERS_FILE 中没有来源 ${source}，已有：${[...partners.keys()].join('、')}。`)
}

async function requestTicket(address: string, body: object): Promise<unknown> {
  const response = await fetch(address + API_BASE + routes.externalTicket.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(PATIENCE_MS),
  }).catch((cause: unknown) => {
    throw new TicketRefused(`无法连接 ${address}：请先启动服务，HOST 与 PORT 应与它一致。`, { cause })
  })
  return response.json().catch(() => null)
}

async function run(words: string[]) {
  const [source, mobile, ...more] = words
  if (source === undefined || mobile === undefined || more.length > 0) throw new TicketRefused(usage)
  const config = readConfig(process.env)
  const call = { source, mobile, timestamp: systemClock.now(), nonce: randomBytes(16).toString('hex') }
  const signature = signPartnerCall(secretOf(config, source), call)
  const address = addressOf(config)
  const envelope = z.safeParse(envelopeSchema, await requestTicket(address, { ...call, signature }))
  if (!envelope.success) throw new TicketRefused(`${address} 上运行的不是百企查。`)
  const { code, message, data } = envelope.data
  if (code !== 0) throw new TicketRefused(`服务拒绝：${message}（${code}）`)
  const { token, expiresIn } = z.parse(externalTicketSchema, data)
  console.log(`${address}/#/home?token=${token}`)
  console.log(`${expiresIn / 60} 分钟内打开，一次有效。`)
}

try {
  await run(process.argv.slice(2))
} catch (error) {
  const isOperatorError = error instanceof TicketRefused || error instanceof ConfigError
  console.error(isOperatorError ? error.message : error)
  process.exitCode = 1
}
