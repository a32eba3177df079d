import { mkdir, writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { logInByPassword } from '../../test/account/credentials.ts'
import { emptyStore } from '../../test/databases/empty-store.ts'
import { tableContents } from '../../test/databases/table-contents.ts'
import { call } from '../../test/http/app.ts'
import { openReleaseApp } from '../../test/release/fill-release.ts'
import { loadPostgres } from '../../test/release/postgres-dump.ts'
import { prepareStatements } from '../../test/release/prepare-statements.ts'
import {
  lastRelease,
  readDump,
  readFacts,
  readPacked,
  readStatements,
  readTrace,
  releases,
} from '../../test/release/release-files.ts'
import { replayTrace } from '../../test/release/replay-trace.ts'
import { contractions, shapeOf } from '../../test/release/store-shape.ts'
import { dayFileIn, trackingDirectory } from '../features/tracking/file-event-store.ts'
import { openEventStore } from '../features/tracking/open-event-store.ts'
import { migrate } from '../platform/database/migrate.ts'
import {
  type DatabaseLocation,
  type OpenDatabase,
  openDatabase,
  sqliteFileIn,
} from '../platform/database/open-database.ts'

type Kind = OpenDatabase['kind']
const kinds: readonly Kind[] = ['sqlite', 'postgres']

/** The store of a release as it was, without a migration of this version. */
async function releaseStore(release: string, kind: Kind): Promise<DatabaseLocation> {
  const location = await emptyStore(kind)
  if (location.databaseUrl) await loadPostgres(location.databaseUrl, readDump(release))
  else {
    await writeFile(sqliteFileIn(location.dataDir), readPacked(release, 'store.sqlite'))
    const directory = trackingDirectory(location.dataDir)
    await mkdir(directory)
    await writeFile(dayFileIn(directory, readFacts(release, kind).day), readPacked(release, 'events.sqlite'))
  }
  return location
}

/** Runs `work` on an open database and closes it. */
async function withDatabase<T>(location: DatabaseLocation, work: (database: OpenDatabase) => Promise<T>): Promise<T> {
  const database = openDatabase(location)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

const migrated = <T>(location: DatabaseLocation, work: (database: OpenDatabase) => Promise<T>) =>
  withDatabase(location, async (database) => {
    await migrate(database.db)
    return work(database)
  })

/** Rows by table. */
const counts = (contents: Record<string, string[]>) =>
  Object.fromEntries(Object.entries(contents).map(([table, rows]) => [table, rows.length]))

const stores = releases.flatMap((release) => kinds.map((kind) => [release, kind] as const))

describe.each(stores)('a store of release %s (%s)', (release, kind) => {
  it('keeps the number of rows of each table', async () => {
    const location = await releaseStore(release, kind)
    const { kysely_migration: _, ...before } = counts(await withDatabase(location, tableContents))
    expect(Object.keys(before).length).toBeGreaterThan(60)
    expect(counts(await migrated(location, tableContents))).toMatchObject(before)
  })

  it('is served: its user logs in and finds companies, follows, corrections, feedback and answers', async () => {
    const facts = readFacts(release, kind)
    await migrated(await releaseStore(release, kind), async ({ db }) => {
      const test = await openReleaseApp({ db })
      const { app } = test
      test.clock.time = facts.at
      const user = { token: facts.token }
      const get = async <K extends Parameters<typeof call>[1]>(key: K, input: Parameters<typeof call<K>>[2]) => {
        const { code, data } = await call(app, key, input, user)
        expect({ key, code }).toEqual({ key, code: 0 })
        return data
      }
      expect(await get('userDetail', {})).toMatchObject({ phoneMasked: expect.stringMatching(/^138\*{4}\d{4}$/) })
      expect((await logInByPassword(test, facts.mobile, facts.password)).code).toBe(0)
      expect(await get('companyDetail', { id: facts.companyId })).toMatchObject({ name: facts.companyName })
      expect(await get('dishonestExecutorList', { companyId: facts.companyId, view: 'disputed' })).toMatchObject({
        total: 1,
      })
      expect((await get('followList', {}))?.list).toMatchObject([{ company: { id: facts.companyId } }])
      expect(await get('correctionStatus', { number: facts.correction })).toMatchObject({ state: '已受理' })
      expect((await get('feedbackDetail', { number: facts.feedback }))?.entries).toHaveLength(1)
      expect((await get('answerDetail', { id: facts.answerId }))?.segments.length).toBeGreaterThan(0)
      expect((await get('searchHistory', { type: 'search' }))?.viewHistoryList.length).toBeGreaterThan(0)
      expect((await get('homeConfig', {}))?.bannerList.length).toBeGreaterThan(0)
    })
  })

  it('has its tracked events', async () => {
    const { day } = readFacts(release, kind)
    const location = await releaseStore(release, kind)
    await migrated(location, async (database) => {
      const store = openEventStore(location, database)
      const devices: bigint[] = []
      for await (const { device } of (await store.readDay(day)) ?? []) devices.push(device)
      await store.close()
      expect(devices).toEqual([1n, 2n, 3n])
    })
  })
})

/** While a deployment runs, processes of the last release use the store that this version has migrated. */
describe.each(kinds)('the last release beside this version (%s)', (kind) => {
  it('finds every table and column, and may leave out every new one', async () => {
    const location = await releaseStore(lastRelease, kind)
    const before = await withDatabase(location, shapeOf)
    expect(contractions(before, await migrated(location, shapeOf))).toEqual([])
  })

  it('runs the statements of its calls with the same numbers of rows', async () => {
    const location = await emptyStore(kind)
    const trace = readTrace(lastRelease, kind)
    expect(trace.steps.length).toBeGreaterThan(1_000)
    const problems = await migrated(location, (database) => replayTrace(database, location.databaseUrl ?? '', trace))
    expect(problems).toEqual([])
  })

  it('prepares every statement that its tests compiled', async () => {
    const location = await emptyStore(kind)
    const statements = readStatements(lastRelease, kind)
    expect(statements.length).toBeGreaterThan(300)
    const refused = await migrated(location, (database) =>
      prepareStatements(database, location.databaseUrl ?? '', statements),
    )
    expect([...refused].map(([text, reason]) => `${reason}: ${text}`)).toEqual([])
  })
})
