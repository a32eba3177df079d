import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { buildCompany, insertCompanies } from '../../test/builders/companies.ts'
import { describeDatabases } from '../../test/databases/databases.ts'
import { takeOpenSearch } from '../../test/engines/opensearch.ts'
import { type Fault, startHttpProxy } from '../../test/engines/proxies.ts'
import { type ServerGroup, startServerGroup } from '../../test/process/server-group.ts'
import type { ServerProcess } from '../../test/process/server-process.ts'
import { lostWrites, startWriters } from '../../test/scale/acknowledged-writes.ts'
import { nameKey } from '../domain/names/company-name.ts'
import type { Database } from '../platform/database/database.ts'
import { connectOpenSearch } from '../search/opensearch/client.ts'
import { SEARCH_ALIAS } from '../search/opensearch/index-mapping.ts'
import { LEASE_NAME } from '../search/opensearch/opensearch-indexing.ts'

/** With the start of every server, also on a machine that does other work. */
const TEST_TIMEOUT_MS = 240_000
const PAUSE_MS = 30_000
const TAKEN_OVER_MS = 15_000
/** Until a document can be found. */
const REFRESH_MS = 1_000
/** Three seconds by which the server answers, and half a second for clients on the same two cores. */
const ANSWER_MS = 3_500
const WRITERS = 16
/** So few that none waits so long for a place among the searches that it is refused. */
const CALLS = 8

const nameOf = (version: string, id: string) => `演示暂停${version}${'甲乙丙丁戊己庚辛'[Number(id.at(-1))]}有限公司`
const ids = Array.from({ length: 8 }, (_, at) => `c-paused-${at}`)
const [removedId = '', ...renamedIds] = ids

async function insertAll(db: Database) {
  await insertCompanies(
    db,
    ids.map((id) => buildCompany({ id, name: nameOf('第一版', id) })),
  )
  const changes = ids.map((company_id) => ({ company_id, at: Date.now() }))
  await db.insertInto('company_change').values(changes).execute()
}

/** Stores new names, and the changes that the index follows. */
async function rename(db: Database, version: string) {
  for (const id of renamedIds) {
    const name = nameOf(version, id)
    await db
      .updateTable('company')
      .set({ name, name_key: nameKey(name) })
      .where('id', '=', id)
      .execute()
  }
  const changes = renamedIds.map((company_id) => ({ company_id, at: Date.now() }))
  await db.insertInto('company_change').values(changes).execute()
}

async function removeCompany(db: Database) {
  await db.deleteFrom('company').where('id', '=', removedId).execute()
  await db.insertInto('company_change').values({ company_id: removedId, at: Date.now() }).execute()
}

/** One text, so that a failure prints the names. */
async function storedNames(db: Database): Promise<string> {
  const rows = await db.selectFrom('company').select('name').where('id', 'in', ids).orderBy('id').execute()
  return rows.map(({ name }) => name).join()
}

/** The names in the index itself: a page of results shows those of the database. */
function openIndex(url: string) {
  const client = connectOpenSearch({ url, requestTimeout: 30_000 })
  onTestFinished(() => client.close())
  return {
    names: async (): Promise<string> => {
      const body = {
        size: 100,
        query: { ids: { values: ids } },
        _source: false,
        stored_fields: ['record'],
        sort: ['id'],
      }
      const { body: found } = await client.search({ index: SEARCH_ALIAS, body })
      return found.hits.hits.map(({ fields }) => /演示暂停[^"]+?有限公司/.exec(JSON.stringify(fields))?.[0]).join()
    },
    refresh: () => client.indices.refresh({ index: SEARCH_ALIAS }),
  }
}

/** A proxy in front of OpenSearch that can delay one bulk request until it is released. */
async function startDelayingProxy(target: string) {
  let isArmed = false
  const { promise: arrived, resolve: onArrival } = Promise.withResolvers<void>()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const proxy = await startHttpProxy({
    target,
    faultOf: async ({ url = '' }): Promise<Fault> => {
      if (!isArmed || !url.includes('/_bulk')) return 'none'
      isArmed = false
      onArrival()
      await released
      return 'none'
    },
  })
  onTestFinished(() => proxy.stop())
  const delayNext = () => {
    isArmed = true
    return arrived
  }
  return { url: proxy.url, delayNext, release }
}

/** Open transactions that wait for their process and have locks on limits, for which calls at other processes wait. */
async function countIdleLocks(db: Database): Promise<number> {
  const { rows } = await sql`select 1 from pg_stat_activity join pg_locks using (pid)
    where datname = current_database() and state = 'idle in transaction'
      and relation = 'limit_bucket'::regclass and mode = 'RowExclusiveLock'`.execute(db)
  return rows.length
}

/** Stops the process at a moment at which it has such a transaction. */
async function pauseInTransaction({ child }: ServerProcess, db: Database) {
  for (let tries = 0; tries < 100; tries += 1) {
    child.kill('SIGSTOP')
    // What the process had sent has been executed by then.
    await wait(150)
    if ((await countIdleLocks(db)) > 0) return
    child.kill('SIGCONT')
    await wait(20)
  }
  throw new Error('the process was never within a transaction')
}

/** The server that fills the index, and the other one. */
async function findLeader({ servers }: ServerGroup, db: Database) {
  const { holder } = await lease(db)
  const leader = servers.find(({ child }) => child.pid === Number(holder.split(' ')[1]))
  const successor = servers.find((server) => server !== leader)
  if (leader === undefined || successor === undefined) throw new Error('no leader')
  return { leader, successor }
}

const lease = (db: Database) =>
  db.selectFrom('lease').select(['holder', 'token']).where('name', '=', LEASE_NAME).executeTakeFirstOrThrow()

/** Calls at once; the status of each answer, and the longest time. */
async function callAtOnce(server: ServerProcess, token: string) {
  const startedAt = performance.now()
  let slowestMs = 0
  const call = async (at: number) => {
    const { status } = await server.call(at % 2 === 0 ? 'userDetail' : 'companySearch', { keyword: '演示暂停' }, token)
    slowestMs = performance.now() - startedAt
    return status
  }
  const statuses = await Promise.all(Array.from({ length: CALLS }, (_, at) => call(at)))
  return { statuses: new Set(statuses), slowestMs }
}

describeDatabases(
  'a process paused for 30 seconds',
  (freshDatabase) => {
    it('is replaced within 15 seconds, and writes nothing old when it wakes', { timeout: TEST_TIMEOUT_MS }, async ({
      annotate,
    }) => {
      const { db, location } = await freshDatabase()
      const { url } = await takeOpenSearch()
      const proxy = await startDelayingProxy(url)
      const group = await startServerGroup({
        count: 2,
        env: {
          DATABASE_URL: location.databaseUrl ?? '',
          SEARCH_URL: proxy.url,
          SEARCH_REPLICAS: '0',
          DEMO_DATA: 'off',
        },
      })
      onTestFinished(() => group.stop())
      // Not before: into a store with companies the starter set is loaded while the server answers, and would be indexed first.
      await insertAll(db)
      const { leader, successor } = await findLeader(group, db)
      const tokens: string[] = []
      for (let writer = 0; writer < WRITERS; writer += 1) {
        tokens.push(await group.signIn(leader, `154000002${String(writer).padStart(2, '0')}`))
      }
      const [token = ''] = tokens
      const index = openIndex(url)
      await expect.poll(index.names, { timeout: 20_000 }).toBe(await storedNames(db))
      const both = [await leader.origin(), await successor.origin()]
      let origins = both
      const load = startWriters({ origins: () => origins, tokens, label: '暂停进程' })
      onTestFinished(async () => void (await load.stop()))
      await load.acknowledge(WRITERS)

      // The second version is on its way into the index, and a transaction is open.
      const arrived = proxy.delayNext()
      await rename(db, '第二版')
      await arrived
      await pauseInTransaction(leader, db)
      const pausedAt = performance.now()
      const sincePause = () => performance.now() - pausedAt
      origins = both.slice(1)
      await rename(db, '第三版')
      await removeCompany(db)
      const before = load.log.acknowledged.length
      const written = () => load.log.acknowledged.length - before
      await expect.poll(written, { timeout: TAKEN_OVER_MS }).toBeGreaterThan(2 * WRITERS)
      const writesAgainMs = sincePause()
      const timeout = TAKEN_OVER_MS + REFRESH_MS - sincePause()
      await expect.poll(index.names, { timeout, interval: 100 }).toBe(await storedNames(db))
      const takenOverMs = sincePause()
      const idleLocks = () => countIdleLocks(db)
      await expect.poll(idleLocks, { timeout: Math.max(1, TAKEN_OVER_MS - sincePause()) }).toBe(0)
      const taken = await lease(db)
      expect(taken.holder).toContain(` ${successor.child.pid} `)
      await wait(PAUSE_MS - sincePause())

      proxy.release()
      leader.child.kill('SIGCONT')
      load.log.slowestMs = 0
      origins = both
      const answers = await callAtOnce(leader, token)
      await load.acknowledge(20 * WRITERS)
      await index.refresh()
      expect(await index.names()).toBe(await storedNames(db))
      await rename(db, '第四版')
      await expect.poll(index.names, { timeout: 10_000 }).toBe(await storedNames(db))
      const log = await load.stop()
      await annotate(
        `writes again after ${Math.round(writesAgainMs)} ms, index again after ${Math.round(takenOverMs)} ms; after ` +
          `waking: slowest of ${CALLS} answers ${Math.round(answers.slowestMs)} ms, slowest write ` +
          `${Math.round(log.slowestMs)} ms; ${JSON.stringify(Object.fromEntries(log.outcomes))}`,
      )
      expect(answers.statuses).toEqual(new Set([200]))
      expect(answers.slowestMs).toBeLessThan(ANSWER_MS)
      expect(log.slowestMs).toBeLessThan(ANSWER_MS)
      expect(await lostWrites(db, log)).toEqual([])
      expect(await lease(db)).toEqual(taken)
    })
  },
  ['postgres'],
)
