import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { describeDatabases, type TestDatabase } from '../../test/databases/databases.ts'
import { systemClock } from '../domain/clock.ts'
import { createCompanySource } from '../features/company/company-source.repository.ts'
import { loadReferenceData } from '../platform/reference-data.ts'
import { loadPronunciation } from '../search/analysis/pronunciation.ts'
import type { CompanySource } from '../search/company-source.ts'
import { openIndexDirectory } from '../search/refresh/index-directory.ts'
import { createSegmentSet } from '../search/refresh/segment-set.ts'
import { collectInThread } from '../search/segment/segment-part.ts'

const COMPANIES = 60
const module = new URL('./segment-part.worker.ts', import.meta.url)
const pronunciation = loadPronunciation()
let directory: string
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'baiqicha-part-'))
})
afterEach(() => rm(directory, { recursive: true }))

async function addCompanies({ db }: TestDatabase) {
  const letters = '0123456789abcdefghjkmnpqrstvwxyz'
  const rows = Array.from({ length: COMPANIES }, (_, at) => ({
    id: `c${letters[(at * 7) % letters.length]}${String(at).padStart(15, '0')}`,
    name: `演示${at}贸易有限公司`,
    name_key: `演示${at}贸易有限公司`,
    matched_by: 'name' as const,
    phones: '[]',
    other_origins: '{}',
    prominence: at % 3,
    is_listed: 0 as const,
    is_demo: 1 as const,
    created_at: 0,
    updated_at: 0,
  }))
  await db.insertInto('company').values(rows).execute()
}

/** The set of segments over the store, with a second thread or without. */
function setOver(database: TestDatabase, isInTwo: boolean, signal = new AbortController().signal) {
  const files = openIndexDirectory(path.join(directory, isInTwo ? 'two' : 'one'))
  files.ensureExists()
  const reference = loadReferenceData({ demo: true })
  const ofStore = createCompanySource({ db: database.db, clock: systemClock, reference, includeDemo: true })
  const source: CompanySource = { ...ofStore, hasMoreThan: async () => isInTwo }
  const collectPart = collectInThread(module, { location: database.location, demoData: true })
  const segmentSet = createSegmentSet({ files, source, pronunciation, collectPart, clock: { now: () => 5 }, signal })
  return { files, build: () => segmentSet.build({ ids: null, from: null, to: null }) }
}

describeDatabases('an index over a large store', (freshDatabase) => {
  test('is the same file from one thread and from two, and no other file remains', async () => {
    const database = await freshDatabase()
    await addCompanies(database)
    const [one, two] = [setOver(database, false), setOver(database, true)]
    const [inOne, inTwo] = [await one.build(), await two.build()]
    expect(inTwo.companies).toBe(COMPANIES)
    const bytes = await readFile(one.files.segmentFile(inOne.name))
    expect(await readFile(two.files.segmentFile(inTwo.name))).toEqual(bytes)
    expect(await readdir(path.join(directory, 'two'))).toEqual([path.basename(two.files.segmentFile(inTwo.name))])
  })

  test('leaves no file when it is aborted while the other thread works', async () => {
    const database = await freshDatabase()
    await addCompanies(database)
    const closing = new AbortController()
    const built = setOver(database, true, closing.signal).build()
    const outcome = expect(built).rejects.toThrow()
    closing.abort(new Error('the follower closes'))
    await outcome
    expect(await readdir(path.join(directory, 'two'))).toEqual([])
  })
})
