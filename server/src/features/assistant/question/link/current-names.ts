import type { Clock } from '../../../../domain/clock.ts'
import type { IndexableCompany } from '../../../../domain/company/indexable-company.ts'
import type { Logger } from '../../../../platform/log/logger.ts'
import type { CompanySource } from '../../../../search/company-source.ts'
import { buildNameTable, type NameTable } from './name-table.ts'

/** Most companies of the table: it then takes some 50 MiB. */
export const MOST_COMPANIES = 50_000

/** Changes are looked for this often, and a build takes at most a twentieth of the time. */
const CHECK_MS = 60_000
const PAUSE_OF_BUILD = 20
/** A question waits for the first table of a small store, which takes less. */
const FIRST_WAIT_MS = 1_000

type CurrentNamesDeps = {
  source: Pick<CompanySource, 'hasMoreThan' | 'companies'>
  /** Number of the newest change of a company. */
  readRevision: () => Promise<number>
  /** Ids of the companies with the smallest static rank. */
  listBestKnown: (limit: number) => Promise<string[]>
  clock: Clock
  log: Pick<Logger, 'warn'>
}

/**
 * The table of names of the stored companies, built with the first question and again after companies changed. A question
 * never waits for a rebuild: it reads the table before. null: there is none yet.
 */
export function createCurrentNames({ source, readRevision, listBestKnown, clock, log }: CurrentNamesDeps) {
  let table: NameTable | null = null
  let revision: number | null = null
  let checkAt = 0
  let checking: Promise<void> | null = null

  async function companies(): Promise<AsyncIterable<IndexableCompany>> {
    const isLarge = await source.hasMoreThan(MOST_COMPANIES)
    return source.companies(isLarge ? await listBestKnown(MOST_COMPANIES) : undefined)
  }

  async function check() {
    const startedAt = clock.now()
    const newest = await readRevision()
    if (newest !== revision) {
      table = await buildNameTable(await companies())
      revision = newest
    }
    const endedAt = clock.now()
    checkAt = endedAt + Math.max(CHECK_MS, (endedAt - startedAt) * PAUSE_OF_BUILD)
  }

  return async (): Promise<NameTable | null> => {
    if (checking === null && clock.now() >= checkAt) {
      checking = check()
        .catch((error: unknown) => {
          checkAt = clock.now() + CHECK_MS
          log.warn('names-not-read', { error })
        })
        .finally(() => {
          checking = null
        })
    }
    if (table === null && checking !== null) {
      const waited = new Promise<void>((resolve) => void setTimeout(resolve, FIRST_WAIT_MS).unref())
      await Promise.race([checking, waited])
    }
    return table
  }
}

export type CurrentNames = ReturnType<typeof createCurrentNames>
