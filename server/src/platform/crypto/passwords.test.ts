import { hash as argon2 } from '@node-rs/argon2'
import { describe, expect, it, vi } from 'vitest'
import { Overloaded } from '../admission/admission.ts'
import { createPasswordHasher } from './passwords.ts'

const hasher = createPasswordHasher()
const password = '澜山 lan-shan 42'

describe('a password hash', () => {
  it('is argon2id with 19 MiB, two passes and one thread, and a unique salt', async () => {
    const [first, second] = await Promise.all([hasher.hash(password), hasher.hash(password)])
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(second).not.toBe(first)
    expect(await hasher.verify(first, password)).toBe(true)
    expect(await hasher.verify(first, `${password} `)).toBe(false)
  })

  it('is verified with its own cost, and replaced when that cost is lower than the current one', async () => {
    const weak = await argon2(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })
    const strong = await argon2(password, { memoryCost: 20_000, timeCost: 3, parallelism: 1 })
    expect(await hasher.verify(weak, password)).toBe(true)
    expect(await hasher.strengthen(weak, password)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await hasher.strengthen(strong, password)).toBeNull()
    expect(await hasher.strengthen(await hasher.hash(password), password)).toBeNull()
  })

  it('is replaced by a dummy hash, which matches no password, when there is none', async () => {
    expect(await hasher.verify(null, password)).toBe(false)
    expect(await hasher.verify(null, '')).toBe(false)
  })

  it('is one of two that run at once; fourteen wait and the others are refused', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    let running = 0
    let most = 0
    const slow = createPasswordHasher(async () => ({
      ...(await import('@node-rs/argon2')),
      hash: async () => {
        running += 1
        most = Math.max(most, running)
        await promise
        running -= 1
        return 'a hash'
      },
    }))
    const hashing = Promise.allSettled(Array.from({ length: 20 }, () => slow.hash(password)))
    await vi.waitFor(() => expect(running).toBe(2), 20_000)
    resolve()
    const outcomes = await hashing
    expect(most).toBe(2)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(16)
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
    expect(refused.every((reason) => reason instanceof Overloaded)).toBe(true)
  })
})
