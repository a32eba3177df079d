import { listedKindKeys, recordKindKeys } from '@baiqicha/contract/records/kind-table'
import type { RecordCounts } from '@baiqicha/contract/records/record'
import { type Evidence, numberIn, textsIn } from '../evidence/evidence.ts'
import type { ToolCall } from '../evidence/tool-call.ts'
import type { ToolResult } from '../evidence/tool-result.ts'
import type { SectionCount } from '../plan.ts'
import { readCompany } from './company-facts.tool.ts'
import {
  emptyResult,
  evidenceOf,
  fieldsOf,
  NOT_CONNECTED,
  numberField,
  OWN_SOURCE,
  textsField,
} from './evidence-fields.ts'
import { recordEvidence } from './record-list.tool.ts'
import type { ToolDeps } from './tool-deps.ts'

/** Available data of a company or of the whole store: sources, dates, counts, and kinds without a source. */
export async function readCoverage(deps: ToolDeps, call: ToolCall & { tool: 'coverage' }): Promise<ToolResult> {
  const { companyId, kinds } = call.arguments
  const asked = kinds.flatMap((kind) => listedKindKeys.find((one) => one === kind) ?? [])
  const wanted = kinds.length === 0 ? listedKindKeys : asked
  if (companyId === null) return { ...emptyResult(call), evidence: await storeEvidence(deps) }
  const company = await readCompany(deps, companyId)
  if (company === null) return { ...emptyResult(call), problem: 'notFound' }
  const lists = await Promise.all(wanted.map((kind) => recordEvidence(deps, { companyId, kind })))
  // Counts of the kinds with a source, and what sources leave out.
  const found = lists.flatMap((list) => list ?? [])
  const connected = found.filter(({ citedType }) => citedType === 'records')
  const labels = connected.map(({ label }) => label)
  const unconnected = found.flatMap((one) => textsIn(one, 'connection'))
  const { id, name, isDemo } = company.info
  const summary = evidenceOf({
    id: `coverage:${id}:${wanted.join(',')}`,
    citedType: 'coverage',
    company: { id, name, isDemo },
    label: '收录范围',
    fields: fieldsOf({
      connected: textsField('已接入', labels),
      connection: textsField(NOT_CONNECTED, unconnected),
    }),
    path: `/company/detail?id=${encodeURIComponent(id)}`,
  })
  return { ...emptyResult(call), evidence: [...connected, summary] }
}

async function storeEvidence(deps: ToolDeps): Promise<Evidence[]> {
  const [{ companies, groups }, kinds] = await Promise.all([deps.coverage(), deps.listKindCoverage()])
  const common = { citedType: 'coverage' as const, label: '收录范围', path: '/user/about' }
  return [
    evidenceOf({
      ...common,
      id: 'coverage:store',
      fields: fieldsOf({
        total: numberField('合计', companies, '家'),
        connection: textsField(NOT_CONNECTED, kinds.unconnected),
        connected: textsField('已接入', kinds.connected),
      }),
    }),
    ...groups
      .filter(({ isDemo }) => !isDemo)
      .map(({ name, companies: count, asOf, sources }) =>
        evidenceOf({
          ...common,
          id: `coverage:store:${name}`,
          fields: fieldsOf({
            companies: numberField(name, count, '家'),
            sources: textsField(
              '数据来源',
              sources.map((source) => source.name),
            ),
          }),
          sourceName: sources[0]?.name ?? OWN_SOURCE,
          date: asOf,
        }),
      ),
  ]
}

/** Counts of the kinds of a company that a `coverage` call found. */
export function sectionCountsOf({ call, evidence }: ToolResult): SectionCount[] {
  if (call.tool !== 'coverage') return []
  return evidence.flatMap(({ citedType, recordType, company, fields }) => {
    const kind = recordKindKeys.find((key) => key === recordType)
    if (citedType !== 'records' || kind === undefined || company === null) return []
    const of = (view: keyof RecordCounts) => numberIn({ fields }, view)
    const counts = { current: of('current'), disputed: of('disputed'), history: of('history') }
    return [{ companyId: company.id, kind, counts }]
  })
}
