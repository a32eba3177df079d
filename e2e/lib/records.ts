import type { RecordKindKey } from '@baiqicha/contract/records/kind-table'
import { allKinds } from '@baiqicha/contract/records/kinds'
import type { RecordKind } from '@baiqicha/contract/records/record-kind'
import { API_BASE } from '@baiqicha/contract/routes'
import type { TestServer } from './server.ts'

/** Where a kind of record is shown: its list for a company, and one record where it has a page. */
export type RecordPlace = { key: RecordKindKey; title: string; list: string; detail: string | null }

type Json = Record<string, unknown>

/** Asks the server as a signed-in user. @throws Error when it says no. */
export async function ask(server: TestServer, token: string, path: string, input: Record<string, string>) {
  const query = new URLSearchParams(input).toString()
  const answer = await fetch(`${server.baseUrl}${API_BASE}${path}?${query}`, { headers: { token } })
  const envelope: { code: number; message: string; data: Json } = await answer.json()
  if (envelope.code !== 0) throw new Error(`${path}: ${envelope.code} ${envelope.message}`)
  return envelope.data
}

/** Kinds with pages of the specification; people and branches stand on the company page. */
const shownKinds = allKinds.filter(({ key }) => !['keyPerson', 'branch', 'annualInsurance'].includes(key))

function listPathOf({ key, group }: RecordKind, companyId: string): string {
  if (group === 'overview') return `/#/overview/${key}?id=${companyId}`
  return group === 'legalRisk'
    ? `/#/legalRisk/${key}?companyId=${companyId}`
    : `/#/businessRisk/${key}List?companyId=${companyId}`
}

/** The list of every kind for one company. */
export const listPaths = (companyId: string): { key: RecordKindKey; title: string; list: string }[] =>
  shownKinds.map((kind) => ({ key: kind.key, title: kind.title, list: listPathOf(kind, companyId) }))

const pathOfApi = ({ key, group }: RecordKind) =>
  group === 'overview' ? `/v1/company/overview/${key}` : `/v1/${group}/${key}/list`

async function firstRecord(server: TestServer, token: string, kind: RecordKind, companyIds: readonly string[]) {
  for (const companyId of companyIds) {
    const input = kind.group === 'overview' ? { id: companyId } : { companyId }
    const { list } = await ask(server, token, pathOfApi(kind), { ...input, pageSize: '1' })
    const [row]: Json[] = Array.isArray(list) ? list : []
    if (row !== undefined) return { companyId, id: String(row['id']) }
  }
  throw new Error(`no demonstration company has a current record of ${kind.key}`)
}

/** Demonstration companies that search finds with a current record of the kind; of the register, any. */
async function companiesWith(server: TestServer, token: string, { group, key }: RecordKind): Promise<string[]> {
  const narrowing: Record<string, string> = group === 'overview' ? {} : { kind: key }
  const { list } = await ask(server, token, '/v1/risk/search', { keyword: '演示', pageSize: '20', ...narrowing })
  const rows: Json[] = Array.isArray(list) ? list : []
  return rows.map((row) => String(row['id']))
}

/** Every kind with a demonstration company that has a current record of it; `preferred` where it has one. */
export async function findRecordPlaces(server: TestServer, token: string, preferred: string): Promise<RecordPlace[]> {
  return Promise.all(
    shownKinds.map(async (kind) => {
      const companyIds = [preferred, ...(await companiesWith(server, token, kind))]
      const { companyId, id } = await firstRecord(server, token, kind, companyIds)
      const detail = kind.hasDetail ? `/#/${kind.group}/${kind.key}Detail?id=${id}&companyId=${companyId}` : null
      return { key: kind.key, title: kind.title, list: listPathOf(kind, companyId), detail }
    }),
  )
}
