import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { startOpenSearch } from '../../../tools/lib/opensearch.mjs'
import { buildCompany, insertCompanies } from '../../test/builders/companies.ts'
import { describeDatabases } from '../../test/databases/databases.ts'
import { type LoopVolume, mountLoopVolume } from '../../test/engines/loop-volume.ts'
import { type PostgresServer, startReplicatedPostgres } from '../../test/engines/postgres-replicas.ts'
import { buildPicture } from '../../test/http/uploads.ts'
import { createMeasuredCalls, fieldOf, ServerProcess, temporaryFolder } from '../../test/process/server-process.ts'
import { lostWrites, missingWrites, startWriters, type WriteLoad } from '../../test/scale/acknowledged-writes.ts'
import { openDatabase } from '../platform/database/open-database.ts'
import { createPictureFiles, uploadsDirectory } from '../platform/uploads/picture-files.ts'
import { SEARCH_ALIAS } from '../search/opensearch/index-mapping.ts'

const TEST_TIMEOUT_MS = 240_000
const WRITERS = 8
/** Acknowledged before the volume is full, and again afterwards. */
const WRITES = 400
/** Refused while it is full. */
const REFUSALS = 200
const ANSWER_MS = 3_500
const AGAIN_MS = 30_000
const MIB = 2 ** 20

async function mount(mebibytes: number): Promise<LoopVolume> {
  const volume = await mountLoopVolume(mebibytes)
  // Runs after the server has been killed: what is registered later runs first.
  onTestFinished(() => volume.remove())
  return volume
}

async function signInWriters(server: ServerProcess): Promise<string[]> {
  const tokens: string[] = []
  for (let writer = 0; writer < WRITERS; writer += 1) {
    tokens.push(await server.signIn(`139000004${String(writer).padStart(2, '0')}`))
  }
  return tokens
}

const refusals = ({ log }: WriteLoad) => log.outcomes.get('503/503') ?? 0
const unexpected = ({ log }: WriteLoad) =>
  [...log.outcomes.keys()].filter((outcome) => outcome !== 'acknowledged' && outcome !== '503/503')

/** Resolves when writers have been refused this many more times. */
async function refuse(load: WriteLoad, count: number) {
  const wanted = refusals(load) + count
  const isEnough = () => unexpected(load).length > 0 || refusals(load) >= wanted
  await expect.poll(isEnough, { timeout: AGAIN_MS, interval: 20 }).toBe(true)
  expect(unexpected(load)).toEqual([])
}

/** Writes are acknowledged or refused, each in time. */
function requireOutcomes(load: WriteLoad) {
  expect(unexpected(load)).toEqual([])
  expect(load.log.slowestMs).toBeLessThan(ANSWER_MS)
}

const summary = ({ log }: WriteLoad) =>
  `slowest answer ${Math.round(log.slowestMs)} ms, ${JSON.stringify(Object.fromEntries(log.outcomes))}`

const refused = { status: 503, code: 503, retryAfter: '2' }

/** Whether a picture begins and ends as a JPEG does. */
const isWhole = (jpeg: Buffer | null) =>
  jpeg !== null && jpeg.readUInt16BE(0) === 0xffd8 && jpeg.readUInt16BE(jpeg.length - 2) === 0xffd9

it('SQLite, pictures and index on a full volume: writes get 503, reads work, and nothing acknowledged is lost', {
  timeout: TEST_TIMEOUT_MS,
}, async ({ annotate }) => {
  const volume = await mount(200)
  const dataDir = path.join(volume.folder, 'data')
  const server = new ServerProcess({ folder: temporaryFolder(), env: { DATA_DIR: dataDir } })
  const tokens = await signInWriters(server)
  const calls = createMeasuredCalls(server, await server.signIn())
  const origin = await server.origin()
  const picture = await buildPicture({ width: 800, height: 600 })
  const uploaded = [await calls.upload(picture)]
  const load = startWriters({ origins: () => [origin], tokens, label: '磁盘写满' })
  await load.acknowledge(WRITES)

  volume.fill()
  await refuse(load, REFUSALS)
  expect(volume.freeBytes()).toBeLessThan(MIB)
  expect(await calls.upload(picture)).toMatchObject(refused)
  const reads = [
    await calls.call('userDetail'),
    await calls.call('companySearch', { keyword: '比亚迪' }),
    await calls.call('recentRegisterList'),
    await calls.call('homeConfig'),
  ]
  for (const read of reads) expect(read).toMatchObject({ status: 200, code: 0 })
  expect([await calls.status('/healthz'), await calls.status('/readyz')]).toEqual([200, 200])
  await refuse(load, REFUSALS)

  volume.free()
  await load.acknowledge(WRITES)
  uploaded.push(await calls.upload(picture))
  await load.stop()
  await annotate(`${summary(load)}, slowest read ${calls.slowestMs()} ms`)
  await server.end('SIGKILL')

  requireOutcomes(load)
  expect(calls.slowestMs()).toBeLessThan(ANSWER_MS)
  // The alarm of the disk is raised if a minute ends meanwhile.
  const others = server.logged().filter(({ event }) => event !== 'alarm-raised' && event !== 'alarm-over')
  expect(new Set(others.map(({ event }) => event))).toEqual(new Set(['storage-unavailable']))
  const store = openDatabase({ dataDir })
  onTestFinished(() => store.close())
  expect(await lostWrites(store.db, load.log)).toEqual([])
  const pictures = createPictureFiles(uploadsDirectory(dataDir))
  for (const { code, data } of uploaded) {
    expect(code).toBe(0)
    expect(isWhole(await pictures.read(String(fieldOf(data, 'imageId'))))).toBe(true)
  }
})

/** Of one megabyte each. A segment of the log has 16, and a few are kept for reuse. */
const LOG_MESSAGES = 64
/** Pause after a message that was refused. */
const REFUSED_MS = 50

/** A connection from before the volume was full: the server may then refuse new ones. */
async function connect({ url }: PostgresServer): Promise<Client> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  onTestFinished(() => client.end().catch(() => {}))
  return client
}

/**
 * Writes to the log of the server until it has no room for a new segment: then the server crashes, and its recovery fails
 * for the same reason.
 */
async function fillLog(postgres: PostgresServer, client: Client) {
  for (let written = 0; written < LOG_MESSAGES && !postgres.hasCrashed(); written += 1) {
    const message = `select pg_logical_emit_message(true, 'test', repeat('x', ${MIB}))`
    await client.query(message).catch(() => wait(REFUSED_MS))
  }
  expect(postgres.hasCrashed()).toBe(true)
}

/** Waits until the server answers. One that has ended by itself is started, as its operator does. Returns which it was. */
async function recover(postgres: PostgresServer): Promise<'by itself' | 'started again'> {
  for (const end = Date.now() + AGAIN_MS; Date.now() < end; await wait(100)) {
    if (postgres.hasEnded()) {
      await postgres.start()
      return 'started again'
    }
    if (await postgres.query('select 1').catch(() => null)) return 'by itself'
  }
  throw new Error('PostgreSQL did not recover.')
}

it('PostgreSQL on a full volume: calls get 503 in time, and nothing acknowledged is lost', {
  timeout: TEST_TIMEOUT_MS,
}, async ({ annotate }) => {
  const volume = await mount(320)
  const postgres = await startReplicatedPostgres({
    replicas: 0,
    parent: volume.folder,
    settings: {
      fsync: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
      max_wal_size: '64MB',
      wal_keep_size: '0',
    },
  })
  onTestFinished(() => postgres.stop())
  const { primary } = postgres
  const server = new ServerProcess({
    folder: temporaryFolder(),
    env: { DATABASE_URL: primary.url, DEMO_DATA: 'off' },
  })
  const tokens = await signInWriters(server)
  const calls = createMeasuredCalls(server, tokens[0] ?? '')
  const origin = await server.origin()
  const load = startWriters({ origins: () => [origin], tokens, label: '数据库磁盘写满' })
  await load.acknowledge(WRITES)
  const client = await connect(primary)

  volume.fill()
  await refuse(load, REFUSALS)
  for (const key of ['userDetail', 'recentRegisterList', 'homeConfig', 'faq'] as const) {
    const { status, code, retryAfter } = await calls.call(key)
    expect(status === 200 || (status === 503 && code === 503 && retryAfter !== null), `${key}: ${status}`).toBe(true)
  }
  expect(await calls.status('/healthz')).toBe(200)
  await fillLog(primary, client)
  await refuse(load, REFUSALS)
  expect(await calls.status('/healthz')).toBe(200)

  volume.free()
  const recovered = await recover(primary)
  await load.acknowledge(WRITES)
  await load.stop()
  await annotate(`${summary(load)}, slowest read ${calls.slowestMs()} ms, recovered ${recovered}`)
  requireOutcomes(load)
  expect(calls.slowestMs()).toBeLessThan(ANSWER_MS)
  expect(server.child.exitCode).toBeNull()
  expect(missingWrites(await primary.query<{ content: string }>('select content from feedback'), load.log)).toEqual([])
})

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
