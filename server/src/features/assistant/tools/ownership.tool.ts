import type { Evidence } from '../evidence/evidence.ts'
import type { ToolCall } from '../evidence/tool-call.ts'
import type { ToolResult } from '../evidence/tool-result.ts'
import { emptyResult } from './evidence-fields.ts'
import { recordEvidence } from './record-list.tool.ts'
import type { ToolDeps } from './tool-deps.ts'

/** Levels of shareholders above the company, and lists that are read of all of them. */
const LEVELS = 3
const MOST_LISTS = 6
/** Largest shareholders of each list. */
const ROWS = 5

/** The latest publication comes before the registration: beside each other they state every shareholder twice. */
const NEWEST_BASIS = '最新公示'

type Deps = Pick<ToolDeps, 'listRecords' | 'findRecord'>

/** Lists of the shareholders of a company, of its corporate shareholders, and so on, as the page of 股权穿透 shows them. */
export async function readOwnership(deps: Deps, call: ToolCall & { tool: 'ownership' }): Promise<ToolResult> {
  const evidence: Evidence[] = []
  const seen = new Set<string>()
  const pending = [{ companyId: call.arguments.companyId, level: 1 }]
  // Level by level: the loop also reads what it appends.
  for (const { companyId, level } of pending) {
    if (seen.has(companyId) || seen.size >= MOST_LISTS || level > LEVELS) continue
    seen.add(companyId)
    const read = await readHolders(deps, companyId)
    if (read === null && level === 1) return { ...emptyResult(call), problem: 'notFound' }
    // Of a company above, only what is published is stated.
    if (read === null || (level > 1 && read.evidence.every(({ citedType }) => citedType !== 'record'))) continue
    evidence.push(...read.evidence)
    pending.push(...read.companies.map((holder) => ({ companyId: holder, level: level + 1 })))
  }
  return { ...emptyResult(call), evidence }
}

/** Current shareholders of one company on one basis, and those that are known companies. */
async function readHolders(deps: Deps, companyId: string) {
  const kind = 'shareholderInfo' as const
  const listOf = (facets: Readonly<Record<string, string>>) =>
    deps.listRecords({
      kind,
      companyId,
      view: 'current',
      identity: null,
      facets: new Map(Object.entries(facets)),
      page: 1,
      pageSize: ROWS,
    })
  const first = await listOf({})
  if (first === null) return null
  const bases = first.facets.find(({ name }) => name === 'basis')?.options ?? []
  const hasBoth = bases.length > 1 && bases.some(({ value }) => value === NEWEST_BASIS)
  const facets: Readonly<Record<string, string>> = hasBoth ? { basis: NEWEST_BASIS } : {}
  const [evidence, list] = await Promise.all([
    recordEvidence(deps, { kind, companyId, view: 'current', limit: ROWS, facets }),
    hasBoth ? listOf(facets) : first,
  ])
  if (evidence === null) return null
  return { evidence, companies: list?.list.flatMap(({ links }) => links['name'] ?? []) ?? [] }
}
