import { companyFacts, type Fact } from '@baiqicha/contract/company-facts'
import { CHAIR } from '../answer/asked.ts'
import type { Evidence } from '../evidence/evidence.ts'
import { type CompanyFacts, factsEvidence } from './company-facts.tool.ts'
import { recordEvidence } from './record-list.tool.ts'
import type { ToolDeps } from './tool-deps.ts'

/** What sources state of most companies. */
const commonFacts: readonly Fact[] = ['status', 'foundedOn', 'listings', 'legalRepresentative']
/** What is nearer to a missing fact, by its group. */
const factsOfGroup: Readonly<Partial<Record<string, readonly Fact[]>>> = {
  contact: ['region', 'address', 'website'],
  capital: ['registeredCapital', 'paidInCapital'],
}
/** Facts of the group of contacts that no address replaces. */
const staffFacts: readonly Fact[] = ['staffSize', 'insuredCount']
/** Most facts that a word asks for: 注销, 总部. */
const MOST_WANTED = 2
const ROWS = 10

/** What is known of a company where no source states the wanted facts: others, its chairman and staff, and the lists that name it. */
export async function nearestEvidence(
  deps: Pick<ToolDeps, 'listRecords' | 'findRecord'>,
  company: CompanyFacts,
  { wanted, today }: { wanted: readonly Fact[]; today: string },
): Promise<Evidence[]> {
  if (wanted.length === 0 || wanted.length > MOST_WANTED) return []
  const list = { companyId: company.info.id, limit: ROWS }
  const isOfStaff = wanted.some((fact) => staffFacts.includes(fact))
  const ofGroup = isOfStaff ? [] : wanted.flatMap((fact) => factsOfGroup[companyFacts[fact].group] ?? [])
  const found = await Promise.all([
    recordEvidence(deps, { ...list, kind: 'keyPerson', view: 'current', position: CHAIR }),
    recordEvidence(deps, { ...list, kind: 'listEntry' }),
    isOfStaff ? recordEvidence(deps, { ...list, kind: 'annualEmployees' }) : null,
  ])
  const known = factsEvidence(company, [...ofGroup, ...commonFacts], today)
  return [...known, ...found.flatMap((one) => one ?? [])].filter(
    ({ citedType }) => citedType === 'facts' || citedType === 'record',
  )
}
