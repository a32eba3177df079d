import { textOf } from '@baiqicha/contract/records/fields'
import type { RecordRow } from '@baiqicha/contract/records/record'
import type { ToolCall } from '../evidence/tool-call.ts'
import type { RunTool, ToolResult } from '../evidence/tool-result.ts'
import { factsEvidence, readCompany } from './company-facts.tool.ts'
import { compare } from './compare.tool.ts'
import { countCompanies, filterCompanies } from './count-companies.tool.ts'
import { readCoverage } from './coverage.tool.ts'
import { emptyResult, fieldsOf, textField } from './evidence-fields.ts'
import { explain } from './explain.tool.ts'
import { readOwnership } from './ownership.tool.ts'
import { type RecordsRequest, recordEvidence } from './record-list.tool.ts'
import { searchCompany } from './search-company.tool.ts'
import type { ToolDeps } from './tool-deps.ts'

/** Names of persons have at most three characters, or four with a surname of two. */
const LONGEST_PERSON = 4

/** A person is found by the whole name; a company also by a part of its name. Persons are never looked up beyond one. */
const isNamed = (row: RecordRow, name: string) => {
  const own = textOf(row.fields, 'name') ?? ''
  return own === name || (Array.from(name).length > LONGEST_PERSON && own.includes(name))
}

const holds = ({ fields: { positions } }: RecordRow, position: string) =>
  Array.isArray(positions) && positions.some((one) => typeof one === 'string' && one.includes(position))

/** Narrowing to a named holder and an office; null: to neither. */
function passing(person: string | null, position: string | null): NonNullable<RecordsRequest['passes']> | null {
  if (person === null && position === null) return null
  return {
    row: (row) => (person === null || isNamed(row, person)) && (position === null || holds(row, position)),
    conditions: fieldsOf({ person: textField('姓名或名称', person), position: textField('职务', position) }),
  }
}

/** The tools of 百言 over the services of the pages. They change nothing. */
export function createTools(deps: ToolDeps): RunTool {
  async function list(call: ToolCall, request: RecordsRequest): Promise<ToolResult> {
    const evidence = await recordEvidence(deps, request)
    if (evidence === null) return { ...emptyResult(call), problem: 'notFound' }
    const isCounted = evidence.every(({ citedType, fields }) => citedType !== 'records' || 'total' in fields)
    return { ...emptyResult(call), evidence, problem: isCounted ? null : 'notCounted' }
  }

  return async (call): Promise<ToolResult> => {
    switch (call.tool) {
      case 'search_company':
        return searchCompany(deps, call)
      case 'company_facts': {
        const company = await readCompany(deps, call.arguments.companyId)
        return company === null
          ? { ...emptyResult(call), problem: 'notFound' }
          : { ...emptyResult(call), evidence: factsEvidence(company, call.arguments.facts, deps.today()) }
      }
      case 'records':
        return list(call, call.arguments)
      case 'shareholders':
        return list(call, {
          ...call.arguments,
          kind: 'shareholderInfo',
          passes: passing(call.arguments.person, null),
        })
      case 'investments':
        return list(call, { ...call.arguments, kind: 'overseasInvest' })
      case 'branches':
        return list(call, { ...call.arguments, kind: 'branch' })
      case 'people':
        return list(call, {
          ...call.arguments,
          kind: 'keyPerson',
          passes: passing(call.arguments.person, call.arguments.position),
        })
      case 'changes':
        return list(call, { ...call.arguments, kind: 'changeRecord' })
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
        return readOwnership(deps, call)
      default:
        return call satisfies never
    }
  }
}
