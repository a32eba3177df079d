import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, onTestFinished } from 'vitest'
import { createCompanySource } from '../../src/features/company/company-source.repository.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { loadReferenceData } from '../../src/platform/reference-data.ts'
import { loadPronunciation } from '../../src/search/analysis/pronunciation.ts'
import type { CompanySource } from '../../src/search/company-source.ts'
import { type EmbeddedCompanySearch, openEmbeddedCompanySearch } from '../../src/search/embedded-company-search.ts'
import { createSearcher } from '../../src/search/ranking/searcher.ts'
import type { OpenableIndex } from '../../src/search/refresh/index-directory.ts'
import { startIndexFollower } from '../../src/search/refresh/index-follower.ts'
import { deletedDocsOf } from '../../src/search/segment/deleted-docs.ts'
import { openSegment, type SegmentReader } from '../../src/search/segment/segment-reader.ts'
import { BUILT_AT } from '../builders/companies.ts'
import { buildIndexableCompany, buildQuery, type TestRecords } from '../builders/indexable-companies.ts'

const pronunciation = loadPronunciation()

/** A temporary directory for one test or one suite. */
export async function makeIndexDirectory(): Promise<{ directory: string; remove: () => Promise<void> }> {
  const directory = await mkdtemp(path.join(tmpdir(), 'baiqicha-index-'))
  return { directory, remove: () => rm(directory, { recursive: true, force: true }) }
}

/** A search without threads over the segments that the follower published last. `segments` counts them. */
export function openSearchInThread({ directory, source }: Pick<LocalSearchOptions, 'directory' | 'source'>) {
  let index: OpenableIndex | null = null
  let open: SegmentReader[] = []
  const switchTo = async (next: OpenableIndex | null) => {
    for (const reader of open) reader.close()
    index = next
    open = index?.segments.map(({ file }) => openSegment(file)) ?? []
  }
  const follower = startIndexFollower(
    {
      directory,
      source,
      pronunciation,
      clock: { now: () => 1000 },
      log: silent,
      pollEveryMs: Number.POSITIVE_INFINITY,
    },
    { use: switchTo, checked: () => {} },
  )
  return {
    searcher() {
      const deleted = index?.segments.map((segment) => segment.deletedDocs) ?? []
      const segments = open.map((segment, at) => ({
        segment,
        deleted: deletedDocsOf(segment.header.companies, deleted[at] ?? []),
      }))
      return createSearcher(segments, pronunciation)
    },
    segments: () => open.length,
    companies: () => index?.companies ?? 0,
    refresh: () => follower.refresh(),
    async close() {
      await follower.close()
      await switchTo(null)
    },
  }
}

const silent = { info: () => {}, warn: () => {}, error: () => {} }

type LocalSearchOptions = {
  directory: string
  source: CompanySource
  workers?: number
  queueLimit?: number
  now?: () => number
  onEvent?: (event: string) => void
}

/** A search whose follower runs in this thread, and only when `refresh` is called. */
export function openSearchOver(options: LocalSearchOptions): EmbeddedCompanySearch {
  const { directory, source, workers = 1, queueLimit = 1000, now = () => 1000, onEvent = () => {} } = options
  const clock = { now }
  const log = { info: onEvent, warn: onEvent, error: onEvent }
  const pollEveryMs = Number.POSITIVE_INFINITY
  const search = openEmbeddedCompanySearch({
    workers,
    queueLimit,
    startFollower: (events) =>
      startIndexFollower({ directory, source, pronunciation, clock, log, pollEveryMs }, events),
    clock,
    log,
  })
  try {
    onTestFinished(() => search.close())
  } catch {
    // Opened in beforeAll: the suite closes it.
  }
  return search
}

/** A search over the companies of a store as they are now. Ends with the test. */
export async function indexStore(db: Database): Promise<EmbeddedCompanySearch> {
  const { directory, remove } = await makeIndexDirectory()
  onTestFinished(remove)
  const reference = loadReferenceData({ demo: true })
  const source = createCompanySource({ db, clock: { now: () => BUILT_AT }, reference, includeDemo: true })
  const search = openSearchOver({ directory, source })
  await search.refresh()
  return search
}

export const whale = buildIndexableCompany({ id: 'whale', name: '演示蓝鲸渔业有限公司' })
export const calf = buildIndexableCompany({ id: 'calf', name: '演示蓝鲸养殖有限公司', prominence: 900 })
/** Three hundred companies and the whale. */
export const manyMatches = () => [
  ...Array.from({ length: 300 }, (_, index) => buildIndexableCompany({ name: `演示第${index}远洋有限公司` })),
  whale,
]

export const findFirstMatch = async (search: EmbeddedCompanySearch) =>
  (await search.search(buildQuery('蓝鲸'))).hits.map((hit) => hit.companyId)

/** Either the ids or the error of a search. */
export type Outcome = { ids: string[] } | { failure: unknown }
export const outcome = (found: Promise<string[]>): Promise<Outcome> =>
  found.then(
    (ids) => ({ ids }),
    (failure: unknown) => ({ failure }),
  )

/** A directory per test, and searches over it. */
export function indexDirectories() {
  let current = { directory: '', remove: () => Promise.resolve() }
  beforeEach(async () => {
    current = await makeIndexDirectory()
  })
  afterEach(() => current.remove())

  const filesOf = async (ending: string) =>
    (await readdir(current.directory))
      .filter((name) => name.includes(ending))
      .map((name) => path.join(current.directory, name))

  const start = (records: TestRecords, deviation: { queueLimit?: number; workers?: number } = {}) => {
    const events: string[] = []
    const onEvent = (event: string) => void events.push(event)
    const search = openSearchOver({ directory: current.directory, source: records, onEvent, ...deviation })
    return { search, events }
  }

  /** The largest segment file. */
  const baseFile = async () => {
    const segments = await filesOf('.segment')
    const files = await Promise.all(segments.map(async (file) => ({ file, size: (await stat(file)).size })))
    return files.toSorted((a, b) => b.size - a.size)[0]?.file ?? ''
  }

  /** Leaves a complete index on disk, with a small segment, and closes it. */
  const prepare = async (records: TestRecords) => {
    const { search } = start(records)
    await search.refresh()
    records.put(calf)
    await search.refresh()
    await search.close()
  }

  return { directory: () => current.directory, filesOf, baseFile, start, prepare }
}
