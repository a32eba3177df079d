import { tmpdir } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type ReplicatedPostgres, startReplicatedPostgres } from '../../../../test/engines/postgres-replicas.ts'
import { migrate } from '../migrate.ts'
import { type OpenDatabase, openDatabase } from '../open-database.ts'

let postgres: ReplicatedPostgres

beforeAll(async () => {
  postgres = await startReplicatedPostgres()
  const database = openDatabase({ databaseUrl: postgres.primary.url, dataDir: tmpdir() })
  await migrate(database.db)
  await database.db.insertInto('limit_bucket').values({ key: 'seen', full_at: 0 }).execute()
  await database.close()
  // A busy replica applies the migrations later.
  const hasRow = (replica: (typeof postgres.replicas)[number]) =>
    replica.query('select full_at from limit_bucket').then(
      () => true,
      () => false,
    )
  for (const replica of postgres.replicas) await until(() => hasRow(replica), 60_000)
})
afterAll(() => postgres.stop())
afterEach(async () => {
  for (const replica of postgres.replicas) {
    replica.resume()
    await replica.query('select pg_wal_replay_resume()')
  }
})

/** Resolves once the condition is true. */
async function until(condition: () => boolean | Promise<boolean>, withinMs = 10_000) {
  for (const end = Date.now() + withinMs; !(await condition()); await wait(20)) {
    if (Date.now() > end) throw new Error('the condition did not become true')
  }
}

const areAllUsed = (database: OpenDatabase) => () => database.routing.states().every(({ isInUse }) => isInUse)

async function open(replicas = postgres.replicas) {
  const readUrls = replicas.map(({ url }) => url)
  const database = openDatabase({ databaseUrl: postgres.primary.url, readUrls, dataDir: tmpdir() })
  onTestFinished(() => database.close())
  await until(areAllUsed(database))
  const read = async () => {
    const row = await database.readDb.selectFrom('limit_bucket').select('full_at').executeTakeFirst()
    return row?.full_at ?? null
  }
  const write = (value: number) => database.db.updateTable('limit_bucket').set({ full_at: value }).execute()
  let writes = 0
  const call = <T>(work: () => Promise<T>, { readsPrimary } = { readsPrimary: false }) =>
    database.routing.run({ readsPrimary, onWritten: async () => void (writes += 1) }, work)
  return { database, read, write, call, writes: () => writes }
}

/** Writes on the primary that the replicas have received and do not show. */
async function pauseReplay() {
  for (const replica of postgres.replicas) await replica.query('select pg_wal_replay_pause()')
}

describe('reads with replicas', () => {
  it('go to a replica within a call, and to the primary outside of one', async () => {
    const { read, write, call } = await open()
    await write(1)
    await until(async () => (await call(read)) === 1)
    await pauseReplay()
    await write(2)
    expect(await call(read)).toBe(1)
    expect(await read()).toBe(2)
  })

  it('go to the primary once the call has written, within a transaction or without', async () => {
    const { database, read, write, call, writes } = await open()
    await write(1)
    await until(async () => (await call(read)) === 1)
    await pauseReplay()
    const afterWrite = await call(async () => {
      const before = await read()
      await write(2)
      return [before, await read()]
    })
    expect(afterWrite).toEqual([1, 2])
    const afterTransaction = await call(async () => {
      await database.db.transaction().execute((tx) => tx.updateTable('limit_bucket').set({ full_at: 3 }).execute())
      return read()
    })
    expect(afterTransaction).toBe(3)
    expect(writes()).toBe(2)
  })

  it('go to the primary for a session that has just written', async () => {
    const { read, write, call } = await open()
    await write(1)
    await until(async () => (await call(read)) === 1)
    await pauseReplay()
    await write(4)
    expect(await call(read, { readsPrimary: true })).toBe(4)
    expect(await call(read)).toBe(1)
  })

  it('leave a replica out before it lags by five seconds, and use it again once it has caught up', async () => {
    const { database, read, write, call } = await open()
    await pauseReplay()
    await write(5)
    await until(() => database.routing.states().every(({ isInUse }) => !isInUse), 5_000)
    expect(await call(read)).toBe(5)
    for (const replica of postgres.replicas) await replica.query('select pg_wal_replay_resume()')
    await until(areAllUsed(database))
  })

  it('that wait for a replica that hangs are repeated on the primary within two seconds, and it is used again', async () => {
    const { database, read, call } = await open()
    for (const replica of postgres.replicas) replica.pause()
    const startedAt = performance.now()
    const values = await Promise.all(Array.from({ length: 40 }, () => call(read)))
    expect(performance.now() - startedAt).toBeLessThan(2_000)
    expect(new Set(values).size).toBe(1)
    expect(database.routing.repeated()).toBeGreaterThan(0)
    expect(database.routing.states().map(({ isInUse }) => isInUse)).toEqual([false, false])
    for (const replica of postgres.replicas) replica.resume()
    await until(areAllUsed(database))
  })

  it('fail on no replica that is killed, and use it again after its start', async () => {
    const { database, read, call } = await open()
    const [first] = postgres.replicas
    const running = Array.from({ length: 200 }, async (_, at) => {
      await wait(at)
      return call(read)
    })
    await first?.kill()
    expect((await Promise.all(running)).every((value) => value !== null)).toBe(true)
    await first?.start()
    await until(areAllUsed(database))
  })

  it('throw the error of the statement', async () => {
    const { database, call } = await open()
    const wrong = () => database.readDb.selectFrom('limit_bucket').select(sql`1 / 0`.as('one')).execute()
    await expect(call(wrong)).rejects.toThrow(/division by zero/)
    expect(database.routing.repeated()).toBe(0)
  })
})
