import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import type { CompanySource } from '../src/indexing/company-source.ts'
import { startIndexFollower } from '../src/indexing/index-follower.ts'
import { type LocalCompanySearch, openLocalCompanySearch } from '../src/indexing/local-company-search.ts'
import { loadReadings } from '../src/indexing/readings.ts'

const pronunciation = loadReadings()

/** An empty directory for one test or one suite. */
export async function makeIndexDirectory(): Promise<{ directory: string; remove(): Promise<void> }> {
  const directory = await mkdtemp(path.join(tmpdir(), 'baiqicha-index-'))
  return { directory, remove: () => rm(directory, { recursive: true, force: true }) }
}

type LocalSearchOptions = {
  directory: string
  source: CompanySource
  workers?: number
  queueLimit?: number
  now?: () => number
  onEvent?: (event: string) => void
}

/** A search that follows the source in this thread, and only when asked to by `refresh`. */
export function openSearchOver(options: LocalSearchOptions): LocalCompanySearch {
  const { directory, source, workers = 1, queueLimit = 1000, now = () => 1000, onEvent = () => {} } = options
  const clock = { now }
  const log = { info: onEvent, warn: onEvent, error: onEvent }
  const checkEvery = Number.POSITIVE_INFINITY
  const search = openLocalCompanySearch({
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
