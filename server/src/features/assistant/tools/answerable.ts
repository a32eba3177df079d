import { isLimited } from '@baiqicha/contract/records/coverage-limits'
import { type Answerable, proposedFacts } from '../proposed-questions.rules.ts'
import { factsEvidence, readCompany } from './company-facts.tool.ts'
import type { ToolDeps } from './tool-deps.ts'

/** What can be answered about a company; null: unknown, or not shown. */
export async function readAnswerable(
  deps: Pick<ToolDeps, 'findBusinessInfo' | 'findDetail' | 'today'>,
  companyId: string,
): Promise<Answerable | null> {
  const company = await readCompany(deps, companyId)
  if (company === null) return null
  const facts = proposedFacts.filter((fact) =>
    factsEvidence(company, [fact], deps.today()).some(({ citedType }) => citedType === 'facts'),
  )
  // A kind without records of which sources leave a part out is answered with what is not connected.
  const kinds = company.detail.sections.flatMap(({ key, counts, limits }) => {
    const hasRecords = counts !== null && counts.current + counts.disputed + counts.history > 0
    return hasRecords || (counts !== null && !isLimited(limits)) ? key : []
  })
  return { facts: new Set(facts), kinds: new Set(kinds) }
}
