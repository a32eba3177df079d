import { createHash } from 'node:crypto'
import { UNSUBSCRIBE_PATH } from '@baiqicha/contract/routes/alerts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AlertSettingsService } from '../features/alerts/alert-settings.service.ts'
import type { Admission } from '../platform/admission/admission.ts'
import { inTime } from '../platform/http/refusal.ts'

type UnsubscribeDeps = {
  admission: Admission
  alerts: Pick<AlertSettingsService, 'isToken' | 'unsubscribe'>
  deadlineMs: number
}

const style = 'body{margin:24px;font:16px/1.6 sans-serif}h1{font-size:20px}button{padding:12px 32px;font:inherit}'
const page = (title: string, content: string) =>
  [
    '<!doctype html><html lang="zh-CN"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">',
    `<meta name="robots" content="noindex"><title>${title}</title><style>${style}</style></head>`,
    `<body><main><h1>${title}</h1>${content}</main></body></html>`,
  ].join('')
const question = page(
  '退订每日简报',
  '<p>退订后不再向此邮箱发送，可在账号设置中重新开启。</p><form method="post"><button>退订</button></form>',
)
const done = page('已退订', '<p>不再向此邮箱发送每日简报。</p>')
const unknown = page('链接无效', '<p>请登录后在账号设置中移除邮箱。</p>')

/** No script, and nothing of another site. The form goes to its own address. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const send = (reply: FastifyReply, status: number, html: string) =>
  reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('content-security-policy', POLICY)
    .header('content-type', 'text/html; charset=utf-8')
    .send(html)

function tokenIn(request: FastifyRequest): string {
  const { searchParams } = new URL(request.raw.url ?? '/', 'http://localhost')
  return searchParams.get('token') ?? ''
}

/**
 * One-tap unsubscription (RFC 8058) without a login: mail programs post to the address of the header, and people to that of
 * the link. A GET, as scanners of mail send it, changes nothing.
 */
export function registerUnsubscribe(app: FastifyInstance, { admission, alerts, deadlineMs }: UnsubscribeDeps): void {
  app.get(UNSUBSCRIBE_PATH, async (request, reply) =>
    alerts.isToken(tokenIn(request)) ? send(reply, 200, question) : send(reply, 404, unknown),
  )
  // A scope of its own: no other call takes a form.
  app.register(async (scope) => {
    const asText = { parseAs: 'string' } as const
    // The token is in the address; the form says nothing that is needed.
    for (const type of ['application/x-www-form-urlencoded', 'text/plain']) {
      scope.addContentTypeParser(type, asText, async () => null)
    }
    scope.addContentTypeParser(/^multipart\/form-data/, asText, async () => null)
    scope.post(UNSUBSCRIBE_PATH, async (request, reply) => {
      const token = tokenIn(request)
      if (!alerts.isToken(token)) return send(reply, 404, unknown)
      await admission.run(() => inTime(alerts.unsubscribe(token, request.callerKey), deadlineMs))
      return send(reply, 200, done)
    })
  })
}
