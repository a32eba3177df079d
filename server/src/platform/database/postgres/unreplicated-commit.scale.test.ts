import { Kysely } from 'kysely'
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { type ReplicatedPostgres, startReplicatedPostgres } from '../../../../test/engines/postgres-replicas.ts'
import { storageFailure } from '../../http/storage-unavailable.ts'
import { createPostgresDialect } from './postgres-dialect.ts'
import { openPostgresPool } from './postgres-pool.ts'

let postgres: ReplicatedPostgres

/** A primary whose synchronous replica is away; only statements of the role `postgres` wait for it. */
beforeAll(async () => {
  postgres = await startReplicatedPostgres({
    replicas: 0,
    settings: { synchronous_commit: 'local', synchronous_standby_names: '"replica-1"' },
  })
  await postgres.primary.query('create table word (text text not null)')
  await postgres.primary.query("alter role postgres set synchronous_commit = 'on'")
  return () => postgres.stop()
})

function open() {
  const db = new Kysely<{ word: { text: string } }>({
    dialect: createPostgresDialect(openPostgresPool(postgres.primary.url)),
  })
  onTestFinished(() => db.destroy())
  return db
}

/** Cancels the commit that waits for the replica, once one waits. */
const cancelWait = () =>
  vi.waitFor(async () => {
    const cancelled = await postgres.primary.query(
      "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'",
    )
    expect(cancelled).toHaveLength(1)
  }, 20_000)

const isUnavailable = (write: Promise<unknown>) =>
  write.then(
    () => false,
    (error: unknown) => storageFailure(error) !== null,
  )

it('a commit whose wait for the synchronous replica is cancelled counts as failed', async () => {
  const db = open()
  const failed = isUnavailable(db.insertInto('word').values({ text: '演示' }).execute())
  await cancelWait()
  expect(await failed).toBe(true)
  // The outcome was unknown: this server has the row.
  expect(await db.selectFrom('word').selectAll().execute()).toEqual([{ text: '演示' }])
})

it('so does the commit of a transaction', async () => {
  const db = open()
  const write = db.transaction().execute((tx) => tx.insertInto('word').values({ text: '演示' }).execute())
  const failed = isUnavailable(write)
  await cancelWait()
  expect(await failed).toBe(true)
})
