import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { buildCompany, insertCompanies } from '../../test/builders/companies.ts'
import { describeDatabases } from '../../test/databases/databases.ts'
import { takeOpenSearch } from '../../test/engines/opensearch.ts'
import { type Fault, startHttpProxy } from '../../test/engines/proxies.ts'
import { ServerProcess, temporaryFolder } from '../../test/process/server-process.ts'

/** Seconds in which another process takes over, and a second until a document can be found. */
const TAKEN_OVER_MS = 15_000 + 1_000

/** An API process without data of its own; all have the same key. */
function startProcess(searchUrl: string, databaseUrl: string | undefined) {
  const folder = temporaryFolder()
  mkdirSync(path.join(folder, 'data'))
  writeFileSync(path.join(folder, 'data', 'secret.key'), 'ab'.repeat(32))
  const env = { SEARCH_URL: searchUrl, SEARCH_REPLICAS: '0', DATABASE_URL: databaseUrl ?? '' }
  return { server: new ServerProcess({ folder, env }), hasIndex: () => existsSync(path.join(folder, 'data', 'index')) }
}

async function search(server: ServerProcess, keyword: string, token: string) {
  const { status, data } = await server.call('companySearch', { keyword }, token)
  return {
    status,
    text: JSON.stringify(data),
    isPartial: typeof data === 'object' && data !== null && 'partial' in data,
  }
}

const metric = (text: string, name: string) => Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1])

describeDatabases(
  'API processes on one database and one OpenSearch',
  (freshDatabase) => {
    it('search the same index, and a killed leader is replaced', async () => {
      const { db, location } = await freshDatabase()
      const { url } = await takeOpenSearch()
      const first = startProcess(url, location.databaseUrl)
      await first.server.started()
      expect((await first.server.fetch('/readyz')).status).toBe(200)
      const second = startProcess(url, location.databaseUrl)
      const token = await second.server.signIn()
      const found = await search(second.server, '亚迪', token)
      expect(found).toMatchObject({ status: 200, isPartial: false })
      expect(found.text).toContain('比亚迪股份有限公司')
      expect([first.hasIndex(), second.hasIndex()]).toEqual([false, false])

      await first.server.end('SIGKILL')
      await insertCompanies(db, [buildCompany({ name: '演示蓝鲸有限公司' })])
      const isFound = async () => (await search(second.server, '演示蓝鲸', token)).text.includes('演示蓝鲸有限公司')
      await expect.poll(isFound, { timeout: TAKEN_OVER_MS, interval: 250 }).toBe(true)
      const metrics = await (await second.server.fetch('/metrics')).text()
      expect(metric(metrics, 'search_index_ready')).toBe(1)
      expect(metric(metrics, 'search_index_lag_seconds')).toBeLessThan(TAKEN_OVER_MS / 1000)
      expect(await second.server.end('SIGTERM')).toBe(0)
    })

    it('answer from the database, marked partial, while OpenSearch is away, and from it again afterwards', async () => {
      const { location } = await freshDatabase()
      const { url: target } = await takeOpenSearch()
      let fault: Fault = 'none'
      const proxy = await startHttpProxy({ target, faultOf: () => fault })
      onTestFinished(() => proxy.stop())
      const { server } = startProcess(proxy.url, location.databaseUrl)
      const token = await server.signIn()
      fault = 'close'
      const partial = async () => {
        const { status, isPartial } = await search(server, '比亚迪', token)
        return status === 200 && isPartial
      }
      await expect.poll(partial, { timeout: 20_000 }).toBe(true)
      const isReady = async () => metric(await (await server.fetch('/metrics')).text(), 'search_index_ready')
      await expect.poll(isReady, { timeout: 20_000 }).toBe(0)
      // Asked for the first time while the index is away: what counts is that it has been in use.
      expect((await server.fetch('/readyz')).status).toBe(200)
      fault = 'none'
      const whole = async () => {
        const { status, isPartial, text } = await search(server, '亚迪', token)
        return status === 200 && !isPartial && text.includes('比亚迪股份有限公司')
      }
      await expect.poll(whole, { timeout: 20_000 }).toBe(true)
    })
  },
  ['postgres'],
)
