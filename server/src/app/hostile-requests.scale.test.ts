import { expect, it } from 'vitest'
import { testSeed } from '../../test/builders/seeded-random.ts'
import { describeDatabases } from '../../test/databases/databases.ts'
import { ServerProcess, temporaryFolder } from '../../test/process/server-process.ts'
import { sendHostileRequests } from '../../test/scale/hostile-requests.ts'

const REQUESTS = 100_000
const CONNECTIONS = 12
const TEST_TIMEOUT_MS = 300_000

describeDatabases(
  'three processes',
  (freshDatabase) => {
    it(`answer ${REQUESTS} hostile requests without a 5xx`, { timeout: TEST_TIMEOUT_MS }, async ({ annotate }) => {
      const { location } = await freshDatabase()
      const folder = temporaryFolder()
      const start = () =>
        new ServerProcess({ folder, env: { DATABASE_URL: location.databaseUrl ?? '', DEMO_DATA: 'off' } })
      const servers = [start(), start(), start()]
      const origins = await Promise.all(servers.map((server) => server.origin()))
      const token = await servers[0]?.signIn()
      const result = await sendHostileRequests({
        origins,
        token: token ?? '',
        requests: REQUESTS,
        connections: CONNECTIONS,
        seed: testSeed,
      })
      await annotate(
        `seed ${testSeed}, slowest ${Math.round(result.slowestMs)} ms, statuses ${JSON.stringify(Object.fromEntries(result.statuses))}`,
      )
      expect(result.failures.slice(0, 20).join('\n'), `seed ${testSeed}`).toBe('')
      for (const server of servers) expect(server.child.exitCode).toBeNull()
      // Otherwise most requests would have been refused before they were read.
      expect(await servers[0]?.call('userDetail', {}, token)).toMatchObject({ status: 200, code: 0 })
    })
  },
  ['postgres'],
)
