import type { RecordKindKey } from '@baiqicha/contract/records/kind-table'
import { allKinds } from '@baiqicha/contract/records/kinds'
import type { RecordKind } from '@baiqicha/contract/records/record-kind'
import { API_BASE } from '@baiqicha/contract/routes'
import type { TestServer } from './server.ts'

/** Pages of one kind of record: its list for a company, and one record's page; null where the kind has none. */
export type RecordPlace = { key: RecordKindKey; title: string; list: string; detail: string | null }

type Json = Record<string, unknown>

/** Calls the API as a signed-in user and returns `data`. @throws Error on any code other than 0 */
export async function callApi(server: TestServer, token: string, path: string, input: Record<string, string>) {
  const query = new URLSearchParams(input).toString()
  const response = await fetch(`${server.baseUrl}${API_BASE}${path}?${query}`, { headers: { token } })
  const envelope: { code: number; message: string; data: Json } = await response.json()
  if (envelope.code !== 0) throw new Error(`${path}: ${envelope.code} ${envelope.message}`)
  return envelope.data
}

/** Kinds with pages of their own; the company page shows the others. */
const kindsWithPages = allKinds.filter(({ key }) => !['keyPerson', 'branch', 'annualInsurance'].includes(key))

function listPathOf({ key, group }: RecordKind, companyId: string): string {
  if (group === 'overview') return `/#/overview/${key}?id=${companyId}`
  return group === 'legalRisk'
    ? `/#/legalRisk/${key}?companyId=${companyId}`
    : `/#/businessRisk/${key}List?companyId=${companyId}`
}

/** Path of the list of every kind, for one company. */
export const listPaths = (companyId: string): { key: RecordKindKey; title: string; list: string }[] =>
  kindsWithPages.map((kind) => ({ key: kind.key, title: kind.title, list: listPathOf(kind, companyId) }))

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

/** Pages of every kind, each for a demonstration company with a current record of it: `preferred` if it has one. */
export async function findRecordPlaces(server: TestServer, token: string, preferred: string): Promise<RecordPlace[]> {
  return Promise.all(
    kindsWithPages.map(async (kind) => {
      const companyIds = [preferred, ...(await companiesWith(server, token, kind))]
      const { companyId, id } = await firstRecord(server, token, kind, companyIds)
      const detail = kind.hasDetail ? `/#/${kind.group}/${kind.key}Detail?id=${id}&companyId=${companyId}` : null
      return { key: kind.key, title: kind.title, list: listPathOf(kind, companyId), detail }
    }),
  )
}
