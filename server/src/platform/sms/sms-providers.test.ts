import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createLogger } from '../log/logger.ts'
import { createAliyunSmsSender } from './aliyun-sms-sender.ts'
import { guardSmsSender, SmsRefused, type SmsSender } from './sms-sender.ts'
import { parseSmsTemplates } from './sms-settings.ts'
import { createTencentSmsSender } from './tencent-sms-sender.ts'

const mobile = `138${'0'.repeat(8)}`
const message = { mobile, scene: 'login', code: '654321' } as const
const account = {
  accessKeyId: 'key-id',
  accessKeySecret: 'canary',
  signName: '演示',
  templates: parseSmsTemplates(
    'login=T1,register=T2,resetPassword=T3,deactivate=T4,exportData=T6,signOut=T8,correction=T5,hideNumber=T7',
  ),
}
const clock = { now: () => Date.UTC(2026, 10, 22, 1, 2, 3, 456) }
const random = { bytes: (count: number) => new Uint8Array(count).fill(0xab), integer: () => 0 }

type Reply = { status?: number; body: string }
/** One provider: its sender, its response to an accepted message, and its response to a refused one. */
type Provider = {
  name: string
  open: (endpoint: string) => SmsSender
  accepted: string
  refused: (code: string) => Reply
}

const providerMessage = `daily limit of ${mobile} for code 654321`
const aliyun: Provider = {
  name: 'aliyun',
  open: (endpoint) => createAliyunSmsSender({ account, clock, random, endpoint }),
  accepted: JSON.stringify({ Code: 'OK', Message: 'OK', RequestId: 'R-1', BizId: '1^0' }),
  refused: (code) => ({
    status: 400,
    body: JSON.stringify({ Code: code, Message: providerMessage, RequestId: 'R-2' }),
  }),
}
const tencentAnswer = (Response: Record<string, unknown>) => JSON.stringify({ Response })
const tencent: Provider = {
  name: 'tencent',
  open: (endpoint) =>
    createTencentSmsSender({ account: { ...account, appId: '1400000000', region: 'ap-guangzhou' }, clock, endpoint }),
  accepted: tencentAnswer({ SendStatusSet: [{ Code: 'Ok', Message: 'send success', Fee: 1 }], RequestId: 'R-1' }),
  refused: (code) => ({
    body: tencentAnswer({
      SendStatusSet: [{ Code: code, Message: providerMessage, PhoneNumber: `+86${mobile}` }],
      RequestId: 'R-2',
    }),
  }),
}
const providers = [aliyun, tencent]

type Received = { url: URL; headers: IncomingMessage['headers']; body: string }

/** A local server in place of a provider. null: it never answers. */
async function serve(reply: Reply | null) {
  const received: Received[] = []
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    received.push({ url: new URL(request.url ?? '', 'http://a'), headers: request.headers, body: await text(request) })
    if (reply !== null) response.writeHead(reply.status ?? 200).end(reply.body)
  }
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  onTestFinished(close)
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { endpoint: `http://127.0.0.1:${port}/`, received, server, close }
}

const failure = (sending: Promise<void>) =>
  sending.then(
    () => 'sent',
    (error: unknown) => error,
  )

/** The log line of the error. */
function logged(error: unknown): string {
  const lines: string[] = []
  createLogger('error', (line) => lines.push(line)).error('sms-not-sent', { error })
  return lines.join('')
}

describe.each(providers)('the sender of $name', ({ open, accepted, refused, name }) => {
  it('resolves when the provider accepts the message', async () => {
    const { endpoint, received } = await serve({ body: accepted })
    await open(endpoint).send(message)
    expect(received).toHaveLength(1)
  })

  it.each(['isv.BUSINESS_LIMIT_CONTROL', 'isv.MOBILE_NUMBER_ILLEGAL', 'SignatureDoesNotMatch', 'LimitExceeded.Daily'])(
    'rejects when the provider refuses with %s, and logs no number, code or secret',
    async (code) => {
      const { endpoint } = await serve(refused(code))
      const error = await failure(open(endpoint).send(message))
      expect(error).toBeInstanceOf(SmsRefused)
      expect(logged(error)).toContain(`${name} refused: ${code} (request R-2)`)
      expect(logged(error)).not.toMatch(/654321|13800000000|138\*{4}0000|canary/)
    },
  )

  it.each([
    ['isv.MOBILE_NUMBER_ILLEGAL', true],
    ['isv.BUSINESS_LIMIT_CONTROL', true],
    ['FailedOperation.PhoneNumberInBlacklist', true],
    ['InvalidParameterValue.IncorrectPhoneNumber', true],
    ['LimitExceeded.PhoneNumberDailyLimit', true],
    ['LimitExceeded.DeliveryFrequencyLimit', true],
    ['isv.AMOUNT_NOT_ENOUGH', false],
    ['isv.DAY_LIMIT_CONTROL', false],
    ['isv.SMS_SIGNATURE_ILLEGAL', false],
    ['InvalidAccessKeyId.NotFound', false],
    ['AuthFailure.SignatureFailure', false],
    ['FailedOperation.InsufficientBalanceInSmsPackage', false],
  ])('with the code %s, a refusal concerns the number alone: %s', async (code, isOfNumber) => {
    const { endpoint } = await serve(refused(code))
    expect(await failure(open(endpoint).send(message))).toMatchObject({ isOfNumber })
  })

  it.each([
    ['text that is not JSON', { body: '<html>' }],
    ['an empty body', { body: '' }],
    ['JSON of another shape', { body: '{"Response":{"RequestId":"R-3"}}' }],
    ['a code that is not well-formed', refused(providerMessage)],
    ['HTTP 500', { status: 500, body: accepted }],
    ['a redirect', { status: 302, body: '' }],
  ])('rejects with a provider failure on %s', async (_, reply) => {
    const { endpoint } = await serve(reply)
    const error = await failure(open(endpoint).send(message))
    expect(error).toBeInstanceOf(Error)
    expect(error).not.toBeInstanceOf(SmsRefused)
    expect(logged(error)).not.toMatch(/654321|13800000000|138\*{4}0000|canary/)
  })

  it('rejects when the provider is unreachable', async () => {
    const { endpoint, close } = await serve({ body: accepted })
    close()
    const error = await failure(open(endpoint).send(message))
    expect(error).toBeInstanceOf(Error)
    expect(logged(error)).not.toMatch(/654321|13800000000|138\*{4}0000|canary/)
  })

  it('closes the connection at the deadline of the guard', async () => {
    const { endpoint, server } = await serve(null)
    const [request] = await Promise.all([
      once(server, 'request'),
      failure(guardSmsSender(open(endpoint), { clock, deadlineMs: 50 }).send(message)),
    ])
    const [{ socket }] = request
    if (!socket.destroyed) await once(socket, 'close')
  })
})

describe('the request to the provider', () => {
  it('is as documented by Dysmsapi 2017-05-25', async () => {
    const { endpoint, received } = await serve({ body: aliyun.accepted })
    await aliyun.open(endpoint).send(message)
    const [{ url, headers, body } = { url: new URL(endpoint), headers: {}, body: '?' }] = received
    expect(Object.fromEntries(url.searchParams)).toEqual({
      PhoneNumbers: mobile,
      SignName: '演示',
      TemplateCode: 'T1',
      TemplateParam: '{"code":"654321"}',
    })
    expect(body).toBe('')
    expect(headers).toMatchObject({
      accept: 'application/json',
      'x-acs-action': 'SendSms',
      'x-acs-version': '2017-05-25',
      'x-acs-date': '2026-11-22T01:02:03Z',
      'x-acs-signature-nonce': 'ab'.repeat(16),
    })
    expect(headers.authorization).toMatch(/^ACS3-HMAC-SHA256 Credential=key-id,SignedHeaders=host;/)
  })

  it('is as documented by SMS 2021-01-11', async () => {
    const { endpoint, received } = await serve({ body: tencent.accepted })
    await tencent.open(endpoint).send({ ...message, scene: 'deactivate' })
    const [{ headers, body } = { headers: {}, body: '' }] = received
    expect(JSON.parse(body)).toEqual({
      PhoneNumberSet: [`+86${mobile}`],
      SmsSdkAppId: '1400000000',
      SignName: '演示',
      TemplateId: 'T4',
      TemplateParamSet: ['654321'],
    })
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'x-tc-action': 'SendSms',
      'x-tc-region': 'ap-guangzhou',
      'x-tc-timestamp': String(Math.floor(clock.now() / 1000)),
      'x-tc-version': '2021-01-11',
    })
    expect(headers.authorization).toMatch(/^TC3-HMAC-SHA256 Credential=key-id\/2026-11-22\/sms\/tc3_request, /)
  })

  it('rejects with SmsRefused when Tencent Cloud refuses the call', async () => {
    const { endpoint } = await serve({
      body: tencentAnswer({
        Error: { Code: 'AuthFailure.SignatureFailure', Message: providerMessage },
        RequestId: 'R-4',
      }),
    })
    const error = await failure(tencent.open(endpoint).send(message))
    expect(error).toBeInstanceOf(SmsRefused)
    expect(logged(error)).toContain('AuthFailure.SignatureFailure')
  })
})
