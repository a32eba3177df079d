import type { RowProblem } from '../../file/value-readers.ts'
import { type CompanyStatements, hasKey } from '../parse/sourced-facts.ts'
import { applySourcedFacts, type CompanyDraft, newDraft } from './company-draft.ts'
import { canMerge, conflicts, identityOfRow, merge } from './entity-matching.ts'
import { type FactsBefore, noteReplacedFacts } from './fact-changes.ts'
import type { LoadedCompanies } from './loaded-companies.ts'
import { lookupKeys, type PendingRow, pendingRowOf } from './pending-row.ts'
import { addsKeyOrName, isWithoutFullName, otherNameKeys, rowConflicts, sharesName } from './row-matching.ts'
import type { StoredCompany } from './stored-company.ts'

export type LoadedBatch = {
  companies: LoadedCompanies
  /** The stored company of each stored draft. */
  stored: ReadonlyMap<CompanyDraft, StoredCompany>
  pending: readonly PendingRow[]
}

export type BatchOptions = {
  isDemo: boolean
  startedAt: number
  /** Whether changed facts are events (`company_event`). */
  writesEvents: boolean
  /** Whether exactly one row of the file has the name. Called for rows without any code or key. */
  isUniqueInFile(nameKey: string): boolean
}

/** The companies of one batch: stored companies and those that earlier rows of the batch created. */
export type CompanyBatch = {
  /** Applies the row's statements to its company, stores the row as pending, or returns why no company matches. */
  apply(row: CompanyStatements): 'applied' | 'pending' | RowProblem
  companies: LoadedCompanies
  /** The stored company of each stored draft. */
  stored: ReadonlyMap<CompanyDraft, StoredCompany>
  /** Drafts that rows of this batch are about, in the order of their first row. */
  touched: ReadonlySet<CompanyDraft>
  /** Touched or merged drafts that are new or got another code, key or name: their groups must be decided again. */
  regrouped: ReadonlySet<CompanyDraft>
  /** Drafts that were merged into another, with that other draft. */
  merged: ReadonlyMap<CompanyDraft, CompanyDraft>
  /** Facts of stored drafts that their own sources replaced. */
  replacedFacts: ReadonlyMap<CompanyDraft, FactsBefore>
  pending: PendingChanges
}

export type PendingChanges = { added: readonly PendingRow[]; applied: readonly PendingRow[] }

export function createBatch({ companies, stored, pending }: LoadedBatch, options: BatchOptions): CompanyBatch {
  const isDemo = options.isDemo ? 1 : 0
  const touched = new Set<CompanyDraft>()
  const regrouped = new Set<CompanyDraft>()
  const merged = new Map<CompanyDraft, CompanyDraft>()
  const replacedFacts = new Map<CompanyDraft, FactsBefore>()
  const added = new Set<PendingRow>()
  const applied: PendingRow[] = []
  const pendingByKey = Map.groupBy(pending, ({ lookupKey }) => lookupKey)

  function mergeInto(draft: CompanyDraft, other: CompanyDraft) {
    merge(draft, other)
    companies.drop(other)
    companies.add(draft)
    merged.set(other, draft)
    touched.delete(other)
    regrouped.delete(other)
    regrouped.add(draft)
  }

  function findByKeys(row: CompanyStatements): CompanyDraft | RowProblem | null {
    const byCode = companies.withCreditCode(row.creditCode)
    const bySource = companies.withKey(row.sourceKey)
    if (byCode !== undefined && bySource !== undefined && byCode !== bySource) {
      const mayBeOne = sharesName(byCode, bySource) || isWithoutFullName(bySource)
      if (conflicts(byCode, bySource) || !mayBeOne) {
        return { field: 'creditCode', reason: '信用代码与来源编号指向两家不同的企业' }
      }
      mergeInto(byCode, bySource)
    }
    const [only, another] = companies
      .withRegistrationNumber(row.registrationNumber)
      .filter(({ row: { credit_code: code } }) => code === null || row.creditCode === null || code === row.creditCode)
    // The registration number belongs to the time before the credit code was assigned.
    if (byCode !== undefined && only !== undefined && another === undefined && only !== byCode) mergeInto(byCode, only)
    if (byCode !== undefined) return byCode
    if (only !== undefined && another === undefined) return only
    if (bySource !== undefined && rowConflicts(row, bySource)) {
      return { field: 'creditCode', reason: '来源编号所指企业已有另一个代码' }
    }
    return bySource ?? null
  }

  function create(row: CompanyStatements): CompanyDraft | RowProblem {
    const identity = identityOfRow(row)
    if (companies.ids.has(identity.id)) return { field: null, reason: '代码曾属于另一家已收录的企业' }
    return newDraft({ ...identity, is_demo: isDemo, created_at: options.startedAt })
  }

  /** A row without any code or key matches by name only when both the file and the store have the name once. */
  function findByName(nameKey: string): CompanyDraft | RowProblem | null {
    if (nameKey === '') return { field: 'name', reason: '没有任何代码，名称里也没有文字' }
    if (!options.isUniqueInFile(nameKey)) return { field: 'name', reason: '没有任何代码，且文件中不止一行用此名称' }
    const namesakes = companies.named(isDemo, nameKey)
    const nameless = namesakes.find((draft) => draft.row.matched_by === 'name')
    if (nameless !== undefined || canMerge(namesakes)) return nameless ?? null
    return { field: 'name', reason: '没有任何代码，且已收录多家同名企业' }
  }

  /** The one company without full name whose short name the row states beside a full name. */
  function findByShortName(row: CompanyStatements): CompanyDraft | null {
    const named = new Set(otherNameKeys(row).flatMap((key) => companies.named(isDemo, key)))
    const [only, another] = [...named].filter((draft) => isWithoutFullName(draft) && !rowConflicts(row, draft))
    return only === undefined || another !== undefined ? null : only
  }

  function identify(row: CompanyStatements): CompanyDraft | RowProblem | PendingRow {
    const match = findByKeys(row)
    if (match !== null) return match
    if (row.nameKey === null) return pendingRowOf(row) ?? { field: 'name', reason: '没有企业名称，也没有任何代码' }
    const named = hasKey(row) ? null : findByName(row.nameKey)
    return named ?? (companies.named(isDemo, row.nameKey).length === 0 ? findByShortName(row) : null) ?? create(row)
  }

  function noteReplaced(draft: CompanyDraft, row: CompanyStatements) {
    const before: FactsBefore = replacedFacts.get(draft) ?? new Map()
    for (const statement of row.statements) noteReplacedFacts(before, draft, statement)
    if (before.size > 0) replacedFacts.set(draft, before)
  }

  function applyTo(draft: CompanyDraft, row: CompanyStatements) {
    const isRegrouped = !(touched.has(draft) || stored.has(draft)) || addsKeyOrName(row, draft)
    if (options.writesEvents && stored.has(draft)) noteReplaced(draft, row)
    for (const statement of row.statements) applySourcedFacts(draft, statement)
    if (row.sourceKey !== null) draft.keys.add(row.sourceKey)
    touched.add(draft)
    if (!isRegrouped) return
    regrouped.add(draft)
    companies.add(draft)
  }

  function applyPending(row: CompanyStatements) {
    if (pendingByKey.size === 0) return
    for (const key of lookupKeys(row)) {
      const rowsOfKey = pendingByKey.get(key) ?? []
      pendingByKey.delete(key)
      for (const pendingRow of rowsOfKey) {
        const outcome = apply(pendingRow.row)
        if (outcome === 'applied' && !added.delete(pendingRow)) applied.push(pendingRow)
      }
    }
  }

  function apply(row: CompanyStatements): 'applied' | 'pending' | RowProblem {
    const found = identify(row)
    if ('reason' in found) return found
    if ('lookupKey' in found) {
      added.add(found)
      pendingByKey.set(found.lookupKey, [...(pendingByKey.get(found.lookupKey) ?? []), found])
      return 'pending'
    }
    applyTo(found, row)
    applyPending(row)
    return 'applied'
  }

  return {
    apply,
    companies,
    stored,
    touched,
    regrouped,
    merged,
    replacedFacts,
    get pending() {
      return { added: [...added], applied }
    },
  }
}
