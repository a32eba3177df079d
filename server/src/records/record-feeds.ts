import type { RecordKindKey } from '@baiqicha/contract/records/kind-table'
import type { Clock } from '../domain/clock.ts'
import { givesWay } from '../domain/company/provenance.ts'
import { createTtlValue } from '../platform/cache.ts'
import type { Database } from '../platform/database/database.ts'
import type { SourceCoverage } from '../platform/database/tables/company.ts'
import type { SubjectCompany } from './company-subjects.ts'

/** A source of a kind. `asOf`: date to which the source was read; null when unknown. */
export type RecordFeed = { sourceId: string; sourceName: string; sourceUrl: string | null; asOf: string | null }

/** Sources of each kind, newest first; kinds without a source are absent. */
export type RecordFeeds = ReadonlyMap<RecordKindKey, readonly RecordFeed[]>

const newestFirst = (a: RecordFeed, b: RecordFeed) =>
  givesWay({ source: a.sourceId, asOf: a.asOf }, { source: b.sourceId, asOf: b.asOf }) ? 1 : -1

type FeedRow = RecordFeed & { kind: RecordKindKey; isDemo: number; covers: SourceCoverage }

function feedsOf(rows: readonly FeedRow[]): RecordFeeds {
  const byKind = Map.groupBy(rows, (feed) => feed.kind)
  return new Map(
    Array.from(byKind, ([kind, of]) => [
      kind,
      of
        .map(({ sourceId, sourceName, sourceUrl, asOf }) => ({ sourceId, sourceName, sourceUrl, asOf }))
        .toSorted(newestFirst),
    ]),
  )
}

/** New sources arrive with an import, which takes longer than this. */
const TTL_MS = 1_000

export type FindFeeds = (company: Pick<SubjectCompany, 'is_demo' | 'has_listing'>) => Promise<RecordFeeds>

/**
 * Reads the sources that cover a company, at most one second old. A demonstration source covers demonstration companies
 * only, other sources real companies only, and some of these only companies with a stock.
 */
export function createRecordFeeds(db: Database, clock: Clock): FindFeeds {
  const load = async () => {
    const rows = await db
      .selectFrom('record_feed')
      .innerJoin('source', 'source.id', 'record_feed.source_id')
      .select([
        'record_feed.kind as kind',
        'record_feed.source_id as sourceId',
        'record_feed.as_of as asOf',
        'record_feed.is_demo as isDemo',
        'source.covers as covers',
        'source.name as sourceName',
        'source.url as sourceUrl',
      ])
      .execute()
    const real = rows.filter((feed) => feed.isDemo === 0)
    return {
      demo: feedsOf(rows.filter((feed) => feed.isDemo === 1)),
      listed: feedsOf(real),
      unlisted: feedsOf(real.filter((feed) => feed.covers === 'all')),
    }
  }
  const feeds = createTtlValue({ clock, ttlMs: TTL_MS, load })
  return async (company) => {
    const { demo, listed, unlisted } = await feeds()
    if (company.is_demo === 1) return demo
    return company.has_listing === 1 ? listed : unlisted
  }
}

/** Newest date of several feeds; null for none or when unknown. */
export const newestAsOf = (feeds: readonly RecordFeed[]): string | null => feeds.toSorted(newestFirst)[0]?.asOf ?? null
