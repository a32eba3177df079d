import * as z from 'zod/mini'
import { companyIdQuery } from '../company-detail.ts'
import { kindTable, type ListedKindKey } from '../records/kind-table.ts'
import { anyRecordListSchema, latestRecordQuery, recordDigestSchema, riskTimelineSchema } from '../records/record.ts'
import type { RecordKind } from '../records/record-kind.ts'
import { type Access, route } from './route.ts'

// Calls of records for the page of a company: this file imports no definition of a kind, with its fields and vocabularies.

type KindAddress = Pick<RecordKind, 'group' | 'key'>

/** Path of a kind: /v1/legalRisk/{kind}, /v1/businessRisk/{kind} or /v1/company/overview/{kind} (DESIGN §10). */
export const pathOfKind = ({ group, key }: KindAddress) =>
  group === 'overview' ? `/v1/company/overview/${key}` : `/v1/${group}/${key}`

/** Register data is open like the company page; risks need a session. */
export const accessOfKind = ({ group }: Pick<KindAddress, 'group'>): Access =>
  group === 'overview' ? 'allowance' : 'session'

/** List call of a kind, without its schemas. */
export const listCallOf = (kind: KindAddress) =>
  ({
    method: 'GET',
    path: kind.group === 'overview' ? pathOfKind(kind) : `${pathOfKind(kind)}/list`,
    access: accessOfKind(kind),
    load: 'reads',
    reading: 'lists',
  }) as const

/** List call of a kind for its readers. `recordListRoutes` has the schemas of the kind. */
export const anyRecordListRoute = (key: ListedKindKey) =>
  route(listCallOf({ key, group: kindTable[key].group }), z.looseObject({}), anyRecordListSchema)

export const companyRecordRoutes = {
  latestRecord: route(
    { method: 'GET', path: '/v1/company/latestRecord', access: 'session', load: 'reads', reading: 'details' },
    latestRecordQuery,
    z.nullable(recordDigestSchema),
  ),
  riskTimeline: route(
    { method: 'GET', path: '/v1/company/riskTimeline', access: 'session', load: 'reads', reading: 'details' },
    companyIdQuery,
    riskTimelineSchema,
  ),
} as const
