import { setTimeout as wait } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { startReplicatedPostgres } from '../../test/engines/postgres-replicas.ts'
import { startMovingAddress } from '../../test/engines/proxies.ts'
import { startServerGroup } from '../../test/process/server-group.ts'
import { missingWrites, startWriters } from '../../test/scale/acknowledged-writes.ts'

/** With the start of every server, also on a machine that does other work. */
const TEST_TIMEOUT_MS = 240_000
const WRITERS = 16
/** Acknowledged before the replica ends, and again by the promoted server. */
const WRITES = 600
const SUCCEED_AGAIN_MS = 15_000
/** Three seconds by which the server answers, and half a second for clients that share two cores with five servers. */
const ANSWER_MS = 3_500
/** Longer than the limit of a statement: a commit that waits for the replica must not end as acknowledged. */
const WITHOUT_REPLICA_MS = 4_500

/** 16 writers at two servers, whose primary has one replica. */
async function startLoad(synchronousReplica: string) {
  const postgres = await startReplicatedPostgres({
    replicas: 1,
    settings: { synchronous_commit: 'on', synchronous_standby_names: synchronousReplica },
  })
  onTestFinished(() => postgres.stop())
  const [replica] = postgres.replicas
  if (replica === undefined) throw new Error('no replica')
  const address = await startMovingAddress(postgres.primary.port)
  onTestFinished(() => address.stop())
  const env = { DATABASE_URL: address.urlOf(postgres.primary.url), DEMO_DATA: 'off' }
  const group = await startServerGroup({ count: 2, env })
  onTestFinished(() => group.stop())
  const [first] = group.servers
  if (first === undefined) throw new Error('no server')
  const tokens: string[] = []
  for (let writer = 0; writer < WRITERS; writer += 1) {
    tokens.push(await group.signIn(first, `139000001${String(writer).padStart(2, '0')}`))
  }
  const origins = await Promise.all(group.servers.map((server) => server.origin()))
  const load = startWriters({ origins: () => origins, tokens, label: '主库切换' })
  onTestFinished(async () => void (await load.stop()))
  await load.acknowledge(WRITES)
  const missing = async () =>
    missingWrites(await replica.query<{ content: string }>('select content from feedback'), load.log)
  async function promoteReplica() {
    await replica?.start()
    await replica?.promote()
    address.moveTo(replica?.port ?? 0)
  }
  return { primary: postgres.primary, replica, promoteReplica, load, missing }
}

it('16 writers lose no acknowledged write when a synchronous replica ends, the primary is killed and the replica promoted', {
  timeout: TEST_TIMEOUT_MS,
}, async ({ annotate }) => {
  const { primary, replica, promoteReplica, load, missing } = await startLoad('"replica-1"')

  await replica.kill()
  const before = load.log.acknowledged.length
  await wait(WITHOUT_REPLICA_MS)
  const without = load.log.acknowledged.length - before
  await primary.kill()
  const killedAt = performance.now()
  await promoteReplica()
  await load.acknowledge(WRITERS)
  const succeedAgainMs = performance.now() - killedAt
  await load.acknowledge(WRITES)
  const log = await load.stop()

  await annotate(
    `${log.acknowledged.length} writes acknowledged, ${without} of them without the replica, ` +
      `slowest answer ${Math.round(log.slowestMs)} ms, writes again after ${Math.round(succeedAgainMs)} ms, ` +
      JSON.stringify(Object.fromEntries(log.outcomes)),
  )
  expect(await missing()).toEqual([])
  expect(log.slowestMs).toBeLessThan(ANSWER_MS)
  expect(succeedAgainMs).toBeLessThan(SUCCEED_AGAIN_MS)
  expect(log.acknowledged.length).toBeGreaterThan(2 * WRITES)
})

it('16 writers lose acknowledged writes in the same failure when no replica is synchronous', {
  timeout: TEST_TIMEOUT_MS,
}, async ({ annotate }) => {
  const { primary, replica, promoteReplica, load, missing } = await startLoad('')

  await replica.kill()
  await load.acknowledge(WRITES)
  await primary.kill()
  await promoteReplica()
  await load.stop()

  const lost = await missing()
  await annotate(`${lost.length} of ${load.log.acknowledged.length} acknowledged writes lost`)
  expect(lost.length).toBeGreaterThan(WRITES / 2)
})
