import { describe, expect, it } from 'vitest'
import { guardSmsSender, SmsNotSent } from './guarded-sms-sender.ts'
import { SmsRefused } from './sms-sender.ts'

const message = { mobile: `138${'0'.repeat(8)}`, scene: 'login', code: '123456' } as const

function open(send: () => Promise<void>) {
  const clock = { time: 1_000_000, now: () => clock.time }
  let tried = 0
  const guarded = guardSmsSender(
    {
      send: () => {
        tried += 1
        return send()
      },
    },
    { clock, deadlineMs: 5, failuresToOpen: 3, openMs: 30_000 },
  )
  return { clock, guarded, tried: () => tried }
}

const attempt = (guarded: ReturnType<typeof guardSmsSender>) =>
  guarded.send(message).then(
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
})
