import type { Clock } from '../../../../domain/clock.ts'
import type { Logger } from '../../../../platform/log/logger.ts'
import type { CompanySource } from '../../../../search/company-source.ts'
import { buildNameTable, type NameTable } from './name-table.ts'
import { type CountableCompany, isRanked, rankedFrom } from './ranked-companies.ts'

/** Most companies of the table: it then takes some 50 MiB. */
const MOST_COMPANIES = 50_000

/** Builds take at most a twentieth of the time, also while an import changes companies. */
const PAUSE_OF_BUILD = 20
/** The first question waits for the table. */
const FIRST_WAIT_MS = 5_000

type CurrentNamesDeps = {
  source: Pick<CompanySource, 'hasMoreThan' | 'companies'>
  /** Number of the newest change of a company. */
  readRevision: () => Promise<number>
  /** Ids of the companies with the smallest static rank. */
  listBestKnown: (limit: number) => Promise<string[]>
  clock: Clock
  log: Pick<Logger, 'warn'>
}

/** The table of names of the stored companies, and those of boards and published lists. */
export type KnownCompanies = NameTable & { ranked: readonly CountableCompany[] }

/** What 百言 knows of the stored companies without asking for it. */
export type CurrentNames = {
  /** The newest table, or the one before while a newer one is built. null: there is none yet. */
  current(): Promise<KnownCompanies | null>
  /** Builds the first table: a question is likely to follow. */
  prepare(): Promise<void>
  /** Builds the table again if companies changed since. Does nothing before the first use. Call it now and then. */
  refresh(): Promise<void>
}

export function createCurrentNames({
  source,
  readRevision,
  listBestKnown,
  clock,
  log,
}: CurrentNamesDeps): CurrentNames {
  let table: KnownCompanies | null = null
  let revision: number | null = null
  let mayBuildAt = 0
  let building: Promise<void> | null = null
  /** A process without questions saves the time and the memory of a table. */
  let isUsed = false

  async function build() {
    const startedAt = clock.now()
    const newest = await readRevision()
    if (newest === revision) return
    const isLarge = await source.hasMoreThan(MOST_COMPANIES)
    const ranked: CountableCompany[] = []
    async function* enrolled(companies: ReturnType<CompanySource['companies']>) {
      for await (const company of companies) {
        if (isRanked(company)) ranked.push(rankedFrom(company))
        yield company
      }
    }
    const stored = source.companies(isLarge ? await listBestKnown(MOST_COMPANIES) : undefined)
    table = { ...(await buildNameTable(enrolled(stored))), ranked }
    revision = newest
    const endedAt = clock.now()
    mayBuildAt = endedAt + (endedAt - startedAt) * PAUSE_OF_BUILD
  }

  async function refresh() {
    if (!isUsed || clock.now() < mayBuildAt) return
    building ??= build()
      .catch((error: unknown) => log.warn('names-not-read', { error }))
      .finally(() => {
        building = null
      })
    await building
  }

  return {
    refresh,
    async prepare() {
      isUsed = true
      if (table === null) await refresh()
    },
    async current() {
      isUsed = true
      if (table !== null) return table
      const waited = new Promise<void>((resolve) => void setTimeout(resolve, FIRST_WAIT_MS).unref())
      await Promise.race([refresh(), waited])
      return table
    },
  }
}
