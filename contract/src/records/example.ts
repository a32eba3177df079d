import type { Provenance } from '../company-detail.ts'
import type { Field, FieldType, FieldValue, RecordFields } from './fields.ts'
import type { RecordDetail, RecordList, RecordRow } from './record.ts'
import { listFieldsOf } from './record.ts'
import type { RecordKind } from './record-kind.ts'

/** Example answers of each kind for the OpenAPI document. The company does not exist. */

const company = '澜山演示贸易有限公司'
const day = '2026-03-18'
const source: Provenance = { sourceId: 'demo', sourceName: '演示数据', sourceUrl: null, asOf: '2026-06-30' }

const examples: Readonly<Record<Exclude<FieldType, 'amount' | 'word' | 'words' | 'line' | 'prose'>, FieldValue>> = {
  date: day,
  dateTime: `${day} 09:30`,
  percent: 60,
  count: 2025,
  caseNumber: '（2026）演0101执1234号',
  officer: '演示甲',
  name: company,
  certificate: '91990001MA0TE5T16H',
  link: null,
  contact: '0990-2345678',
  lines: ['示例'],
  parties: [{ role: '被告', name: company, type: 1, cid: 'c-example', statement: null }],
  passages: [{ title: '本院认为', text: '演示文书，内容为虚构。' }],
  events: [{ date: day, content: '演示变化' }],
}

function exampleOf(field: Field): FieldValue {
  if (field.type === 'amount') return { value: 300, unit: field.unit }
  if (field.type === 'word') return field.words[0] ?? null
  if (field.type === 'words') return field.words.slice(0, 1)
  return field.type === 'line' || field.type === 'prose' ? `演示${field.label}` : examples[field.type]
}

function fieldsFor(kind: RecordKind, names: readonly string[]): RecordFields {
  const fields: RecordFields = {}
  for (const name of names) {
    const field = kind.fields[name]
    if (field !== undefined) fields[name] = exampleOf(field)
  }
  return fields
}

function commonOf(kind: RecordKind, fields: RecordFields) {
  const identity = kind.identities?.[0] ?? null
  return {
    id: 'r-example',
    recordKind: kind.key,
    companyId: 'c-example',
    identity,
    recordStatus: '当前有效',
    sources: [source],
    publishedAt: day,
    updatedAt: '2026-11-20T08:00:00.000Z',
    displayUntil: null,
    removedAt: null,
    removedReason: null,
    dispute: null,
    severity: kind.severity(fields, identity),
    linkedBy: 'creditCode',
    isDemo: true,
    links: {},
    isFormerOffice: false,
  } as const satisfies Partial<RecordRow>
}

const exampleCompany = {
  id: 'c-example',
  name: company,
  region: '演示东省演示市',
  creditCode: '91990001MA0TE5T16H',
  isDemo: true,
}

export function exampleList(kind: RecordKind): RecordList {
  const fields = fieldsFor(kind, listFieldsOf(kind))
  return {
    list: [{ ...commonOf(kind, fields), sources: [source], fields }],
    total: 1,
    totalCapped: false,
    page: 1,
    pageSize: 20,
    company: exampleCompany,
    counts: { current: 1, disputed: 0, history: 0 },
    connected: true,
    feeds: [source],
    facets: Object.entries(kind.facets ?? {}).map(([name, { label }]) => ({
      name,
      label,
      options: [{ value: '2026', count: 1 }],
    })),
    namesakes: 0,
  }
}

export function exampleDetail(kind: RecordKind): RecordDetail {
  const fields = fieldsFor(kind, Object.keys(kind.fields))
  return {
    ...commonOf(kind, fields),
    sources: [source],
    fields,
    company: exampleCompany,
    related: [],
    timeline: [],
    decisions: [],
  }
}
