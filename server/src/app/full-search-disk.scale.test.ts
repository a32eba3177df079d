import { expect, it, onTestFinished } from 'vitest'
import { startOpenSearch } from '../../../tools/lib/opensearch.mjs'
import { buildCompany, insertCompanies } from '../../test/builders/companies.ts'
import { describeDatabases } from '../../test/databases/databases.ts'
import { mountLoopVolume } from '../../test/engines/loop-volume.ts'
import { createMeasuredCalls } from '../../test/process/measured-calls.ts'
import { ServerProcess, temporaryFolder } from '../../test/process/server-process.ts'
import { SEARCH_ALIAS } from '../search/opensearch/index-mapping.ts'

const TEST_TIMEOUT_MS = 240_000
const ANSWER_MS = 3_500
const MIB = 2 ** 20
/** OpenSearch looks at its disks every ten seconds, the shortest interval that it allows. */
const NOTICED_MS = 40_000
const FOUND_MS = 60_000
const CHANGES = 20

const metric = (text: string, name: string) => Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1])

/** Free space below which OpenSearch takes no writes, and above which it takes them again. */
async function setWatermarks(url: string) {
  const disk = 'cluster.routing.allocation.disk'
  const persistent = {
    [`${disk}.threshold_enabled`]: true,
    [`${disk}.watermark.low`]: '60mb',
    [`${disk}.watermark.high`]: '50mb',
    [`${disk}.watermark.flood_stage`]: '40mb',
    'cluster.info.update.interval': '10s',
  }
  const response = await fetch(`${url}/_cluster/settings`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ persistent }),
  })
  expect(response.status).toBe(200)
}

const isBlocked = async (url: string) =>
  (await (await fetch(`${url}/${SEARCH_ALIAS}/_settings?flat_settings`)).text()).includes(
    '"index.blocks.read_only_allow_delete":"true"',
  )

describeDatabases(
  'OpenSearch on a full volume',
  (freshDatabase) => {
    it('goes on answering; changes wait, are seen in the metrics, and are found when there is space again', {
      timeout: TEST_TIMEOUT_MS,
    }, async ({ annotate }) => {
      const { db, location } = await freshDatabase()
      const volume = await mountLoopVolume(320)
      onTestFinished(() => volume.remove())
      const openSearch = await startOpenSearch({ dataFolder: volume.folder })
      onTestFinished(() => openSearch.stop())
      await setWatermarks(openSearch.url)
      const server = new ServerProcess({
        folder: temporaryFolder(),
        env: { SEARCH_URL: openSearch.url, SEARCH_REPLICAS: '0', DATABASE_URL: location.databaseUrl ?? '' },
      })
      const calls = createMeasuredCalls(server, await server.signIn())
      const find = (keyword: string) => calls.search('companySearch', { keyword }, keyword)
      const lagSeconds = async () => metric(await (await server.fetch('/metrics')).text(), 'search_index_lag_seconds')
      await expect.poll(() => find('比亚迪股份有限公司'), { timeout: FOUND_MS }).toBe('whole')

      volume.fill(20 * MIB)
      await expect.poll(() => isBlocked(openSearch.url), { timeout: NOTICED_MS, interval: 500 }).toBe(true)
      const changed = Array.from({ length: CHANGES }, (_, at) => `演示${at}号磁盘写满有限公司`)
      for (const name of changed) await insertCompanies(db, [buildCompany({ name })])
      const isLate = async () => {
        expect(await find('比亚迪股份有限公司')).toBe('whole')
        return (await lagSeconds()) > 5
      }
      await expect.poll(isLate, { timeout: FOUND_MS }).toBe(true)
      expect([await calls.status('/healthz'), await calls.status('/readyz')]).toEqual([200, 200])
      const logged = () =>
        server
          .logged()
          .filter(({ event }) => event === 'service-failed')
          .map(({ detail, error }) => `${detail} ${error}`)
          .join('\n')
      // The changes count as late before the first attempt to write them has been refused.
      await expect.poll(logged, { timeout: FOUND_MS }).toContain('disk usage exceeded flood-stage')

      volume.free()
      const freedAt = performance.now()
      for (const name of changed) await expect.poll(() => find(name), { timeout: FOUND_MS }).toBe('whole')
      await annotate(
        `found ${Math.round(performance.now() - freedAt)} ms after space was free, slowest answer ${calls.slowestMs()} ms`,
      )
      expect(await isBlocked(openSearch.url)).toBe(false)
      await expect.poll(lagSeconds, { timeout: FOUND_MS }).toBe(0)
      expect(calls.slowestMs()).toBeLessThan(ANSWER_MS)
    })
  },
  ['postgres'],
)
