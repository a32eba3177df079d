import type { SmsScene } from '@baiqicha/contract/account'
import { describe, expect, it } from 'vitest'
import { createLogger } from '../log/logger.ts'
import { createServiceOutage } from '../log/service-outage.ts'
import { guardSmsSender, type SmsMessage, SmsNotSent, SmsRefused } from './sms-sender.ts'

const events = (lines: readonly { event: string }[]) => lines.map(({ event }) => event)

const message = { mobile: `138${'0'.repeat(8)}`, scene: 'login', code: '123456' } as const

function open(send: (message: SmsMessage) => Promise<void>) {
  const clock = { time: 1_000_000, now: () => clock.time }
  let tried = 0
  const lines: { level: string; event: string; detail: string }[] = []
  const log = createLogger('warn', (line) => lines.push(JSON.parse(line)))
  const outage = createServiceOutage(log, 'SMS provider')
  const guarded = guardSmsSender(
    {
      send: (sent) => {
        tried += 1
        return send(sent)
      },
    },
    { clock, deadlineMs: 5, failuresToOpen: 3, openMs: 30_000, outage },
  )
  return { clock, guarded, lines, tried: () => tried }
}

const attempt = (guarded: ReturnType<typeof guardSmsSender>, scene: SmsScene = 'login') =>
  guarded.send({ ...message, scene }).then(
    () => 'sent',
    (error: unknown) => error,
  )

describe('a guarded SMS sender', () => {
  it.each([
    ['fails', () => Promise.reject(new Error('no'))],
    ['hangs', () => new Promise<void>(() => {})],
  ])('rejects with SmsNotSent when the sender %s', async (_, send) => {
    expect(await attempt(open(send).guarded)).toBeInstanceOf(SmsNotSent)
  })

  it('opens the circuit after repeated failures, and tries again after openMs', async () => {
    const { guarded, clock, tried } = open(() => Promise.reject(new Error('no')))
    for (let sent = 0; sent < 5; sent += 1) await attempt(guarded)
    expect(tried()).toBe(3)
    clock.time += 30_000
    await attempt(guarded)
    expect(tried()).toBe(4)
  })

  it('does not open the circuit for refusals by the provider', async () => {
    const { guarded, tried } = open(() => Promise.reject(new SmsRefused('no such number')))
    for (let sent = 0; sent < 5; sent += 1) expect(await attempt(guarded)).toBeInstanceOf(SmsNotSent)
    expect(tried()).toBe(5)
  })

  it('resets the failure count after a success', async () => {
    let broken = true
    const { guarded, tried } = open(async () => {
      if (broken) throw new Error('no')
    })
    await attempt(guarded)
    await attempt(guarded)
    broken = false
    expect(await attempt(guarded)).toBe('sent')
    broken = true
    for (let sent = 0; sent < 3; sent += 1) await attempt(guarded)
    expect(tried()).toBe(6)
  })

  it.each([
    ['cannot be reached', new Error('fetch failed', { cause: new Error('connect ECONNREFUSED') })],
    ['answers nothing that it documents', new Error('aliyun answered HTTP 502 with nothing it documents')],
    ['refuses the signature', new SmsRefused('aliyun refused: SignatureDoesNotMatch (request R-1)')],
    ['is not paid', new SmsRefused('aliyun refused: isv.AMOUNT_NOT_ENOUGH (request R-1)')],
  ])('logs once with the cause that the provider %s, and once that it works again', async (_, error) => {
    let broken = true
    const { guarded, clock, lines } = open(async () => {
      if (broken) throw error
    })
    for (let sent = 0; sent < 7; sent += 1) await attempt(guarded)
    broken = false
    clock.time += 30_000
    for (let sent = 0; sent < 2; sent += 1) expect(await attempt(guarded)).toBe('sent')
    expect(lines).toMatchObject([
      { level: 'error', event: 'service-failed', detail: 'SMS provider', error: error.message },
      { level: 'warn', event: 'service-recovered', detail: 'SMS provider' },
    ])
  })

  it('logs a refused template until a message of its scene is sent', async () => {
    const refused = new SmsRefused('aliyun refused: isv.SMS_TEMPLATE_ILLEGAL (request R-1)')
    let isFixed = false
    const { guarded, lines } = open(async ({ scene }) => {
      if (scene === 'register' && !isFixed) throw refused
    })
    for (let turn = 0; turn < 3; turn += 1) {
      await attempt(guarded, 'register')
      await attempt(guarded, 'login')
    }
    expect(events(lines)).toEqual(['service-failed'])
    isFixed = true
    await attempt(guarded, 'register')
    expect(events(lines)).toEqual(['service-failed', 'service-recovered'])
  })

  it('logs no outage when the provider refuses a number', async () => {
    const { guarded, lines } = open(() => Promise.reject(new SmsRefused('no such number', true)))
    await attempt(guarded)
    expect(lines).toEqual([])
  })
})
