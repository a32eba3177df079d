import { expect, it } from 'vitest'
import { describeBothDatabases } from '../../../test/databases/databases.ts'
import { createLease } from './lease.ts'
import { readStoreIdentity } from './store-identity.ts'

const LEASE_MS = 10_000

describeBothDatabases('a lease', (freshDatabase) => {
  /** Two processes with a clock that the test sets. */
  async function open() {
    const { db } = await freshDatabase()
    let time = 0
    const now = () => time
    const process = (owner: string) => createLease({ db, name: 'task', owner, leaseMs: LEASE_MS, now })
    const pass = (milliseconds: number) => {
      time += milliseconds
    }
    return { db, one: process('one'), other: process('other'), process, pass }
  }

  it('is held by one process at a time', async () => {
    const { one, other } = await open()
    expect(await one.renew()).toBe(true)
    expect(await other.renew()).toBe(false)
    expect(one.token()).toBe(1)
    expect(other.token()).toBeNull()
  })

  it('remains with the process that renews it', async () => {
    const { one, other, pass } = await open()
    await one.renew()
    for (let step = 0; step < 10; step += 1) {
      pass(LEASE_MS / 2)
      expect(await one.renew()).toBe(true)
      expect(await other.renew()).toBe(false)
    }
    expect(one.token()).toBe(1)
  })

  it('passes to another process, with a higher token, once its holder is silent', async () => {
    const { one, other, pass } = await open()
    await one.renew()
    await other.renew()
    pass(LEASE_MS - 1)
    expect(await other.renew()).toBe(false)
    pass(1)
    expect(await other.renew()).toBe(true)
    expect(other.token()).toBe(2)
  })

  it('ends in a paused process before another one can take it', async () => {
    const { one, other, pass } = await open()
    await one.renew()
    await other.renew()
    pass(LEASE_MS - 1)
    expect(one.token()).toBeNull()
    pass(1)
    await other.renew()
    expect(await one.renew()).toBe(false)
    expect(one.token()).toBeNull()
  })

  it('is renewed by a paused process when no other one has taken it', async () => {
    const { one, pass } = await open()
    await one.renew()
    pass(3 * LEASE_MS)
    expect(one.token()).toBeNull()
    expect(await one.renew()).toBe(true)
    expect(one.token()).toBe(1)
  })

  it('passes at once after a release', async () => {
    const { one, other } = await open()
    await one.renew()
    await other.renew()
    await one.release()
    expect(one.token()).toBeNull()
    expect(await other.renew()).toBe(true)
    expect(other.token()).toBe(2)
  })

  it('is taken by one of many processes that try at the same moment', async () => {
    const { process } = await open()
    const processes = Array.from({ length: 8 }, (_, at) => process(`process-${at}`))
    const results = await Promise.all(processes.map((lease) => lease.renew()))
    expect(results.filter(Boolean)).toHaveLength(1)
  })
})

describeBothDatabases('the identity of a store', (freshDatabase) => {
  it('is the same at every reading, and differs between stores', async () => {
    const [{ db }, other] = [await freshDatabase(), await freshDatabase()]
    const readings = await Promise.all(Array.from({ length: 4 }, () => readStoreIdentity(db)))
    expect(new Set(readings).size).toBe(1)
    expect(await readStoreIdentity(other.db)).not.toBe(readings[0])
  })
})
