import * as z from 'zod/mini'
import { mapKeys } from '../map-keys.ts'
import { caseListQuery, caseListSchema } from '../records/case-thread.ts'
import { detailKindKeys, listedKindKeys } from '../records/kind-table.ts'
import { recordKinds } from '../records/kinds.ts'
import {
  detailCodecOf,
  latestRecordQuery,
  recordDetailQuery,
  recordDigestSchema,
  recordListOf,
  recordListQueryOf,
} from '../records/record.ts'
import type { RecordKind } from '../records/record-kind.ts'
import { riskTimelineQuery, riskTimelineSchema } from '../records/risk-timeline.ts'
import { riskSearchAnswerSchema, riskSearchQuerySchema } from '../risk-search.ts'
import { type Access, route } from './route.ts'

/** Path of a kind: /v1/legalRisk/{kind}, /v1/businessRisk/{kind} or /v1/company/overview/{kind} (DESIGN §10). */
const pathOf = ({ group, key }: RecordKind) =>
  group === 'overview' ? `/v1/company/overview/${key}` : `/v1/${group}/${key}`

/** Register data is open like the company page; risks need a session. */
const accessOf = ({ group }: RecordKind): Access => (group === 'overview' ? 'allowance' : 'session')

const listOf = (kind: RecordKind) =>
  route({
    method: 'GET',
    path: kind.group === 'overview' ? pathOf(kind) : `${pathOf(kind)}/list`,
    access: accessOf(kind),
    load: 'reads',
    reading: 'lists',
    input: recordListQueryOf(kind),
    output: recordListOf(kind),
  })

const detailOf = (kind: RecordKind) =>
  route({
    method: 'GET',
    path: `${pathOf(kind)}/detail`,
    access: accessOf(kind),
    load: 'reads',
    reading: 'details',
    input: recordDetailQuery,
    output: detailCodecOf(kind),
  })

/** List call of each kind, as in `dishonestExecutorList`. */
export const recordListRoutes = mapKeys(listedKindKeys, 'List', (key) => listOf(recordKinds[key]))
/** Detail call of each kind, as in `dishonestExecutorDetail`. */
export const recordDetailRoutes = mapKeys(detailKindKeys, 'Detail', (key) => detailOf(recordKinds[key]))

export const recordRoutes = {
  ...recordListRoutes,
  ...recordDetailRoutes,
  latestRecord: route({
    method: 'GET',
    path: '/v1/company/latestRecord',
    access: 'session',
    load: 'reads',
    reading: 'details',
    input: latestRecordQuery,
    output: z.nullable(recordDigestSchema),
  }),
  riskTimeline: route({
    method: 'GET',
    path: '/v1/company/riskTimeline',
    access: 'session',
    load: 'reads',
    reading: 'details',
    input: riskTimelineQuery,
    output: riskTimelineSchema,
  }),
  caseList: route({
    method: 'GET',
    path: '/v1/company/caseList',
    access: 'session',
    load: 'reads',
    reading: 'lists',
    input: caseListQuery,
    output: caseListSchema,
  }),
  riskSearch: route({
    method: 'GET',
    path: '/v1/risk/search',
    access: 'session',
    load: 'search',
    reading: 'lists',
    input: riskSearchQuerySchema,
    output: riskSearchAnswerSchema,
  }),
} as const
