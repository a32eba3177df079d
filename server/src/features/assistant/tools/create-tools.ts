import type { RunTool, ToolResult } from '../evidence/tool-result.ts'
import { factsEvidence, readCompany } from './company-facts.tool.ts'
import { compare } from './compare.tool.ts'
import { countCompanies, filterCompanies } from './count-companies.tool.ts'
import { readCoverage } from './coverage.tool.ts'
import { emptyResult } from './evidence-fields.ts'
import { explain } from './explain.tool.ts'
import { nearestEvidence } from './nearest-facts.ts'
import { readOwnership } from './ownership.tool.ts'
import { companiesOfPerson } from './person-companies.ts'
import { recordEvidence } from './record-list.tool.ts'
import { searchCompany } from './search-company.tool.ts'
import type { ToolDeps } from './tool-deps.ts'

/** The tools of 百言 over the services of the pages. They change nothing. */
export function createTools(deps: ToolDeps): RunTool {
  return async (call): Promise<ToolResult> => {
    switch (call.tool) {
      case 'search_company':
        return searchCompany(deps, call)
      case 'company_facts': {
        const company = await readCompany(deps, call.arguments.companyId)
        if (company === null) return { ...emptyResult(call), problem: 'notFound' }
        const [wanted, today] = [call.arguments.facts, deps.today()]
        const evidence = factsEvidence(company, wanted, today)
        const isStated = evidence.some(({ citedType }) => citedType === 'facts')
        const nearest = isStated ? [] : await nearestEvidence(deps, company, { wanted, today })
        return { ...emptyResult(call), evidence: [...evidence, ...nearest] }
      }
      case 'records': {
        const evidence = await recordEvidence(deps, call.arguments)
        if (evidence === null) return { ...emptyResult(call), problem: 'notFound' }
        const isCounted = evidence.every(({ citedType, fields }) => citedType !== 'records' || 'total' in fields)
        return { ...emptyResult(call), evidence, problem: isCounted ? null : 'notCounted' }
      }
      case 'count':
        return countCompanies(deps, call)
      case 'filter':
        return call.arguments.conditions.person === undefined
          ? filterCompanies(deps, call)
          : companiesOfPerson(deps, call, call.arguments.conditions.person)
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
