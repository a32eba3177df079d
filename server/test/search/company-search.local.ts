import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { loadReadings } from '../../src/search/analysis/pronunciation.ts'
import type { CompanySource } from '../../src/search/company-source.ts'
import { type EmbeddedCompanySearch, openEmbeddedCompanySearch } from '../../src/search/embedded-company-search.ts'
import { createSearcher } from '../../src/search/ranking/searcher.ts'
import { startIndexFollower } from '../../src/search/refresh/index-follower.ts'
import type { OpenableIndex } from '../../src/search/refresh/index-manifest.ts'
import { deletedDocsOf } from '../../src/search/segment/deleted-docs.ts'
import { openNamedSegment } from '../../src/search/segment/index-corruption.ts'
import type { SegmentReader } from '../../src/search/segment/segment-reader.ts'

const pronunciation = loadReadings()

/** An empty directory for one test or one suite. */
export async function makeIndexDirectory(): Promise<{ directory: string; remove: () => Promise<void> }> {
  const directory = await mkdtemp(path.join(tmpdir(), 'baiqicha-index-'))
  return { directory, remove: () => rm(directory, { recursive: true, force: true }) }
}

/**
 * A search without threads: answers in this one from the segments it was last given. `refresh` as of the real one;
 * `segments` counts those of the index in use.
 */
export function openSearchHere({ directory, source }: Pick<LocalSearchOptions, 'directory' | 'source'>) {
  let index: OpenableIndex | null = null
  let open: SegmentReader[] = []
  const switchTo = async (next: OpenableIndex | null) => {
    for (const reader of open) reader.close()
    index = next
    open = index?.segments.map(({ file }) => openNamedSegment(file)) ?? []
  }
  const follower = startIndexFollower(
    { directory, source, pronunciation, clock: { now: () => 1000 }, log: silent, checkEvery: Number.POSITIVE_INFINITY },
    { use: switchTo, looked: () => {} },
  )
  return {
    searcher() {
      const gone = index?.segments.map((segment) => segment.gone) ?? []
      const segments = open.map((segment, at) => ({
        segment,
        gone: deletedDocsOf(segment.header.companies, gone[at] ?? []),
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

/** A search that follows the source in this thread, and only when asked to by `refresh`. */
export function openSearchOver(options: LocalSearchOptions): EmbeddedCompanySearch {
  const { directory, source, workers = 1, queueLimit = 1000, now = () => 1000, onEvent = () => {} } = options
  const clock = { now }
  const log = { info: onEvent, warn: onEvent, error: onEvent }
  const checkEvery = Number.POSITIVE_INFINITY
  const search = openEmbeddedCompanySearch({
    workers,
    queueLimit,
    startFollower: (events) => startIndexFollower({ directory, source, pronunciation, clock, log, checkEvery }, events),
    clock,
    log,
  })
  try {
    onTestFinished(() => search.close())
  } catch {
    // Opened for a whole suite, which closes it.
  }
  return search
}
