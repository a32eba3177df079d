import type { CoverageLimit } from '@baiqicha/contract/records/coverage-limits'
import type { RecordKindKey } from '@baiqicha/contract/records/kind-table'
import type { Clock } from '../domain/clock.ts'
import { isSupersededBy } from '../domain/company/provenance.ts'
import {
  type CompanyConditionsOfCoverage,
  type CoveredCompany,
  coversCompaniesOf,
  coversCompany,
  parseCoverage,
  type RecordCoverage,
} from '../domain/records/record-coverage.ts'
import { createTtlValue } from '../platform/cache.ts'
import type { Database } from '../platform/database/database.ts'

/** A source of a kind. `asOf`: date to which the source was read; null when unknown. */
export type RecordFeed = { sourceId: string; sourceName: string; sourceUrl: string | null; asOf: string | null }

/** What the sources of a kind state about one company. */
export type KindCoverage = {
  /** Sources that cover the company, newest first: without a record of theirs, the company has none. */
  feeds: readonly RecordFeed[]
  /** Sources that state records of companies they name, newest first; they state nothing of other companies. */
  namingFeeds: readonly RecordFeed[]
  /** What every covering source leaves out of the kind; empty: one of them leaves nothing out. */
  limits: readonly CoverageLimit[]
  /** What any source of `namingFeeds` leaves out: which of them names the company is not known here. */
  namingLimits: readonly CoverageLimit[]
}

/** Sources of all kinds for one company. */
export type CompanyCoverage = (kind: RecordKindKey) => KindCoverage

/** Demonstration sources cover demonstration companies only, other sources real companies only. */
type Population = { is_demo: 0 | 1 }

export type CoverageReader = ReturnType<typeof createRecordCoverage>

const newestFirst = (a: RecordFeed, b: RecordFeed) =>
  isSupersededBy({ source: a.sourceId, asOf: a.asOf }, { source: b.sourceId, asOf: b.asOf }) ? 1 : -1

type Source = Population & { kind: RecordKindKey; feed: RecordFeed; coverage: RecordCoverage }

const feedsIn = (sources: readonly Source[]) => sources.map(({ feed }) => feed).toSorted(newestFirst)

/** Empty as soon as one source leaves nothing out. */
function limitsIn(sources: readonly Source[]): CoverageLimit[] {
  const limits = sources.map(({ coverage }) => coverage.limit)
  return limits.includes(null) ? [] : limits.filter((limit) => limit !== null)
}

/** Of most kinds there is no source. */
const uncovered: KindCoverage = { feeds: [], namingFeeds: [], limits: [], namingLimits: [] }

function coverageAmong(sources: readonly Source[], company: CoveredCompany): KindCoverage {
  if (sources.length === 0) return uncovered
  const covering = sources.filter(({ coverage }) => coversCompany(coverage, company))
  const naming = sources.filter((source) => source.coverage.companies === 'named')
  return {
    feeds: feedsIn(covering),
    namingFeeds: feedsIn(naming),
    limits: limitsIn(covering),
    namingLimits: naming.flatMap(({ coverage }) => coverage.limit ?? []),
  }
}

/** Whether a source that covers the company leaves nothing out of the kind: 0 records is then 0 of the kind. */
export const isWhole = ({ feeds, limits }: KindCoverage): boolean => feeds.length > 0 && limits.length === 0

/** Sources to show for a kind. `hasRecords`: whether the company has a record of the kind, so that it is a named one. */
export const shownFeeds = ({ feeds, namingFeeds }: KindCoverage, hasRecords: boolean): RecordFeed[] =>
  hasRecords ? [...feeds, ...namingFeeds].toSorted(newestFirst) : [...feeds]

/** Limits of `shownFeeds`. Where a source covers the company, those that name it take nothing away. */
export const shownLimits = ({ feeds, limits, namingLimits }: KindCoverage, hasRecords: boolean): CoverageLimit[] => {
  if (feeds.length > 0) return [...limits]
  return hasRecords ? [...namingLimits] : []
}

/** Newest date of several feeds; null for none or when unknown. */
export const newestAsOf = (feeds: readonly RecordFeed[]): string | null => feeds.toSorted(newestFirst)[0]?.asOf ?? null

/** Coverage of a source that none was ever stated for, as of imports of earlier releases. */
const unstated: RecordCoverage = { companies: 'named', regions: null, limit: null }

/** New sources arrive with an import, which takes longer than this. */
const TTL_MS = 1_000

/** Reads the sources of all kinds; they are at most `ttlMs` old. 0: they are read for every call. */
export function createRecordCoverage(db: Database, clock: Clock, { ttlMs = TTL_MS } = {}) {
  const load = async () => {
    const rows = await db
      .selectFrom('record_feed')
      .innerJoin('source', 'source.id', 'record_feed.source_id')
      .select([
        'record_feed.kind as kind',
        'record_feed.source_id as sourceId',
        'record_feed.as_of as asOf',
        'record_feed.is_demo as is_demo',
        'record_feed.covers as covers',
        'source.name as sourceName',
        'source.url as sourceUrl',
      ])
      .execute()
    const sources = rows.map(
      ({ kind, is_demo, covers, ...feed }): Source => ({
        kind,
        is_demo,
        feed,
        coverage: (covers === null ? null : parseCoverage(covers)) ?? unstated,
      }),
    )
    const byKind = Map.groupBy(sources, ({ kind, is_demo }) => `${is_demo} ${kind}`)
    return (kind: RecordKindKey, of: Population) => byKind.get(`${of.is_demo} ${kind}`) ?? []
  }
  const cached = createTtlValue({ clock, ttlMs: Math.max(1, ttlMs), load })
  const read = ttlMs === 0 ? load : () => cached()
  const sourcesOf = async (kind: RecordKindKey, of: Population) => (await read())(kind, of)
  const forCompanies = async (): Promise<(company: CoveredCompany & Population) => CompanyCoverage> => {
    const ofKind = await read()
    return (company) => {
      // A page reads most kinds several times.
      const known = new Map<RecordKindKey, KindCoverage>()
      return (kind) => {
        const coverage = known.get(kind) ?? coverageAmong(ofKind(kind, company), company)
        known.set(kind, coverage)
        return coverage
      }
    }
  }

  return {
    /** The one answer to whether a source and kind cover a company: pages, counts, filters and answers all use it. */
    ofCompany: async (company: CoveredCompany & Population): Promise<CompanyCoverage> =>
      (await forCompanies())(company),
    /** The same for many companies by one read of the sources. */
    forCompanies,
    /** Sources of the kind that cover every company of the conditions and leave nothing out, newest first. */
    feedsCovering: async (kind: RecordKindKey, of: CompanyConditionsOfCoverage & Population): Promise<RecordFeed[]> =>
      feedsIn((await sourcesOf(kind, of)).filter(({ coverage }) => coversCompaniesOf(coverage, of))),
    /** Sources of the kind for real or demonstration companies, whatever part they cover, newest first. */
    feedsOf: async (kind: RecordKindKey, of: Population): Promise<RecordFeed[]> => feedsIn(await sourcesOf(kind, of)),
    /** What every source of the kind leaves out, for statements about the whole store; null: the kind has no source. */
    async limitsOf(kind: RecordKindKey, of: Population): Promise<readonly CoverageLimit[] | null> {
      const sources = await sourcesOf(kind, of)
      return sources.length === 0 ? null : limitsIn(sources)
    },
  }
}
