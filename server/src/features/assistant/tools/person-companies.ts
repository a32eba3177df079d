import { searchKey } from '../../../domain/names/company-name.ts'
import type { Evidence } from '../evidence/evidence.ts'
import { shownIn } from '../evidence/evidence.ts'
import type { ToolCall } from '../evidence/tool-call.ts'
import type { ToolResult } from '../evidence/tool-result.ts'
import { factsEvidence, readCompany } from './company-facts.tool.ts'
import { emptyResult } from './evidence-fields.ts'
import { recordEvidence } from './record-list.tool.ts'
import type { ToolDeps } from './tool-deps.ts'

/** Companies that are read for one name. */
const COMPANIES = 20

/** Offices that persons of a whole name hold in companies, as the search for companies finds them. Namesakes are not distinguished. */
export async function companiesOfPerson(
  deps: ToolDeps,
  call: ToolCall & { tool: 'filter' },
  person: string,
): Promise<ToolResult> {
  const found = await Promise.all(
    (['legalRepresentative', 'member'] as const).map((within) =>
      deps.search({ keyword: person, within, exact: '1', page: 1, pageSize: COMPANIES, sort: 'relevance' }),
    ),
  )
  const hits = found
    .flatMap((one) => one?.list ?? [])
    .filter(({ matchReason }) => searchKey(matchReason.text) === searchKey(person))
  const evidence = await Promise.all([...new Set(hits.map(({ id }) => id))].map((id) => officesIn(deps, id, person)))
  return { ...emptyResult(call), evidence: evidence.flat(), isPartial: !deps.isIndexReady() }
}

/** The office of a person in a company; where no source states officers, that of the legal representative. */
async function officesIn(deps: ToolDeps, companyId: string, person: string): Promise<Evidence[]> {
  const officers = await recordEvidence(deps, { companyId, kind: 'keyPerson', view: 'current', person, limit: 1 })
  const rows = (officers ?? []).filter(({ citedType }) => citedType === 'record')
  const company = rows.length > 0 ? null : await readCompany(deps, companyId)
  const facts = company === null ? [] : factsEvidence(company, ['legalRepresentative'], deps.today())
  return [...rows, ...facts.filter((one) => shownIn(one, 'legalRepresentative') === person)]
}
