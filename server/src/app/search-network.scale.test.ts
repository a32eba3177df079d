import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildCompany, insertCompanies } from '../../test/builders/companies.ts'
import { describeDatabases, type TestDatabase } from '../../test/databases/databases.ts'
import { takeOpenSearch } from '../../test/engines/opensearch.ts'
import { startToxiproxy, type Toxic, type ToxicProxy, type Toxiproxy } from '../../test/engines/proxies.ts'
import { type ServerGroup, startServerGroup } from '../../test/process/server-group.ts'
import { createMeasuredCalls, fieldOf, type SearchAnswerKind } from '../../test/process/server-process.ts'

/** Three seconds by which the server answers, and half a second for a machine that does other work. */
const ANSWER_MS = 3_500
const RIGHT_AGAIN_MS = 30_000
/** How long a fault lasts: more than twice the time for which the circuit breaker of searches stays open. */
const FAULT_MS = 6_000
/** Milliseconds between two rounds of searches during a fault. */
const PAUSE_MS = 200
/** Clients that search at the same time. */
const CLIENTS = 6

type SearchFault = {
  what: string
  toxic: Toxic | 'away'
  /** Whether no answer of OpenSearch arrives in time; else short ones do. */
  isDown: boolean
}

const faults: readonly SearchFault[] = [
  {
    what: 'every answer is five seconds late',
    toxic: { type: 'latency', attributes: { latency: 5_000 } },
    isDown: true,
  },
  { what: 'one kilobyte arrives a second', toxic: { type: 'bandwidth', attributes: { rate: 1 } }, isDown: false },
  {
    what: 'connections end in the middle of an answer',
    toxic: { type: 'limit_data', attributes: { bytes: 300 } },
    isDown: true,
  },
  { what: 'no byte arrives', toxic: { type: 'timeout', attributes: { timeout: 0 } }, isDown: true },
  { what: 'connections are reset', toxic: { type: 'reset_peer', attributes: { timeout: 0 } }, isDown: true },
  { what: 'no connection can be opened', toxic: 'away', isDown: true },
]

describeDatabases(
  'a process whose network to OpenSearch fails',
  (freshDatabase) => {
    let database: TestDatabase
    let toxiproxy: Toxiproxy
    let network: ToxicProxy
    let group: ServerGroup
    let token: string

    beforeAll(async () => {
      database = await freshDatabase()
      toxiproxy = await startToxiproxy()
      network = await toxiproxy.proxyTo(new URL((await takeOpenSearch()).url).host)
      const env = { SEARCH_URL: `http://${network.address}`, SEARCH_REPLICAS: '0' }
      group = await startServerGroup({ count: 1, env: { ...env, DATABASE_URL: database.location.databaseUrl ?? '' } })
      const [server] = group.servers
      token = server === undefined ? '' : await group.signIn(server, '13900000301')
    })
    afterAll(async () => {
      await group?.stop()
      await toxiproxy?.stop()
    })

    const openCalls = () => {
      const [server] = group.servers
      if (server === undefined) throw new Error('no server')
      return createMeasuredCalls(server, token)
    }
    type Calls = ReturnType<typeof openCalls>

    /** A name, a filtered name and a suggestion, each by several clients at the same time. */
    const searchAtOnce = (calls: Calls) =>
      Promise.all(
        Array.from({ length: CLIENTS }, () => [
          calls.search('companySearch', { keyword: '比亚迪' }, '比亚迪股份有限公司'),
          calls.search('companySearch', { keyword: '比亚迪', region: '44' }, '比亚迪股份有限公司'),
          calls.search('companySuggest', { keyword: '比亚迪' }, '比亚迪股份有限公司'),
        ]).flat(),
      )

    async function requireOtherPages(calls: Calls, companyId: string) {
      const pages = [
        (await calls.call('companyDetail', { id: companyId })).status,
        (await calls.call('recentRegisterList')).status,
        await calls.status('/healthz'),
        await calls.status('/readyz'),
      ]
      expect(pages).toEqual([200, 200, 200, 200])
    }

    async function companyIdOf(calls: Calls): Promise<string> {
      const list = fieldOf((await calls.call('companySearch', { keyword: '比亚迪股份有限公司' })).data, 'list')
      return String(fieldOf(Array.isArray(list) ? list[0] : null, 'id'))
    }

    async function begin(toxic: Toxic | 'away') {
      if (toxic === 'away') await network.disable()
      else await network.add(toxic)
    }

    /** How searches were answered while the fault lasted. */
    async function searchDuring(calls: Calls, companyId: string): Promise<SearchAnswerKind[]> {
      const kinds: SearchAnswerKind[] = []
      for (const end = performance.now() + FAULT_MS; performance.now() < end; await wait(PAUSE_MS)) {
        kinds.push(...(await searchAtOnce(calls)))
        await requireOtherPages(calls, companyId)
      }
      return kinds
    }

    it.for(faults)(
      'because $what: searches say so in time, other pages work, and no change is lost',
      async ({ what, toxic, isDown }, { annotate }) => {
        const before = openCalls()
        await expect.poll(() => searchAtOnce(before), { timeout: RIGHT_AGAIN_MS }).toSatisfy(areWhole)
        const companyId = await companyIdOf(before)
        const changed = `演示${faults.findIndex((fault) => fault.what === what)}号网络故障有限公司`
        const calls = openCalls()
        await begin(toxic)
        let kinds: SearchAnswerKind[]
        try {
          await insertCompanies(database.db, [buildCompany({ name: changed })])
          kinds = await searchDuring(calls, companyId)
        } finally {
          await network.restore()
        }
        const restoredAt = performance.now()
        const after = openCalls()
        await expect.poll(() => searchAtOnce(after), { timeout: RIGHT_AGAIN_MS }).toSatisfy(areWhole)
        const findChanged = () => after.search('companySearch', { keyword: changed }, changed)
        await expect.poll(findChanged, { timeout: RIGHT_AGAIN_MS }).toBe('whole')
        await annotate(
          `${JSON.stringify(countKinds(kinds))}, slowest ${calls.slowestMs()} ms, ` +
            `right again after ${Math.round(performance.now() - restoredAt)} ms`,
        )
        expect(kinds.filter((kind) => !designed.includes(kind))).toEqual([])
        expect(kinds.filter((kind) => kind !== 'whole').length).toBeGreaterThan(kinds.length / 2)
        // Soon the database answers what it can: the process does not wait for a server that has failed again and again.
        if (isDown) expect(kinds).toContain('partial')
        expect(Math.max(calls.slowestMs(), after.slowestMs())).toBeLessThan(ANSWER_MS)
      },
    )
  },
  ['postgres'],
)

const designed: readonly SearchAnswerKind[] = ['whole', 'partial', 'unavailable']

const areWhole = (kinds: readonly SearchAnswerKind[]) => kinds.every((kind) => kind === 'whole')

const countKinds = (kinds: readonly SearchAnswerKind[]) =>
  Object.fromEntries([...new Set(kinds)].map((kind) => [kind, kinds.filter((other) => other === kind).length]))
