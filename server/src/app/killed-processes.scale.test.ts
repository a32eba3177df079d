import { expect, it, onTestFinished } from 'vitest'
import { describeDatabases } from '../../test/databases/databases.ts'
import { freshMobile } from '../../test/http/app.ts'
import { ServerProcess, temporaryFolder } from '../../test/process/server-process.ts'
import { lostWrites, startWriters } from '../../test/scale/acknowledged-writes.ts'

const WRITERS = 16
/** Acknowledged between two kills; all together more than 5,000. */
const WRITES = 1_300
const ANSWER_MS = 3_000

describeDatabases(
  'three processes on one database',
  (freshDatabase) => {
    it('lose no acknowledged write when each is killed in turn, and answer within three seconds', async ({
      annotate,
    }) => {
      const { db, location } = await freshDatabase()
      const folder = temporaryFolder()
      const start = () =>
        new ServerProcess({ folder, env: { DATABASE_URL: location.databaseUrl ?? '', DEMO_DATA: 'off' } })
      const servers = [start(), start(), start()]
      const origins = await Promise.all(servers.map((server) => server.origin()))
      const tokens: string[] = []
      for (let writer = 0; writer < WRITERS; writer += 1) {
        tokens.push((await servers[0]?.signIn(freshMobile())) ?? '')
      }
      const load = startWriters({ origins: () => origins, tokens, label: '逐个终止' })
      onTestFinished(async () => void (await load.stop()))
      for (const [at, server] of servers.entries()) {
        await load.acknowledge(WRITES)
        await server.end('SIGKILL')
        const replaced = start()
        origins[at] = await replaced.origin()
      }
      await load.acknowledge(WRITES)
      const log = await load.stop()
      await annotate(`${log.acknowledged.length} writes acknowledged, slowest ${Math.round(log.slowestMs)} ms`)
      expect(await lostWrites(db, log)).toEqual([])
      expect(log.slowestMs).toBeLessThan(ANSWER_MS)
      expect([...log.outcomes.keys()].filter((outcome) => outcome.startsWith('5'))).toEqual([])
    })
  },
  ['postgres'],
)
