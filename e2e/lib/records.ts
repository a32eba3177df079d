import { allKinds } from '@baiqicha/contract/records/kinds'
import type { RecordKind } from '@baiqicha/contract/records/record-kind'
import type { TestServer } from './server.ts'
import { call } from './session.ts'

/** A page of records: the list of a kind for a company, or one record. */
export type RecordPage = { path: string; title: string }

type Json = Record<string, unknown>

/** Calls the API as a signed-in user and returns `data`. @throws Error on any code other than 0 */
export const callApi = (server: TestServer, token: string, path: string, input: Record<string, string>) =>
  call<Json>(server, `${path}?${new URLSearchParams(input)}`, { headers: { token } })

/** Kinds with pages of their own; the company page shows the others. */
export const kindsWithPages: readonly RecordKind[] = allKinds.filter(({ listedOn }) => listedOn === 'page')

/** Path of the list of the kind, for one company. */
export const listPathOf = ({ group, path }: RecordKind, companyId: string) =>
  `/#/${group}/${path}?${group === 'overview' ? 'id' : 'companyId'}=${companyId}`

const apiPathOf = ({ key, group }: RecordKind) =>
  group === 'overview' ? `/v1/company/overview/${key}` : `/v1/${group}/${key}/list`

async function firstRecord(server: TestServer, token: string, kind: RecordKind, companyIds: readonly string[]) {
  for (const companyId of companyIds) {
    const input = kind.group === 'overview' ? { id: companyId } : { companyId }
    const { list } = await callApi(server, token, apiPathOf(kind), { ...input, pageSize: '1' })
    const [row]: Json[] = Array.isArray(list) ? list : []
    if (row !== undefined) return { companyId, id: String(row['id']) }
  }
  throw new Error(`no demonstration company has a current record of ${kind.key}`)
}

/** Ids of demonstration companies: those with a current record of the kind, or any for kinds of the register. */
async function companiesWith(server: TestServer, token: string, { group, key }: RecordKind): Promise<string[]> {
  const filter: Record<string, string> = group === 'overview' ? {} : { kind: key }
  const { list } = await callApi(server, token, '/v1/risk/search', { keyword: '演示', pageSize: '20', ...filter })
  const rows: Json[] = Array.isArray(list) ? list : []
  return rows.map((row) => String(row['id']))
}

/** Pages of the kind for a demonstration company with a current record of it: `preferred` if it has one. */
export async function findRecordPages(
  server: TestServer,
  token: string,
  kind: RecordKind,
  preferred: string,
): Promise<RecordPage[]> {
  const companyIds = [preferred, ...(await companiesWith(server, token, kind))]
  const { companyId, id } = await firstRecord(server, token, kind, companyIds)
  const list = { path: listPathOf(kind, companyId), title: kind.title }
  if (!kind.hasDetail) return [list]
  return [
    list,
    { path: `/#/${kind.group}/${kind.key}Detail?id=${id}&companyId=${companyId}`, title: `${kind.title}详情` },
  ]
}
