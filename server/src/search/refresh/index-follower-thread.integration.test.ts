import { expect, onTestFinished, test, vi } from 'vitest'
import { buildCompany, insertCompanies } from '../../../test/builders/companies.ts'
import { buildQuery } from '../../../test/builders/indexable-companies.ts'
import { describeDatabases } from '../../../test/databases/databases.ts'
import { makeIndexDirectory } from '../../../test/search/company-search.local.ts'
import type { FollowerThreadData } from '../../app/index-follower.worker.ts'
import { systemClock } from '../../domain/clock.ts'
import { openEmbeddedCompanySearch } from '../embedded-company-search.ts'
import { startFollowerThread } from './index-follower-thread.ts'

const module = new URL('../../app/index-follower.worker.ts', import.meta.url)
const silent = { info: () => {}, warn: () => {}, error: () => {} }

describeDatabases('an index whose follower runs in a thread', (freshDatabase) => {
  test('is ready after the start and picks up changes without a refresh', async () => {
    const database = await freshDatabase()
    await insertCompanies(
      database.db,
      Array.from({ length: 50 }, (_, index) => buildCompany({ name: `演示第${index}远洋有限公司` })),
    )
    const { directory, remove } = await makeIndexDirectory()
    onTestFinished(remove)
    const data: FollowerThreadData = { directory, location: database.location, demoData: true }
    const open = () =>
      openEmbeddedCompanySearch({
        workers: 1,
        queueLimit: 10,
        startFollower: startFollowerThread({ module, data, log: silent }),
        clock: systemClock,
        log: silent,
      })
    const search = open()
    await search.refresh()
    expect((await search.search(buildQuery('远洋'))).total).toBe(50)
    await insertCompanies(database.db, [buildCompany({ name: '演示蓝鲸有限公司' })])
    const found = () => search.search(buildQuery('蓝鲸')).then(({ total }) => total)
    await expect.poll(found, { timeout: 30_000 }).toBe(1)
    expect(search.state()).toMatchObject({ ready: true, companies: 51, segments: 2 })
    await search.close()

    const restarted = open()
    await restarted.refresh()
    expect(restarted.state()).toMatchObject({ ready: true, companies: 51, segments: 2 })
    await restarted.close()
  })
})

test('restarts a follower thread that crashed', async () => {
  const starts = new Int32Array(new SharedArrayBuffer(4))
  const code = `
    import { parentPort, workerData } from 'node:worker_threads'
    if (Atomics.add(workerData.starts, 0, 1) === 0) process.exit(1)
    parentPort.on('message', ({ id }) => parentPort.postMessage({ type: 'refreshed', id }))`
  const follower = startFollowerThread({
    module: new URL(`data:text/javascript,${encodeURIComponent(code)}`),
    data: { starts },
    log: silent,
  })({ use: () => Promise.resolve(), checked: () => {} })
  onTestFinished(() => follower.close())
  await expect(follower.refresh()).rejects.toThrow('ended')
  await vi.waitUntil(() => starts[0] === 2, { timeout: 30_000 })
  await follower.refresh()
})
