import type { CompanyStatementTable } from '../../../platform/database/tables/import.ts'
import { SEVERAL_RUNS } from '../../file/import-run.ts'
import type { CompanyStatements } from '../parse/sourced-facts.ts'
import type { AppliedStatement, CompanyBatch } from './company-batch.ts'
import { type CompanyDraft, partText, type StoredCompany } from './company-draft.ts'
import { contentOf, rowDigest } from './pending-row.ts'
import type { ResolvedGroup } from './resolve-companies.ts'

/**
 * What an undo needs: which import stated which company. A company of one import has its number in `only_run`, and its
 * rows are the statement. Once another import states it, or its number or key also belongs to another company, `company_statement`
 * has the statements of each.
 */
export type StatementChanges = {
  /** Companies whose `only_run` is all that changes. */
  onlyRuns: readonly { id: string; run: number | null }[]
  written: readonly CompanyStatementTable[]
  /** Statements of another stored company, whose drafts the company has now. */
  copied: readonly { from: string; to: string }[]
}

/** Digits of the largest line number. */
const LINE_DIGITS = 12

/** Where a row stands in its import: rows sort by line, after the drafts; one that was pending before lines were stored is last. */
export const placeOfRow = (row: CompanyStatements) =>
  row.line === 0 ? `~${rowDigest(row)}` : String(row.line).padStart(LINE_DIGITS, '0')

function statementRow(company_id: string, statement: AppliedStatement): CompanyStatementTable {
  const { run } = statement
  if ('of' in statement) {
    const { draft, content } = statement.of
    return { company_id, run, place: `-${draft.row.id}`, content }
  }
  const { row } = statement
  return { company_id, run, place: placeOfRow(row), content: `{"row":${contentOf(row)}}` }
}

const draftContent = (part: string, createdAt: number) => `{"draft":${part},"createdAt":${createdAt}}`

/** The statements of a stored company of one import, which its rows are until now. */
export function statementsOfStored({ state, partTexts }: StoredCompany, company_id: string): CompanyStatementTable[] {
  const { id, created_at: createdAt, only_run: run } = state.row
  const parts = partTexts.size === 0 ? [[id, partText(state)] as const] : [...partTexts]
  return parts.map(([part, text]) => ({
    company_id,
    run: run ?? 0,
    place: `-${part}`,
    content: draftContent(text, createdAt),
  }))
}

/** The drafts that were merged into each draft, also by way of others. */
function mergedInto({ merged }: CompanyBatch): Map<CompanyDraft, CompanyDraft[]> {
  const into = new Map<CompanyDraft, CompanyDraft[]>()
  for (const other of merged.keys()) {
    let draft = other
    for (let next = merged.get(draft); next !== undefined; next = merged.get(draft)) draft = next
    into.set(draft, [...(into.get(draft) ?? []), other])
  }
  return into
}

/** Sets `only_run` of the differences, and returns what else must be written. */
export function statementChanges(batch: CompanyBatch, companies: readonly ResolvedGroup[]): StatementChanges {
  const onlyRuns: { id: string; run: number | null }[] = []
  const written: CompanyStatementTable[] = []
  const copied: { from: string; to: string }[] = []
  const into = mergedInto(batch)
  for (const { id, drafts, stored, difference } of companies) {
    const applied = drafts.flatMap((draft) => batch.applied.get(draft) ?? [])
    const own = into.size === 0 ? drafts : drafts.flatMap((draft) => [draft, ...(into.get(draft) ?? [])])
    const before = new Set(own.flatMap((draft) => batch.stored.get(draft) ?? []))
    const runs = new Set<number | null>(applied.map(({ run }) => run))
    for (const { state } of before) runs.add(state.row.only_run)
    const [first = null] = runs
    const isOrdered = own.some((draft) => batch.ambiguous.has(draft))
    const onlyRun = runs.size === 1 && !isOrdered ? first : SEVERAL_RUNS
    if (difference !== null) difference.row.only_run = onlyRun
    else if (stored !== null && stored.state.row.only_run !== onlyRun) onlyRuns.push({ id, run: onlyRun })
    if (onlyRun !== SEVERAL_RUNS) continue
    written.push(...applied.map((statement) => statementRow(id, statement)))
    for (const company of before) {
      const { id: from, only_run: run } = company.state.row
      if (run !== SEVERAL_RUNS) written.push(...statementsOfStored(company, id))
      else if (from !== id) copied.push({ from, to: id })
    }
  }
  return { onlyRuns, written, copied }
}
