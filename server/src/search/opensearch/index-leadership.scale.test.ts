import type { Client } from '@opensearch-project/opensearch'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { buildIndexableCompany, TestRecords } from '../../../test/builders/indexable-companies.ts'
import { describeDatabases } from '../../../test/databases/databases.ts'
import { takeOpenSearch } from '../../../test/engines/opensearch.ts'
import { heldLease, startLocalIndexing } from '../../../test/search/company-search.opensearch.ts'
import type { IndexableCompany } from '../../domain/company/indexable-company.ts'
import type { Database } from '../../platform/database/database.ts'
import { createLease, type Lease } from '../../platform/database/lease.ts'
import { connectOpenSearch } from './client.ts'
import { INDEX_PREFIX, SEARCH_ALIAS } from './index-mapping.ts'
import { readIndexState } from './index-state.ts'
import { LEASE_MS, LEASE_NAME } from './opensearch-indexing.ts'

let url: string
let client: Client

beforeEach(async () => {
  url = (await takeOpenSearch()).url
  client = connectOpenSearch({ url, requestTimeout: 30_000 })
  onTestFinished(() => client.close())
})

const state = () => readIndexState(client, { scope: 'test', store: 'store' })

async function indices(): Promise<string[]> {
  const { body } = await client.indices.getAlias({ index: `${INDEX_PREFIX}*` })
  return Object.keys(body)
}

/** Records of the documents in use, one line of names each. */
async function records(): Promise<unknown[]> {
  const { body } = await client.search({
    index: SEARCH_ALIAS,
    body: { size: 100, _source: false, stored_fields: ['record'], sort: [{ id: 'asc' }] },
  })
  return body.hits.hits.map(({ fields }) => fields?.['record'])
}

const named = (id: string, name: string) => buildIndexableCompany({ id, name })
const containing = (name: string) => [expect.stringContaining(name)]
const untilTrue = (check: () => boolean | Promise<boolean>) =>
  vi.waitFor(async () => expect(await check()).toBe(true), { timeout: 20_000, interval: 50 })

const twoShards = { shards: 2, replicas: 0, refreshSeconds: 1 }
/** A lease whose tokens are larger than those of `heldLease()`. */
const laterThan = (lease: Lease): Lease => ({
  ...lease,
  token: () => {
    const token = lease.token()
    return token === null ? null : token + 10
  },
})

/** A process whose leases are measured by the clock of the test. `kill` ends its renewals without a release. */
function createProcess(db: Database, owner: string, now: () => number) {
  const lease = createLease({ db, name: LEASE_NAME, owner, leaseMs: LEASE_MS, now })
  let isKilled = false
  const renew = () => (isKilled ? Promise.reject(new Error('killed')) : lease.renew())
  return {
    lease: { ...lease, renew, release: () => (isKilled ? Promise.resolve() : lease.release()) },
    kill: () => {
      isKilled = true
    },
  }
}

describeDatabases(
  'the leader of an index of OpenSearch',
  (freshDatabase) => {
    async function openTwo() {
      const { db } = await freshDatabase()
      let time = 0
      const now = () => time
      return {
        one: createProcess(db, 'one', now),
        other: createProcess(db, 'other', now),
        /** Lets leases end until a condition is met: a renewal that was under way may prolong the last one. */
        endLeasesUntil: (check: () => boolean) =>
          untilTrue(() => {
            if (check()) return true
            time += LEASE_MS
            return false
          }),
      }
    }

    it('is replaced when it is killed, and its successor continues where it ended', async () => {
      const { one, other, endLeasesUntil } = await openTwo()
      const source = new TestRecords([named('c-1', '演示一号有限公司')])
      const options = { url, source, pollEveryMs: 50, renewEveryMs: 50 }
      const first = startLocalIndexing({ ...options, lease: one.lease })
      await first.refresh()
      const second = startLocalIndexing({ ...options, lease: other.lease })
      await second.refresh()
      expect(second.state().isLeader).toBe(false)
      one.kill()
      source.put(named('c-2', '演示二号有限公司'))
      await endLeasesUntil(() => second.state().isLeader)
      source.put(named('c-3', '演示三号有限公司'))
      await second.refresh()
      expect(await records()).toHaveLength(3)
      expect(source.fullReads).toBe(1)
      await untilTrue(() => !first.state().isLeader)
    })

    it('gives its place up at once when it is closed', async () => {
      const { one, other } = await openTwo()
      const source = new TestRecords([named('c-1', '演示一号有限公司')])
      const first = startLocalIndexing({ url, source, lease: one.lease })
      await first.refresh()
      const second = startLocalIndexing({ url, source, lease: other.lease, pollEveryMs: 50, renewEveryMs: 50 })
      await second.refresh()
      await first.close()
      await untilTrue(() => second.state().isLeader)
    })

    it('leaves no remains when it is killed while it builds, and writes nothing when it wakes', async () => {
      const { one, other, endLeasesUntil } = await openTwo()
      const source = new TestRecords([named('c-1', '演示一号有限公司')])
      const before = startLocalIndexing({ url, source })
      await before.refresh()
      await before.close()
      const [used] = await indices()
      const { promise: pause, resolve: wake } = Promise.withResolvers<void>()
      source.gate = async (ids) => (ids === undefined ? pause : undefined)
      const options = { url, source, pollEveryMs: 50, renewEveryMs: 50 }
      const first = startLocalIndexing({ ...options, settings: twoShards, lease: laterThan(one.lease) })
      await untilTrue(() => source.fullReads === 2)
      expect(await indices()).toHaveLength(2)
      one.kill()
      const second = startLocalIndexing({ ...options, lease: laterThan(other.lease) })
      await second.refresh()
      await endLeasesUntil(() => second.state().isLeader)
      await untilTrue(async () => (await indices()).length === 1)
      wake()
      await first.close()
      expect(await indices()).toEqual([used])
      expect(await state()).toMatchObject({ status: 'ready', documents: 1, name: used })
    })
  },
  ['postgres'],
)

/** A process that was paused after it had checked its lease: it takes itself for the leader. */
const paused = heldLease(1)
const successor = heldLease(2)

/** Two views of one store: what the paused process had read, and what there is now. */
function twoViews(before: readonly IndexableCompany[]) {
  return { before: new TestRecords(before), now: new TestRecords(before) }
}

it('a leader that wakes with an old lease writes no document over a newer one, and no progress', async () => {
  const { before, now } = twoViews([named('c-1', '演示原名有限公司'), named('c-2', '演示二号有限公司')])
  const first = startLocalIndexing({ url, source: before, lease: paused })
  await first.refresh()
  const { promise: pause, resolve: wake } = Promise.withResolvers<void>()
  before.gate = () => pause
  for (const view of [before, now]) view.put(named('c-1', '演示中间有限公司'))
  const waking = first.refresh()
  await untilTrue(() => first.state().isLeader)

  now.put(named('c-1', '演示新名有限公司'))
  now.remove('c-2')
  const second = startLocalIndexing({ url, source: now, lease: successor })
  await second.refresh()
  const expected = { status: 'ready', documents: 1, position: { seq: 5 } }
  expect(await state()).toMatchObject(expected)

  wake()
  await untilTrue(() => !first.state().isLeader)
  await client.indices.refresh({ index: SEARCH_ALIAS })
  expect(await records()).toEqual([containing('演示新名有限公司')])
  expect(await state()).toMatchObject(expected)
  await Promise.allSettled([first.close(), waking])
})

it('a leader that wakes with an old lease does not bring its own index into use', async () => {
  const { before, now } = twoViews([named('c-1', '演示原名有限公司')])
  const { promise: pause, resolve: wake } = Promise.withResolvers<void>()
  before.gate = async (ids) => (ids === undefined ? pause : undefined)
  const first = startLocalIndexing({ url, source: before, lease: paused })
  const waking = first.refresh()
  await untilTrue(() => before.fullReads === 1)

  now.put(named('c-1', '演示新名有限公司'))
  const second = startLocalIndexing({ url, source: now, lease: successor })
  await second.refresh()
  wake()
  await Promise.allSettled([waking])
  expect(await indices()).toHaveLength(1)
  expect(await records()).toEqual([containing('演示新名有限公司')])
})
