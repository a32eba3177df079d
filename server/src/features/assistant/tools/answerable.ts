import { type Answerable, proposedFacts } from '../proposed-questions.rules.ts'
import { factsEvidence, readCompany } from './company-facts.tool.ts'
import type { ToolDeps } from './tool-deps.ts'

/** What can be answered about a company; null: unknown, or not shown. */
export async function readAnswerable(
  deps: Pick<ToolDeps, 'findBusinessInfo' | 'findDetail'>,
  companyId: string,
): Promise<Answerable | null> {
  const company = await readCompany(deps, companyId)
  if (company === null) return null
  const facts = proposedFacts.filter((fact) =>
    factsEvidence(company, [fact]).some(({ citedType }) => citedType === 'facts'),
  )
  const kinds = company.detail.sections.flatMap(({ key, counts }) => (counts === null ? [] : key))
  return { facts: new Set(facts), kinds: new Set(kinds) }
}
