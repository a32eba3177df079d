import { type LegalRiskKey, legalRiskKeys } from '@baiqicha/contract/records/kind-table'
import type { LinkBasis, RecordView } from '@baiqicha/contract/records/record'
import type { RecordKind } from '@baiqicha/contract/records/record-kind'
import { sql } from 'kysely'
import { type Thread, threadsOf } from '../../domain/records/case-number.ts'
import { createLargeResultCache } from '../../platform/cache.ts'
import type { Database } from '../../platform/database/database.ts'
import { compileOnce } from '../../platform/database/portable-sql.ts'
import type { CompanySubjects } from '../../records/company-subjects.ts'
import { createRecordRevision } from '../../records/record-revision.ts'
import { isShown, type VisibilityFacts, visibilityInSql, visibilityOf } from '../../records/shown-record.ts'
import { largeResults, subjectRows, wantedValues } from '../../records/subject-rows.ts'

/** Number of records of the company with the same values. */
export type Group = {
  /** About a name that other companies share: counted, never shown. */
  isNamesake: boolean
  view: RecordView
  identity: string | null
  /** Values in the order of the kind's facets; empty for none. */
  facets: readonly string[]
  linkedBy: LinkBasis | null
  records: number
}

export type ListedRecord = { id: string; group: Group }
/** All shown records of one kind about a company, in list order, with counts from the same query. */
export type CountedList = { groups: readonly Group[]; records: readonly ListedRecord[] }

type RecordListRequest = { kind: RecordKind; subjects: CompanySubjects; today: string }

type Row = VisibilityFacts & {
  subject_key: string
  record_id: string
  identity: string | null
  facets: string
  published_on: string | null
  sort_value: number | null
}

/** Rows of cached lists in memory: some 100 bytes each. */
const MAX_CACHED_ROWS = 200_000

/** The namesake key ranks after the company's own keys. */
const placeOf = (subjects: CompanySubjects, key: string) => {
  const place = subjects.keys.findIndex((own) => own.key === key)
  return place === -1 ? subjects.keys.length : place
}

/** Parses `record_subject.facets` into values in the order of the kind. */
function parseFacets({ facets: known = {} }: RecordKind, text: string): string[] {
  const valueByName = new Map(text.split('|').map((part) => [part.slice(0, part.indexOf('=')), part]))
  return Object.keys(known).map((name) => valueByName.get(name)?.slice(name.length + 1) ?? '')
}

/** Each record once, under the strongest key of the company. */
function strongest(rows: readonly Row[], subjects: CompanySubjects): readonly Row[] {
  if (subjects.keys.length + (subjects.namesakeKey === null ? 0 : 1) === 1) return rows
  const strongestById = new Map<string, Row>()
  for (const row of rows) {
    const known = strongestById.get(row.record_id)
    const isStronger = known === undefined || placeOf(subjects, row.subject_key) < placeOf(subjects, known.subject_key)
    if (isStronger) strongestById.set(row.record_id, row)
  }
  return [...strongestById.values()]
}

function listFrom({ kind, subjects, today }: RecordListRequest, rows: readonly Row[]): CountedList {
  const groups = new Map<string, Group>()
  const ordered = strongest(rows, subjects).toSorted(inOrderOf(kind))
  const records = ordered.flatMap((row) => {
    const view = visibilityOf(row, today)
    if (view === null) return []
    const { record_id: id, subject_key, identity, facets } = row
    const key = `${subject_key} ${view} ${identity ?? ''} ${facets}`
    const group = groups.get(key) ?? {
      isNamesake: subject_key === subjects.namesakeKey,
      view,
      identity,
      facets: parseFacets(kind, facets),
      linkedBy: subjects.keys.find((own) => own.key === subject_key)?.basis ?? null,
      records: 0,
    }
    group.records += 1
    groups.set(key, group)
    return [{ id, group }]
  })
  return { groups: [...groups.values()], records }
}

const nullsLast = (one: unknown, other: unknown) => Number(one === null) - Number(other === null)

/** Order of the kind, else newest first. */
const inOrderOf =
  ({ order }: RecordKind) =>
  (a: Row, b: Row): number => {
    const byId = a.record_id < b.record_id ? -1 : 1
    if (order === undefined) {
      const [one, other] = [a.published_on, b.published_on]
      return nullsLast(one, other) || (one === other ? byId : (one ?? '') < (other ?? '') ? 1 : -1)
    }
    const [one, other] = [a.sort_value, b.sort_value]
    const sign = order.direction === 'asc' ? 1 : -1
    return nullsLast(one, other) || (one === other ? byId : sign * ((one ?? 0) - (other ?? 0)))
  }

/** Reads all shown records of one kind about a company. Long lists are cached until records change. */
export function createRecordListReader(db: Database): (request: RecordListRequest) => Promise<CountedList> {
  const findRows = compileOnce<Row>(db, ([today = '', kind = '', ...keys]) =>
    db
      .selectFrom('record_subject')
      .select(['subject_key', 'record_id', 'identity', 'facets', 'published_on', 'sort_value'])
      .select(['standing', 'display_until', 'removed_on', 'is_disputed', 'is_hidden'])
      .where('subject_key', 'in', keys)
      .where(sql<string>`kind`, '=', kind)
      .where(isShown(today)),
  )
  const revision = createRecordRevision(db)
  const cachedList = createLargeResultCache<CountedList>({
    sizeOf: ({ records }) => records.length,
    maxSize: MAX_CACHED_ROWS,
    ...largeResults,
  })

  return async ({ kind, subjects, today }) => {
    const { namesakeKey } = subjects
    const keys = [...subjects.keys.map(({ key }) => key), ...(namesakeKey === null ? [] : [namesakeKey])]
    return cachedList([await revision(), kind.key, today, ...keys].join(' '), async () => {
      const rows = keys.length === 0 ? [] : await findRows([today, kind.key, ...keys])
      return listFrom({ kind, subjects, today }, rows)
    })
  }
}

/** A legal record as far as its case needs it. `publishedOn` is YYYY-MM-DD. */
export type CaseMember = {
  id: string
  kind: LegalRiskKey
  view: RecordView
  publishedOn: string | null
  cases: readonly string[]
}
/** Legal records of a company by case, each newest first. `size` is the number of records. */
export type CaseThreads = { threads: readonly Thread<CaseMember>[]; size: number }

const MAX_CACHED_RECORDS = 100_000

const isLegal = (kind: string): kind is LegalRiskKey => legalRiskKeys.some((key) => key === kind)

/** Reads the legal records of a company by case. Long results are cached until records change. */
export function createCaseReader(db: Database): (of: CompanySubjects, today: string) => Promise<CaseThreads> {
  const revision = createRecordRevision(db)
  const cached = createLargeResultCache<CaseThreads>({
    sizeOf: ({ size }) => size,
    maxSize: MAX_CACHED_RECORDS,
    ...largeResults,
  })
  return async (of, today) => {
    if (of.keys.length === 0) return { threads: [], size: 0 }
    return cached([await revision(), today, ...of.keys.map(({ key }) => key)].join(' '), async () => {
      const rows = await subjectRows(db, { values: wantedValues([of]), today, kinds: legalRiskKeys })
        .select(['subject.record_id as id', 'subject.kind', 'subject.cases', 'subject.published_on as publishedOn'])
        .select(visibilityInSql(today).as('view'))
        .orderBy('subject.published_on', (by) => by.desc().nullsLast())
        .orderBy('subject.record_id')
        .execute()
      const members = rows.flatMap(({ kind, cases, ...row }) =>
        // Stored as `|first|second|`.
        isLegal(kind) ? [{ ...row, kind, cases: cases.split('|').filter((number) => number !== '') }] : [],
      )
      return { threads: threadsOf(members), size: members.length }
    })
  }
}
