import * as z from 'zod/mini'
import { provenanceSchema } from '../company-detail.ts'
import { pageOf, pagingQuery } from '../envelope.ts'
import { type FieldValue, fieldSchemas, type RecordFields, tones } from './fields.ts'
import { recordKindKeys, severities } from './kind-table.ts'
import type { RecordKind } from './record-kind.ts'

const text = z.nullable(z.string())
const date = z.nullable(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)))

/** PRODUCT B0. 已撤销 is known to the store and shown nowhere. */
export const recordStatuses = ['当前有效', '历史', '已移出', '已修复', '已撤销', '异议处理中'] as const
export type RecordStatus = (typeof recordStatuses)[number]

/** The three lists of a kind. A disputed record stands among neither of the others. */
export const recordViews = ['current', 'disputed', 'history'] as const
export type RecordView = (typeof recordViews)[number]
export const recordViewLabels: Readonly<Record<RecordView, string>> = {
  current: '当前',
  disputed: '异议处理中',
  history: '历史',
}

/** Records by what has become of them. */
export const recordCountsSchema = z.object({ current: z.int(), disputed: z.int(), history: z.int() })
export type RecordCounts = z.infer<typeof recordCountsSchema>

/** How a record was found to be of this company. A natural person is never linked. */
export const linkBases = ['creditCode', 'registrationNumber', 'name'] as const
export type LinkBasis = (typeof linkBases)[number]

/** What every record has beside the fields of its kind. */
const commonShape = {
  id: z.string(),
  /** Its kind, by the word of its routes. */
  recordKind: z.enum(recordKindKeys),
  /** The company it is read for; null where the record was asked for by itself and is of none that is known. */
  companyId: text,
  /** What the company is in it: 被告, 出质人 … */
  identity: text,
  recordStatus: z.enum(recordStatuses),
  /** Every source that tells it, newest first. */
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
  /** Companies that fields name, by field: their ids. */
  links: z.record(z.string(), z.string()),
  /** Told of the restricted person alone: they are no longer what they were when restricted. */
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

/** What rows of lists have beside that. */
const rowShape = {
  ...commonShape,
  /**
   * Told of a holder alone: in how many companies it holds shares, as its own list of them counts. Absent where it is not
   * known for certain who the holder is, or what it holds.
   */
  otherCompanies: z.optional(z.int()),
}

const rowSchema = z.object({ ...rowShape, fields })
export type RecordRow = z.infer<typeof rowSchema>

/** A record that belongs to the same matter, by its case number or what it rests on. */
export const relatedRecordSchema = z.object({
  recordKind: z.enum(recordKindKeys),
  id: z.string(),
  /** What it is headed by, as in （2024）演0101执1234号. */
  title: z.string(),
  publishedAt: date,
  hasDetail: z.boolean(),
})

/** How an objection to the record ended; what the person concerned said stands beside it (征信业管理条例 art. 16). */
export const recordDecisionSchema = z.object({
  result: z.string(),
  note: text,
  statement: text,
  decidedAt: z.string(),
})

/** The company a record is read for, as a reader tells it from its namesakes. */
const companyOfRecord = z.object({
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
  /** Every step of the same matter that is known, oldest first. */
  timeline: z.array(
    z.object({ date: z.string(), label: z.string(), recordKind: z.enum(recordKindKeys), id: z.string() }),
  ),
  decisions: z.array(recordDecisionSchema),
}
const detailSchema = z.object({ ...commonShape, ...detailShape, fields })
export type RecordDetail = z.infer<typeof detailSchema>

/** Every name a field may not have. */
export const commonNames = [...Object.keys({ ...rowShape, ...detailShape }), 'sourceName', 'sourceUrl']

/** First source, as a reader of one record wants it. */
const firstSource = { sourceName: z.string(), sourceUrl: text }

/** On the wire a record is flat: the fields of its kind stand beside what all records have. */
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

/** A row of a list: the fields that lists show. */
export function rowCodecOf(kind: RecordKind) {
  const names = listFieldsOf(kind)
  return z.codec(z.looseObject({ ...shapeOf(kind, names), ...rowShape, ...firstSource }), rowSchema, {
    decode: (wire) => ({ ...wire, fields: fieldsOf(kind, wire, names) }),
    encode: flatten,
  })
}

/** One record, complete. */
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

/** A source of a kind: what it covers, and until when it was read. */
const feedSchema = z.object({ sourceId: z.string(), sourceName: z.string(), sourceUrl: text, asOf: text })

const listParts = {
  company: companyOfRecord,
  counts: recordCountsSchema,
  /** Whether any source of this kind covers the company. If not, nothing can be said of it. */
  connected: z.boolean(),
  /** The sources that were searched, newest first. */
  feeds: z.array(feedSchema),
  /** What the list can be narrowed by, each value with how many it has. */
  facets: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      options: z.array(z.object({ value: z.string(), count: z.int() })),
    }),
  ),
  /** Records that may be of this company but are told by its name alone, which others share: not shown, only counted. */
  namesakes: z.int(),
}

export const recordListOf = (kind: RecordKind) => z.extend(pageOf(rowCodecOf(kind)), listParts)
export type RecordList = z.output<ReturnType<typeof recordListOf>>

const companyId = z.string().check(z.minLength(1), z.maxLength(64))
const facetValue = z.optional(z.string().check(z.minLength(1), z.maxLength(200)))

/** `companyId` under the risks, `id` under the overview, as DESIGN §10 spells them. */
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
  /** The company it is read for, where a record is of several. */
  companyId: z.optional(companyId),
})

/** One record in a few lines, as the company page shows the newest of a group. */
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
