import { asOf, matchReason, onePage, source, summary } from '../openapi/samples.ts'
import { caseListQuery, caseListSchema } from '../records/case-thread.ts'
import type { Field, FieldType, FieldValue, RecordFields } from '../records/fields.ts'
import { detailKindKeys, listedKindKeys } from '../records/kind-table.ts'
import { recordKinds } from '../records/kinds.ts'
import {
  detailCodecOf,
  listFieldsOf,
  type RecordDetail,
  type RecordList,
  type RecordRow,
  recordDetailQuery,
  recordListOf,
  recordListQueryOf,
} from '../records/record.ts'
import type { RecordKind } from '../records/record-kind.ts'
import { riskSearchAnswerSchema, riskSearchQuerySchema } from '../risk-search.ts'
import { accessOfKind, companyRecordRoutes, listCallOf, pathOfKind } from './company-records.ts'
import { type RouteDocs, route } from './route.ts'

const listOf = (kind: RecordKind) => route(listCallOf(kind), recordListQueryOf(kind), recordListOf(kind))

const detailOf = (kind: RecordKind) =>
  route(
    {
      method: 'GET',
      path: `${pathOfKind(kind)}/detail`,
      access: accessOfKind(kind),
      load: 'reads',
      reading: 'details',
    },
    recordDetailQuery,
    detailCodecOf(kind),
  )

/** List call of each kind, as in `dishonestExecutorList`. */
export const recordListRoutes = mapKeys(listedKindKeys, 'List', (key) => listOf(recordKinds[key]))
/** Detail call of each kind, as in `dishonestExecutorDetail`. */
export const recordDetailRoutes = mapKeys(detailKindKeys, 'Detail', (key) => detailOf(recordKinds[key]))

export const recordRoutes = {
  ...recordListRoutes,
  ...recordDetailRoutes,
  ...companyRecordRoutes,
  caseList: route(
    { method: 'GET', path: '/v1/company/caseList', access: 'session', load: 'reads', reading: 'lists' },
    caseListQuery,
    caseListSchema,
  ),
  riskSearch: route(
    { method: 'GET', path: '/v1/risk/search', access: 'session', load: 'search', reading: 'lists' },
    riskSearchQuerySchema,
    riskSearchAnswerSchema,
  ),
} as const

export function recordDocs(): RouteDocs<typeof recordRoutes> {
  return {
    ...mapKeys(listedKindKeys, 'List', (key) => ({
      summary: `${recordKinds[key].title}，一页`,
      example: recordKinds[key].group === 'overview' ? { id: 'c-example' } : { companyId: 'c-example' },
      answer: exampleList(recordKinds[key]),
    })),
    ...mapKeys(detailKindKeys, 'Detail', (key) => ({
      summary: `${recordKinds[key].title}详情`,
      example: { id: 'r-example', companyId: 'c-example' },
      answer: exampleDetail(recordKinds[key]),
    })),
    latestRecord: {
      summary: '最近一条风险记录',
      example: { id: 'c-example', group: 'legalRisk' },
      answer: {
        recordKind: 'dishonestExecutor',
        id: 'r-example',
        title: '（2026）演0101执1234号',
        publishedAt: '2026-03-18',
        lines: [{ label: '履行情况', value: '全部未履行', tone: 'red' }],
        source,
      },
    },
    riskTimeline: {
      summary: '风险时间线：有日期的风险记录，最多 500 条',
      example: { id: 'c-example' },
      answer: [
        {
          recordKind: 'dishonestExecutor',
          id: 'r-example',
          view: 'current',
          severity: '高',
          publishedAt: '2026-03-18',
          caseNo: '（2026）演0101执1234号',
        },
      ],
    },
    caseList: {
      summary: '法律风险记录，按案号归并',
      example: { id: 'c-example', view: 'current', by: 'case', page: 1, pageSize: 20 },
      answer: {
        list: [
          {
            id: 'r-example',
            caseNo: '（2026）演0101执1234号',
            matter: '买卖合同纠纷',
            identity: '被告',
            amount: { label: '执行标的', value: 1_250_000, unit: '元' },
            steps: [{ kind: 'dishonestExecutor', view: 'current' }],
            records: [
              {
                recordKind: 'dishonestExecutor',
                id: 'r-example',
                view: 'current',
                recordStatus: '当前有效',
                publishedAt: '2026-03-18',
                caseNo: '（2026）演0101执1234号',
                brief: '全部未履行',
              },
            ],
            recordCount: 1,
            sources: [source],
          },
        ],
        ...onePage,
        company: { id: 'c-example', name: '演示云岚贸易有限公司', region: null, creditCode: null, isDemo: true },
        counts: { current: 1, disputed: 0, history: 0 },
        cases: 1,
        unnumbered: 0,
        connected: true,
      },
    },
    riskSearch: {
      summary: '查风险：企业与各类记录数量',
      example: { keyword: '演示', page: 1, pageSize: 20 },
      answer: {
        list: [
          {
            ...summary,
            matchReason,
            hitRanges: [[0, 2]],
            riskCounts: { dishonestExecutor: { current: 1, disputed: 0, history: 3 } },
            maxSeverity: '高',
            asOf,
          },
        ],
        ...onePage,
      },
    },
  }
}

/** Builds an object with one value per key; `mapKeys(['a'], 'List', …)` has the property `aList`. */
export function mapKeys<K extends string, S extends string, V>(
  keys: readonly K[],
  suffix: S,
  valueOf: (key: K) => V,
): { readonly [Key in K as `${Key}${S}`]: V }
export function mapKeys(keys: readonly string[], suffix: string, valueOf: (key: string) => unknown) {
  return Object.fromEntries(keys.map((key) => [key + suffix, valueOf(key)]))
}

/** Example answers of each kind for the OpenAPI document. The company does not exist. */

const company = '澜山演示贸易有限公司'
const day = '2026-03-18'

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
    ...onePage,
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
