import * as z from 'zod/mini'
import { provenanceSchema, recordCountsSchema } from '../company-detail.ts'
import { pageOf, pagingQuery } from '../envelope.ts'
import { coverageLimitsSchema } from './coverage-limits.ts'
import { type FieldValue, fieldSchemas, type RecordFields, tones } from './fields.ts'
import { recordKindKeys, severities } from './kind-table.ts'
import type { RecordKind } from './record-kind.ts'

const text = z.nullable(z.string())
const date = z.nullable(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)))

/** Status words of PRODUCT B0. 已撤销 is stored and never shown. */
export const recordStatuses = ['当前有效', '历史', '已移出', '已修复', '已撤销', '异议处理中'] as const
export type RecordStatus = (typeof recordStatuses)[number]

/** The three lists of a kind. A disputed record is in `disputed` only. */
export const recordViews = ['current', 'disputed', 'history'] as const
export type RecordView = (typeof recordViews)[number]
export const recordViewLabels: Readonly<Record<RecordView, string>> = {
  current: '当前',
  disputed: '异议处理中',
  history: '历史',
}

/** Number of records in each list. */
export type RecordCounts = z.infer<typeof recordCountsSchema>

/** Key by which a record was linked to the company. A natural person is never linked. */
const linkBases = ['creditCode', 'registrationNumber', 'name'] as const
export type LinkBasis = (typeof linkBases)[number]

/** Common part of every record, beside the fields of its kind. */
const commonShape = {
  id: z.string(),
  /** Kind, by the word of its routes. */
  recordKind: z.enum(recordKindKeys),
  /** Company for which the record is shown; null when the request names none and no subject is a known company. */
  companyId: text,
  /** Part of the company in the record: 被告, 出质人 … */
  identity: text,
  recordStatus: z.enum(recordStatuses),
  /** Every source of the record, newest first. */
  sources: z.array(provenanceSchema).check(z.minLength(1)),
  publishedAt: date,
  updatedAt: z.string(),
  displayUntil: date,
  removedAt: date,
  removedReason: text,
  dispute: z.nullable(z.object({ state: z.literal('异议处理中'), since: z.string() })),
  severity: z.nullable(z.enum(severities)),
  linkedBy: z.nullable(z.enum(linkBases)),
  isDemo: z.boolean(),
  /** Ids of the companies that fields name, by field. */
  links: z.record(z.string(), z.string()),
  /** Whether the restricted person no longer holds the office of that time; 限制高消费 only. */
  isFormerOffice: z.boolean(),
}

const fieldValue: z.core.$ZodType<FieldValue, FieldValue> = z.union([
  z.string(),
  z.number(),
  z.null(),
  fieldSchemas.amount._zod.def.innerType,
  fieldSchemas.lines,
  fieldSchemas.parties,
  fieldSchemas.passages,
  fieldSchemas.events,
])
const fields: z.core.$ZodType<RecordFields, RecordFields> = z.record(z.string(), fieldValue)

/** Further part of a list row. */
const rowShape = {
  ...commonShape,
  /**
   * Number of companies in which a shareholder holds shares, as counted by its own list. Absent for other kinds, for a
   * shareholder that is not identified by a code, and when none is known and no source of investments covers it.
   */
  otherCompanies: z.optional(z.int()),
}

const rowSchema = z.object({ ...rowShape, fields })
export type RecordRow = z.infer<typeof rowSchema>

/** A record of the same matter, by case number or by the document it is based on. */
const relatedRecordSchema = z.object({
  recordKind: z.enum(recordKindKeys),
  id: z.string(),
  /** Heading, as in （2024）演0101执1234号. */
  title: z.string(),
  publishedAt: date,
  hasDetail: z.boolean(),
})

/** Result of an objection to the record, with the statement of the person concerned (征信业管理条例 art. 16). */
const recordDecisionSchema = z.object({
  result: z.string(),
  note: text,
  statement: text,
  decidedAt: z.string(),
})

/** Company for which a record is shown, with what distinguishes it from companies of the same name. */
export const companyOfRecord = z.object({
  id: z.string(),
  name: z.string(),
  region: text,
  creditCode: text,
  isDemo: z.boolean(),
})
export type CompanyOfRecord = z.infer<typeof companyOfRecord>

const detailShape = {
  company: z.nullable(companyOfRecord),
  related: z.array(relatedRecordSchema),
  /** Known steps of the same matter, oldest first, each with the record that states it. */
  timeline: z.array(
    z.object({
      date: z.string(),
      label: z.string(),
      caseNo: text,
      recordKind: z.enum(recordKindKeys),
      id: z.string(),
    }),
  ),
  decisions: z.array(recordDecisionSchema),
}
const detailSchema = z.object({ ...commonShape, ...detailShape, fields })
export type RecordDetail = z.infer<typeof detailSchema>

/** Names that a field of a kind may not have. */
export const commonNames = [...Object.keys({ ...rowShape, ...detailShape }), 'sourceName', 'sourceUrl']

/** The first source also stands at the top level, for a reader of one source. */
const firstSource = { sourceName: z.string(), sourceUrl: text }

/** On the wire a record is flat: the fields of its kind are siblings of the common part. */
function flatten<Row extends { sources: RecordRow['sources']; fields: RecordFields }>({ fields: own, ...common }: Row) {
  const [first] = common.sources
  return { ...common, ...own, sourceName: first?.sourceName ?? '', sourceUrl: first?.sourceUrl ?? null }
}

function fieldsOf(kind: RecordKind, wire: Record<string, unknown>, names: readonly string[]): RecordFields {
  const own: RecordFields = {}
  for (const name of names) own[name] = z.parse(fieldSchemas[kind.fields[name]?.type ?? 'line'], wire[name])
  return own
}

const shapeOf = (kind: RecordKind, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, fieldSchemas[kind.fields[name]?.type ?? 'line']]))

export const listFieldsOf = (kind: RecordKind): string[] =>
  Object.keys(kind.fields).filter((name) => kind.fields[name]?.inList === true)

/** A list row: the fields with `inList`. */
export function rowCodecOf(kind: RecordKind) {
  const names = listFieldsOf(kind)
  return z.codec(z.looseObject({ ...shapeOf(kind, names), ...rowShape, ...firstSource }), rowSchema, {
    decode: (wire) => ({ ...wire, fields: fieldsOf(kind, wire, names) }),
    encode: flatten,
  })
}

/** One record with every field. */
export function detailCodecOf(kind: RecordKind) {
  const names = Object.keys(kind.fields)
  return z.codec(
    z.looseObject({ ...shapeOf(kind, names), ...commonShape, ...detailShape, ...firstSource }),
    detailSchema,
    {
      decode: (wire) => ({ ...wire, fields: fieldsOf(kind, wire, names) }),
      encode: flatten,
    },
  )
}

/** A connected source of a kind: its scope and its newest date. */
const feedSchema = z.object({ sourceId: z.string(), sourceName: z.string(), sourceUrl: text, asOf: text })

const listParts = {
  company: companyOfRecord,
  counts: recordCountsSchema,
  /** Whether a source of this kind covers the company, or names it. If not, the list has the records known, and no 0. */
  connected: z.boolean(),
  /** What the covering sources leave out, so that 0 is said of the rest only. */
  limits: coverageLimitsSchema,
  /** Sources that were searched, newest first. */
  feeds: z.array(feedSchema),
  /** Filters of the list, each value with its number of records. */
  facets: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      options: z.array(z.object({ value: z.string(), count: z.int() })),
    }),
  ),
  /** Number of records that state only a name which several companies share. They are counted and never shown. */
  namesakes: z.int(),
}

export const recordListOf = (kind: RecordKind) => z.extend(pageOf(rowCodecOf(kind)), listParts)
export type RecordList = z.output<ReturnType<typeof recordListOf>>

/** Names in a list row that are no field of its kind. */
const rowNames: ReadonlySet<string> = new Set([...Object.keys(rowShape), ...Object.keys(firstSource)])

/** Puts what a row has beside its common part into `fields`. */
function withFields(wire: unknown): unknown {
  if (typeof wire !== 'object' || wire === null) return wire
  return { ...wire, fields: Object.fromEntries(Object.entries(wire).filter(([name]) => !rowNames.has(name))) }
}

/** A list of any kind, for readers without the definition of the kind. */
export const anyRecordListSchema = z.extend(pageOf(z.pipe(z.transform(withFields), rowSchema)), listParts)

const companyId = z.string().check(z.minLength(1), z.maxLength(64))
const facetValue = z.optional(z.string().check(z.minLength(1), z.maxLength(200)))

/** Risks take `companyId`, the overview takes `id` (DESIGN §10). */
export function recordListQueryOf(kind: RecordKind) {
  const narrowing = {
    view: z._default(z.enum(recordViews), 'current'),
    ...pagingQuery,
    ...(kind.identities !== undefined && { identity: z.optional(z.enum(kind.identities)) }),
    ...Object.fromEntries(Object.keys(kind.facets ?? {}).map((name) => [name, facetValue])),
  }
  return z.object(kind.group === 'overview' ? { id: companyId, ...narrowing } : { companyId, ...narrowing })
}

export const recordDetailQuery = z.object({
  id: companyId,
  /** Company for which the record is shown, when it is about several. */
  companyId: z.optional(companyId),
})

/** A record in a few lines: the newest of a group on the company page. */
export const recordDigestSchema = z.object({
  recordKind: z.enum(recordKindKeys),
  id: z.string(),
  title: z.string(),
  publishedAt: date,
  lines: z.array(z.object({ label: z.string(), value: z.string(), tone: z.nullable(z.enum(tones)) })),
  source: provenanceSchema,
})
export type RecordDigest = z.infer<typeof recordDigestSchema>

export const latestRecordQuery = z.object({ id: companyId, group: z.enum(['legalRisk', 'businessRisk']) })

/** Records of one timeline at most. Older ones are in the lists of their kinds only. */
export const MAX_TIMELINE_RECORDS = 500

/** Dated risk records of a company, newest first. Records without a date, and those above the limit, are left out. */
export const riskTimelineSchema = z.array(
  z.object({
    recordKind: z.enum(recordKindKeys),
    id: z.string(),
    view: z.enum(recordViews),
    severity: z.nullable(z.enum(severities)),
    publishedAt: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)),
    /** First case number of the record; null for none. */
    caseNo: z.nullable(z.string()),
  }),
)
export type RiskTimelineRecord = z.infer<typeof riskTimelineSchema>[number]
