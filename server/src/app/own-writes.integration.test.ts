import { expect, it } from 'vitest'
import { describeDatabases } from '../../test/databases/databases.ts'
import { call, openTestApp, signIn } from '../../test/http/app.ts'
import type { ReadRouting, RoutedCall } from '../platform/database/postgres/read-routing.ts'

/** Routing for which every call has written. */
function createWritingCalls() {
  const calls: RoutedCall[] = []
  const readRouting: ReadRouting = {
    async run(routed, work) {
      calls.push(routed)
      const result = await work()
      await routed.onWritten()
      return result
    },
    states: () => [],
    repeated: () => 0,
  }
  return { readRouting, readsPrimary: () => calls.at(-1)?.readsPrimary }
}

describeDatabases('a session that has written', (freshDatabase) => {
  it('reads the primary for five seconds, at every process, and other callers may read a replica', async () => {
    const { db } = await freshDatabase()
    const [writing, reading] = [createWritingCalls(), createWritingCalls()]
    const one = await openTestApp(db, { readRouting: writing.readRouting })
    const other = await openTestApp(db, { readRouting: { ...reading.readRouting, run: withoutWrite(reading) } })
    const { token } = await signIn(one)
    await call(one.app, 'saveNickname', { nickname: '演示昵称' }, { token })
    const mustReadPrimary = async (as?: string) => {
      if (as === undefined) await call(other.app, 'recentRegisterList', {})
      else await call(other.app, 'devices', {}, { token: as })
      return reading.readsPrimary()
    }
    expect(await mustReadPrimary(token)).toBe(true)
    expect(await mustReadPrimary()).toBe(false)
    other.clock.time += 4_999
    expect(await mustReadPrimary(token)).toBe(true)
    other.clock.time += 1
    expect(await mustReadPrimary(token)).toBe(false)
  })
})

/** Records the calls of the other routing, none of which has written. */
const withoutWrite =
  ({ readRouting }: { readRouting: ReadRouting }): ReadRouting['run'] =>
  (routed, work) =>
    readRouting.run({ ...routed, onWritten: async () => {} }, work)
