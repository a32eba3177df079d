import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { describeBothDatabases } from '../../../test/databases/databases.ts'
import { systemRandom } from '../../platform/crypto/system-random.ts'
import type { Database } from '../../platform/database/database.ts'
import { createLease } from '../../platform/database/lease.ts'
import { createBatchRepository } from './batch.repository.ts'
import { createBatchService } from './batch.service.ts'
import { type BatchLookup, type LookedUp } from './batch-lookup.service.ts'
import { createBatchSources } from './batch-sources.repository.ts'
import { BATCH_LEASE, BATCH_LEASE_MS, BATCH_PORTION, createBatchWorker } from './batch-worker.ts'

const clock = { time: Date.parse('2026-11-28T02:00:00Z'), now: () => clock.time }
const session = { id: 's', userId: 'u-1', tokenHash: '', source: null, lastWriteAt: 0 }

const names = (count: number) => Array.from({ length: count }, (_, at) => `演示批量${at}有限公司`)

async function openStore(db: Database) {
  await db
    .insertInto('user_account')
    .values({
      id: session.userId,
      mobile: '15400000001',
      nickname: null,
      password_hash: null,
      created_at: 0,
      vip_expire_at: null,
      vip_source: null,
      erase_at: null,
    })
    .execute()
  const service = createBatchService({
    db,
    clock,
    random: systemRandom,
    jobs: createBatchRepository({ db, clock }),
    sources: createBatchSources({ db, clock }),
    lockAccount: async () => ({}),
    levelOf: async () => 'vip',
    listSummaries: async () => [],
    overviewsOf: async () => new Map(),
    onCreated: () => {},
  })
  const create = async (rows: readonly string[]) => {
    const entries = rows.map((name) => ({ input: name, name, code: null, fault: null }))
    return service.create(session, { listName: null, encoding: null, entries })
  }
  return { service, create, status: (id: string) => service.status(session, id) }
}

type WorkerOptions = {
  owner?: string
  now?: () => number
  onAsked?: (asked: readonly LookedUp[]) => void | Promise<void>
}

function openWorker(db: Database, { owner = 'w-1', now = () => 0, onAsked }: WorkerOptions = {}) {
  const asked: string[] = []
  const warnings: string[] = []
  const lookup: BatchLookup = {
    async lookUp(rows) {
      await onAsked?.(rows)
      asked.push(...rows.map(({ name }) => name ?? ''))
      return rows.map(() => ({ result: '未收录', why: '暂未收录', companyId: null, candidates: [] }))
    },
  }
  const worker = createBatchWorker({
    db,
    clock,
    lease: createLease({ db, name: BATCH_LEASE, owner, leaseMs: BATCH_LEASE_MS, now }),
    lookup,
    log: { warn: (event) => void warnings.push(event) },
  })
  return { worker, asked, warnings }
}

describeBothDatabases('the work on lists', (freshDatabase) => {
  it('looks each text up once and ends the list', async () => {
    const { db } = await freshDatabase()
    const { create, status } = await openStore(db)
    const { id } = await create([...names(60), ...names(3)])
    const { worker, asked } = openWorker(db)
    await worker.run()
    expect(asked.toSorted()).toEqual(names(60).toSorted())
    expect(await status(id)).toMatchObject({ state: 'done', done: 63, counts: { missing: 63 } })
  })

  it('continues after the end of its process where the last portion was stored', async () => {
    const { db } = await freshDatabase()
    const { create, status } = await openStore(db)
    const { id } = await create(names(60))
    // The process ends in the middle of the second portion.
    let portions = 0
    const killed = openWorker(db, {
      owner: 'w-killed',
      onAsked: () => (++portions > 1 ? new Promise(() => {}) : undefined),
    })
    void killed.worker.run()
    await expect.poll(async () => (await status(id)).done).toBe(BATCH_PORTION)

    let time = 0
    const next = openWorker(db, { owner: 'w-next', now: () => time })
    await next.worker.run()
    expect(next.asked).toEqual([])
    time = BATCH_LEASE_MS
    await next.worker.run()
    expect(next.asked).toEqual(names(60).slice(BATCH_PORTION))
    expect(await status(id)).toMatchObject({ state: 'done', done: 60, counts: { missing: 60 } })
  })

  it('is done by one of two processes at a time', async () => {
    const { db } = await freshDatabase()
    const { create, status } = await openStore(db)
    const { id } = await create(names(120))
    const running = new Set<string>()
    const open = (owner: string) =>
      openWorker(db, {
        owner,
        async onAsked() {
          running.add(owner)
          expect(running.size).toBe(1)
          await wait(1)
          running.delete(owner)
        },
      })
    const both = [open('w-1'), open('w-2')]
    while ((await status(id)).state === 'running') await Promise.all(both.map(({ worker }) => worker.run()))
    expect(both.flatMap(({ asked }) => asked).toSorted()).toEqual(names(120).toSorted())
  })

  it('lets lists take turns', async () => {
    const { db } = await freshDatabase()
    const { create, status } = await openStore(db)
    const long = await create(names(100))
    const short = await create(['演示短名单有限公司'])
    const doneBefore: number[] = []
    const { worker } = openWorker(db, {
      async onAsked(rows) {
        clock.time += 1
        if (rows.some(({ name }) => name === '演示短名单有限公司')) doneBefore.push((await status(long.id)).done)
      },
    })
    await worker.run()
    expect(doneBefore[0]).toBeLessThan(100)
    expect((await status(short.id)).state).toBe('done')
  })

  it('stores nothing of a list that was stopped meanwhile', async () => {
    const { db } = await freshDatabase()
    const { service, create, status } = await openStore(db)
    const { id } = await create(names(10))
    const { worker } = openWorker(db, { onAsked: async () => void (await service.cancel(session, id)) })
    await worker.run()
    expect(await status(id)).toMatchObject({ state: 'cancelled', done: 0, counts: { missing: 0 } })
  })

  it('ends a list that fails again and again, so that it delays no other', async () => {
    const { db } = await freshDatabase()
    const { create, status } = await openStore(db)
    const { id } = await create(names(3))
    const { worker, warnings } = openWorker(db, {
      onAsked: () => {
        throw new Error('a broken row')
      },
    })
    for (let turn = 0; turn < 6; turn += 1) await worker.run()
    expect(warnings).toEqual(Array(5).fill('batch-portion-failed'))
    expect((await status(id)).state).toBe('failed')
  })
})
