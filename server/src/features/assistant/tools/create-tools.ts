import { textOf } from '@baiqicha/contract/records/fields'
import type { ListedKindKey } from '@baiqicha/contract/records/kind-table'
import type { RecordRow } from '@baiqicha/contract/records/record'
import type { ListNarrowing, ToolCall } from '../evidence/tool-call.ts'
import type { RunTool, ToolResult } from '../evidence/tool-result.ts'
import { factsEvidence, readCompany } from './company-facts.tool.ts'
import { compare } from './compare.tool.ts'
import { countCompanies, filterCompanies } from './count-companies.tool.ts'
import { readCoverage } from './coverage.tool.ts'
import { emptyResult } from './evidence-fields.ts'
import { explain } from './explain.tool.ts'
import { recordEvidence } from './record-list.tool.ts'
import { searchCompany } from './search-company.tool.ts'
import type { ToolDeps } from './tool-deps.ts'

/** Name of a shareholder or a person of the company; persons are never looked up beyond it. */
const isNamed = (person: string | null) => (row: RecordRow) =>
  person === null || (textOf(row.fields, 'name') ?? '').includes(person)

const holds = (position: string | null) => (row: RecordRow) => {
  const positions = row.fields['positions']
  if (position === null) return true
  return Array.isArray(positions) && positions.some((one) => typeof one === 'string' && one.includes(position))
}

/** The tools of 百言 over the services of the pages. They change nothing. */
export function createTools(deps: ToolDeps): RunTool {
  async function list(
    call: ToolCall,
    kind: ListedKindKey,
    narrowing: ListNarrowing,
    more: {
      identity?: string | null
      facets?: Readonly<Record<string, string>>
      passes?: ((row: RecordRow) => boolean) | null
    } = {},
  ): Promise<ToolResult> {
    const evidence = await recordEvidence(deps, {
      ...narrowing,
      kind,
      identity: more.identity ?? null,
      facets: more.facets ?? {},
      passes: more.passes ?? null,
    })
    return evidence === null ? { ...emptyResult(call), problem: 'notFound' } : { ...emptyResult(call), evidence }
  }

  return async (call): Promise<ToolResult> => {
    switch (call.tool) {
      case 'search_company':
        return searchCompany(deps, call)
      case 'company_facts': {
        const company = await readCompany(deps, call.arguments.companyId)
        return company === null
          ? { ...emptyResult(call), problem: 'notFound' }
          : { ...emptyResult(call), evidence: factsEvidence(company, call.arguments.facts) }
      }
      case 'records':
        return list(call, call.arguments.kind, call.arguments, call.arguments)
      case 'shareholders': {
        const { person } = call.arguments
        return list(call, 'shareholderInfo', call.arguments, { passes: person === null ? null : isNamed(person) })
      }
      case 'investments':
        return list(call, 'overseasInvest', call.arguments)
      case 'branches':
        return list(call, 'branch', call.arguments)
      case 'people': {
        const { person, position } = call.arguments
        const passes = (row: RecordRow) => isNamed(person)(row) && holds(position)(row)
        return list(call, 'keyPerson', call.arguments, {
          passes: person === null && position === null ? null : passes,
        })
      }
      case 'changes':
        return list(call, 'changeRecord', call.arguments, { facets: call.arguments.facets })
      case 'count':
        return countCompanies(deps, call)
      case 'filter':
        return filterCompanies(deps, call)
      case 'compare':
        return compare(deps, call)
      case 'explain':
        return explain(call)
      case 'coverage':
        return readCoverage(deps, call)
      case 'ownership':
        // No service computes 股权穿透: the composer names it as not available and states the direct shareholders.
        return { ...emptyResult(call), problem: 'notFound' }
      default:
        return call satisfies never
    }
  }
}
