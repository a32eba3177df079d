import type { Provenance } from '@baiqicha/contract/company-detail'
import { partiesFieldOf } from '@baiqicha/contract/records/case-words'
import { type RecordFields, textOf } from '@baiqicha/contract/records/fields'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import type { LinkBasis, RecordRow, RecordStatus, RecordView } from '@baiqicha/contract/records/record'
import type { RecordKind } from '@baiqicha/contract/records/record-kind'
import { type RawBuilder, sql } from 'kysely'
import { isSupersededBy } from '../domain/company/provenance.ts'
import { type MaskedRecord, maskRecord } from '../domain/masking/record-masking.ts'
import { partiesIn } from '../domain/records/parties.ts'
import type { Database } from '../platform/database/database.ts'
import { compileOnce, isPostgres, jsonRows, readJsonRows, rowsByKey } from '../platform/database/portable-sql.ts'
import type { SourceTable } from '../platform/database/tables/company.ts'
import type { RecordSourceTable, RecordStanding, RecordTable } from '../platform/database/tables/record.ts'
import { readFields } from './record-fields.ts'

export type VisibilityFacts = {
  standing: RecordStanding
  display_until: string | null
  removed_on: string | null
  is_disputed: 0 | 1
  is_hidden: 0 | 1
}

/**
 * The view that shows a record on a day; null when no view does. A record removed by its source is history, whatever
 * else is stored; after `display_until` it is not shown. Depends on stored facts and the day only, so no job has to
 * run.
 */
export function visibilityOf(facts: VisibilityFacts, today: string): RecordView | null {
  const { standing, display_until: until, removed_on: removed } = facts
  if (facts.is_hidden === 1 || standing === 'withdrawn' || (until !== null && until < today)) return null
  if (standing === 'history' || (removed !== null && removed <= today)) return 'history'
  return standing === 'disputed' || facts.is_disputed === 1 ? 'disputed' : 'current'
}

/** In SQL, over the columns of `record_subject`: whether `visibilityOf` is not null. */
export const isShown = (today: string): RawBuilder<boolean> =>
  sql<boolean>`(is_hidden = 0 and standing <> 'withdrawn' and (display_until is null or display_until >= ${today}))`

/** In SQL, for shown records: the view that `visibilityOf` returns. */
export const visibilityInSql = (today: string): RawBuilder<RecordView> =>
  sql<RecordView>`(case
    when standing = 'history' or (removed_on is not null and removed_on <= ${today}) then 'history'
    when standing = 'disputed' or is_disputed = 1 then 'disputed'
    else 'current' end)`

/** A page of the records of one kind about a company. */
export type RecordPageRequest = {
  kind: RecordKind
  companyId: string
  view: RecordView
  /** null: any. */
  identity: string | null
  facets: ReadonlyMap<string, string>
  page: number
  pageSize: number
}

type SourceOfRecord = Pick<RecordSourceTable, 'source_id' | 'as_of' | 'source_url'>

/** A stored record. `sources` lists every source when there are several, and is empty otherwise. */
export type StoredRecord = Omit<RecordTable, 'about' | 'is_number_hidden' | 'only_run'> & {
  sources: readonly SourceOfRecord[]
}

/** In SQL: the content of a record without some fields. Long texts are slow to read. */
function contentWithout(db: Database, names: readonly string[]): RawBuilder<string> {
  if (names.length === 0) return sql<string>`content`
  return isPostgres(db)
    ? sql<string>`(content::jsonb - ${names}::text[])::text`
    : sql<string>`json_remove(content, ${sql.join(names.map((name) => `$.${name}`))})`
}

/** Reads records by id, in no order; unknown ids are left out. `without`: fields that are not read. */
type RecordReader = (ids: readonly string[], without?: readonly string[]) => Promise<StoredRecord[]>

export function createRecordReader(db: Database): RecordReader {
  const prepare = (without: readonly string[]) =>
    compileOnce(db, ([ids = '']) =>
      db
        .selectFrom(rowsByKey(db, 'record', ids).as('record'))
        .select([
          'id',
          'kind',
          'source_id',
          'as_of',
          'source_url',
          'status',
          'standing',
          'published_on',
          'display_until',
          'removed_on',
          'removed_reason',
          'disputed_at',
          'is_hidden',
          'subjects',
          'is_demo',
          'updated_at',
          contentWithout(db, without).as('content'),
        ])
        .select((record) => [
          jsonRows(
            db,
            record
              .selectFrom('record_source')
              .select(['source_id', 'as_of', 'source_url'])
              .whereRef('record_source.record_id', '=', 'record.id'),
          ).as('sources'),
        ]),
    )
  // At most one statement per set of long fields.
  const byFields = new Map<string, ReturnType<typeof prepare>>()

  return async (ids, without = []) => {
    if (ids.length === 0) return []
    const shape = without.join(' ')
    const find = byFields.get(shape) ?? prepare(without)
    byFields.set(shape, find)
    const rows = await find([JSON.stringify(ids)])
    return rows.map(({ sources, ...record }) => ({ ...record, sources: readJsonRows(sources) }))
  }
}

/** The view that shows a stored record on a day; null when no view does. */
const viewOfRecord = (record: StoredRecord, today: string): RecordView | null =>
  visibilityOf({ ...record, is_disputed: record.disputed_at === null ? 0 : 1 }, today)

/** A record that readers may see. `stated`: fields as the source states them, unmasked. */
export type ShownRecord = {
  kind: RecordKind
  record: StoredRecord
  view: RecordView
  masked: MaskedRecord
  stated: RecordFields
}

/** Masks a record; null when it is not shown on that day. `wanted`: the masked fields, all by default. */
export function showRecord(record: StoredRecord, today: string, wanted?: readonly string[]): ShownRecord | null {
  const view = viewOfRecord(record, today)
  if (view === null) return null
  const kind = recordKinds[record.kind]
  const stated = readFields(kind, record.content)
  return { kind, record, view, stated, masked: maskRecord(kind, stated, wanted) }
}

/** Heading of a record, such as 案号 or 登记编号; else the title of its kind. */
export function titleOf({ kind, stated }: Pick<ShownRecord, 'kind' | 'stated'>): string {
  if (kind.heading === null) return kind.title
  const { fields } = maskRecord(kind, stated, [kind.heading])
  const heading = fields[kind.heading]
  return typeof heading === 'number' ? String(heading) : (textOf(fields, kind.heading) ?? kind.title)
}

/** Status of PRODUCT B0. */
export function recordStatusOf({ record, view }: ShownRecord): RecordStatus {
  if (view === 'current') return '当前有效'
  if (view === 'disputed') return '异议处理中'
  if (record.status === '已移出' || record.status === '已修复') return record.status
  return record.removed_on === null ? '历史' : '已移出'
}

const newestFirst = (a: SourceOfRecord, b: SourceOfRecord) =>
  isSupersededBy({ source: a.source_id, asOf: a.as_of }, { source: b.source_id, asOf: b.as_of }) ? 1 : -1

/** Every source of a record, newest first. */
export function sourcesOf(record: StoredRecord, sources: ReadonlyMap<string, SourceTable>): Provenance[] {
  const all: readonly SourceOfRecord[] = record.sources.length > 0 ? record.sources : [record]
  return all.toSorted(newestFirst).map(({ source_id: id, as_of: asOf, source_url: url }) => ({
    sourceId: id,
    sourceName: sources.get(id)?.name ?? id,
    sourceUrl: url !== null && /^https?:\/\//i.test(url) ? url : null,
    asOf,
  }))
}

/** Ids of the sources of records. */
export const sourceIdsOf = (records: readonly StoredRecord[]): string[] => [
  ...new Set(records.flatMap((record) => [record.source_id, ...record.sources.map(({ source_id }) => source_id)])),
]

/** Link between a record and the company of the page; null values when there is none. */
type RecordCompanyLink = { companyId: string | null; identity: string | null; linkedBy: LinkBasis | null }

/** Values that all kinds share, beside the fields of the kind. */
export function commonOf(
  shown: ShownRecord,
  { companyId, identity, linkedBy }: RecordCompanyLink,
  sources: ReadonlyMap<string, SourceTable>,
): Omit<RecordRow, 'links' | 'isFormerOffice' | 'otherCompanies' | 'fields'> {
  const { kind, record, view, stated, masked } = shown
  const severity = kind.severity(stated, identity)
  return {
    id: record.id,
    recordKind: kind.key,
    companyId,
    identity,
    recordStatus: recordStatusOf(shown),
    sources: sourcesOf(record, sources),
    publishedAt: record.published_on,
    updatedAt: new Date(record.updated_at).toISOString(),
    displayUntil: record.display_until,
    removedAt: record.removed_on,
    removedReason: masked.text(record.removed_reason),
    dispute: disputeOf(shown),
    severity: severity !== null && view === 'history' ? '提示' : severity,
    linkedBy,
    isDemo: record.is_demo === 1,
  }
}

/** Start of the dispute: submission of the first open correction, else the update from the source. */
function disputeOf({ record, view }: ShownRecord): RecordRow['dispute'] {
  if (record.disputed_at !== null) return { state: '异议处理中', since: new Date(record.disputed_at).toISOString() }
  return view === 'disputed' ? { state: '异议处理中', since: new Date(record.updated_at).toISOString() } : null
}

/**
 * The fields as they hold for one company. An outcome of one party, such as 胜诉, is replaced by the outcome stated for
 * the company, or removed when there is none: the page of the loser must not show the outcome of the winner.
 */
export function outcomeForCompany(kind: RecordKind, fields: RecordFields, companyId: string | null): RecordFields {
  const { partyOutcome } = kind
  const parties = partiesFieldOf(kind.fields)
  if (partyOutcome === undefined || parties === null || !(partyOutcome.field in fields)) return fields
  const stated = fields[partyOutcome.field] ?? null
  const own = partiesIn(fields[parties]).find(({ cid }) => cid !== null && cid === companyId)?.statement ?? null
  if (own !== null && partyOutcome.words.includes(own)) return { ...fields, [partyOutcome.field]: own }
  return typeof stated === 'string' && partyOutcome.words.includes(stated)
    ? { ...fields, [partyOutcome.field]: null }
    : fields
}
