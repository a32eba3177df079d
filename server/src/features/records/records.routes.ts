import {
  type DetailKindKey,
  detailKindKeys,
  type ListedKindKey,
  listedKindKeys,
} from '@baiqicha/contract/records/kind-table'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import type { ParsedInput } from '@baiqicha/contract/routes'
import { mapKeys } from '@baiqicha/contract/routes/record'
import type { Session } from '../../domain/account/session.ts'
import type { Handlers } from '../../platform/http/handler.ts'
import { noSession, orNotFound } from '../../platform/http/refusal.ts'
import type { RecordService } from './records.service.ts'

type ListKey = `${ListedKindKey}List`
type DetailKey = `${DetailKindKey}Detail`
type ListInput = ParsedInput<ListKey>

/** Risk lists name the company `companyId`, overview lists `id`. */
const companyOf = (input: ListInput) => ('companyId' in input ? input.companyId : input.id)

/** Requested facet filters, by the names of the kind's facets. */
function facetsIn(kind: ListedKindKey, input: ListInput): Map<string, string> {
  const params = new Map<string, unknown>(Object.entries(input))
  const chosen = new Map<string, string>()
  for (const name of Object.keys(recordKinds[kind].facets ?? {})) {
    const value = params.get(name)
    if (typeof value === 'string') chosen.set(name, value)
  }
  return chosen
}

const listHandler =
  (records: RecordService) =>
  (key: ListedKindKey) =>
  async ({ input, session }: { input: ListInput; session: Session | null }) => {
    // History requires a session, even when the list itself is public.
    if (input.view === 'history' && session === null) throw noSession()
    const identity = 'identity' in input && typeof input.identity === 'string' ? input.identity : null
    const { view, page, pageSize } = input
    const request = { kind: recordKinds[key], companyId: companyOf(input), view, identity, page, pageSize }
    return orNotFound(await records.list({ ...request, facets: facetsIn(key, input) }))
  }

const detailHandler =
  (records: RecordService) =>
  (kind: DetailKindKey) =>
  async ({ input: { id, companyId } }: { input: ParsedInput<DetailKey> }) =>
    orNotFound(await records.detail({ kind, id, companyId }), '未找到该记录')

export const recordHandlers = (records: RecordService) =>
  ({
    ...mapKeys(listedKindKeys, 'List', listHandler(records)),
    ...mapKeys(detailKindKeys, 'Detail', detailHandler(records)),
    latestRecord: ({ input: { id, group } }) => records.latest({ companyId: id, group }),
    riskTimeline: async ({ input: { id } }) => orNotFound(await records.riskTimeline(id)),
    caseList: async ({ input: { id: companyId, ...request } }) =>
      orNotFound(await records.cases({ companyId, ...request })),
  }) satisfies Partial<Handlers>
