import type { RowProblem } from '../../file/value-readers.ts'
import { asStored, type CompanyStatements, hasKey, qualifiedKey } from '../parse/sourced-facts.ts'
import { type FactsBefore, noteReplacedFacts } from './company-difference.ts'
import { applySourcedFacts, type CompanyDraft, newDraft, type StoredCompany } from './company-draft.ts'
import {
  addsKeyOrName,
  canMerge,
  conflicts,
  factsOfDraft,
  identityOfRow,
  isWithoutFullName,
  losesId,
  merge,
  otherNameKeys,
  rowConflicts,
  sharesName,
} from './entity-matching.ts'
import type { LoadedCompanies } from './loaded-companies.ts'
import { lookupKeys, type PendingRow, pendingRowOf } from './pending-row.ts'

export type LoadedBatch = {
  companies: LoadedCompanies
  /** The stored company of each stored draft. */
  stored: ReadonlyMap<CompanyDraft, StoredCompany>
  pending: readonly PendingRow[]
  /** Lookup keys of the rows that are contested since an earlier batch. */
  contested: ReadonlySet<string>
}

/** An import by its number; 0 for imports older than the numbers. `startedAt` in milliseconds. */
export type NumberedRun = { run: number; startedAt: number }

/** All rows that one import applied to a company, as one draft. */
export type RunDraft = { draft: CompanyDraft; content: string }

/** What an import stated, as it was applied to a draft. */
export type AppliedStatement = Omit<NumberedRun, 'startedAt'> & ({ row: CompanyStatements } | { of: RunDraft })

export type BatchOptions = NumberedRun & {
  isDemo: boolean
  /** Whether rows are applied that were applied before: one with a name only needs no name of its own. */
  isReplay?: boolean
  /** Whether changed facts are events (`company_event`). */
  writesEvents: boolean
  /** Whether exactly one row of the file has the name. Called for rows without any code or key. */
  isUniqueInFile(nameKey: string): boolean
}

/** The companies of one batch: stored companies and those that earlier rows of the batch created. */
export type CompanyBatch = {
  /** Applies the row's statements to its company, stores the row as pending, or returns why no company matches. */
  apply(row: CompanyStatements, from?: NumberedRun): 'applied' | 'pending' | RowProblem
  /** As `apply`, for all rows of an import. */
  applyDraft(of: RunDraft, from: NumberedRun): 'applied' | RowProblem
  /** Decides again which drafts are one company with this one. */
  regroup(draft: CompanyDraft): void
  /** What was applied to each draft. */
  applied: ReadonlyMap<CompanyDraft, readonly AppliedStatement[]>
  companies: LoadedCompanies
  /** The stored company of each stored draft. */
  stored: ReadonlyMap<CompanyDraft, StoredCompany>
  /** Drafts that rows of this batch are about, in the order of their first row. */
  touched: ReadonlySet<CompanyDraft>
  /** Touched or merged drafts that are new or got another code, key or name: their groups must be decided again. */
  regrouped: ReadonlySet<CompanyDraft>
  /** Drafts that were merged into another, with that other draft. */
  merged: ReadonlyMap<CompanyDraft, CompanyDraft>
  /** Drafts of which rows state a contested key: the order of the rows decided which of them a row with the key alone joined. */
  ambiguous: ReadonlySet<CompanyDraft>
  /**
   * Lookup keys that became contested: a registration number that several companies have or had, or a company beside another; or the
   * keys of a pending row that a company refused.
   */
  newlyContested: ReadonlySet<string>
  /** Facts of stored drafts that their own sources replaced. */
  replacedFacts: ReadonlyMap<CompanyDraft, FactsBefore>
  pending: PendingChanges
}

export type PendingChanges = { added: readonly PendingRow[]; applied: readonly PendingRow[] }

/** Whether the company of a code or number may be that of a source key. */
const mayBeOne = (draft: CompanyDraft, bySource: CompanyDraft) =>
  !conflicts(draft, bySource) && (sharesName(draft, bySource) || isWithoutFullName(bySource))

export function createBatch(
  { companies, stored, pending, contested }: LoadedBatch,
  options: BatchOptions,
): CompanyBatch {
  const isDemo = options.isDemo ? 1 : 0
  const touched = new Set<CompanyDraft>()
  const regrouped = new Set<CompanyDraft>()
  const merged = new Map<CompanyDraft, CompanyDraft>()
  const ambiguous = new Set<CompanyDraft>()
  const newlyContested = new Set<string>()
  const created = new Map<string, CompanyDraft>()
  const replacedFacts = new Map<CompanyDraft, FactsBefore>()
  const applied = new Map<CompanyDraft, AppliedStatement[]>()
  const added = new Set<PendingRow>()
  const appliedPending: PendingRow[] = []
  const storedDigests = new Set(pending.map(({ digest }) => digest))
  const waiting = new Set<PendingRow>()
  const pendingByKey = new Map<string, PendingRow[]>()
  for (const pendingRow of pending) wait(pendingRow)

  function wait(pendingRow: PendingRow) {
    waiting.add(pendingRow)
    for (const key of lookupKeys(pendingRow.row)) {
      const rowsOfKey = pendingByKey.get(key)
      if (rowsOfKey === undefined) pendingByKey.set(key, [pendingRow])
      else rowsOfKey.push(pendingRow)
    }
  }

  function noteApplied(draft: CompanyDraft, statements: readonly AppliedStatement[]) {
    const before = applied.get(draft)
    if (before === undefined) applied.set(draft, [...statements])
    else before.push(...statements)
  }

  function mergeInto(draft: CompanyDraft, other: CompanyDraft) {
    // After the merge one company has or had both numbers, whichever of them its newest statement leaves.
    contestNumbers([draft.row.registration_number, other.row.registration_number])
    merge(draft, other)
    noteApplied(draft, applied.get(other) ?? [])
    applied.delete(other)
    companies.drop(other)
    companies.add(draft)
    merged.set(other, draft)
    if (ambiguous.has(other)) ambiguous.add(draft)
    touched.delete(other)
    regrouped.delete(other)
    regrouped.add(draft)
  }

  function findByKeys(row: CompanyStatements): CompanyDraft | RowProblem | null {
    const byCode = companies.withCreditCode(row.creditCode)
    const bySource = companies.withKey(row.sourceKey)
    if (byCode !== undefined && bySource !== undefined && byCode !== bySource) {
      if (!mayBeOne(byCode, bySource)) return { field: 'creditCode', reason: '信用代码与来源编号指向两家不同的企业' }
      mergeInto(byCode, bySource)
    }
    const numbered = companies
      .withRegistrationNumber(row.registrationNumber)
      .filter(({ row: { credit_code: code } }) => code === null || row.creditCode === null || code === row.creditCode)
    // Where several codes share the number, a row without code is about the company without one.
    const withoutCode = row.creditCode === null ? numbered.find((draft) => draft.row.credit_code === null) : undefined
    const byNumber = numbered.length === 1 ? numbered[0] : withoutCode
    // The registration number belongs to the time before the credit code was assigned.
    if (byCode !== undefined && byNumber !== undefined && byNumber !== byCode) mergeInto(byCode, byNumber)
    if (byCode !== undefined) return byCode
    if (byNumber !== undefined && bySource !== undefined && byNumber !== bySource) {
      if (!mayBeOne(byNumber, bySource) || rowConflicts(row, bySource)) {
        return { field: 'registrationNumber', reason: '注册号与来源编号指向两家不同的企业' }
      }
      mergeInto(byNumber, bySource)
    }
    if (byNumber !== undefined) return byNumber
    if (bySource !== undefined && rowConflicts(row, bySource)) {
      return { field: 'creditCode', reason: '来源编号所指企业已有另一个代码' }
    }
    return bySource ?? null
  }

  function create(row: CompanyStatements, { startedAt }: NumberedRun): CompanyDraft | RowProblem {
    const identity = identityOfRow(row)
    const earlier = created.get(identity.id)
    const isFree = earlier === undefined ? !companies.ids.has(identity.id) : merged.has(earlier) || losesId(earlier)
    if (!isFree) return { field: null, reason: '代码曾属于另一家已收录的企业' }
    const draft = newDraft({ ...identity, is_demo: isDemo, created_at: startedAt })
    created.set(identity.id, draft)
    return draft
  }

  /** A row without any code or key matches by name only when both the file and the store have the name once. */
  function findByName(nameKey: string): CompanyDraft | RowProblem | null {
    if (nameKey === '') return { field: 'name', reason: '没有任何代码，名称里也没有文字' }
    if (!options.isUniqueInFile(nameKey)) return { field: 'name', reason: '没有任何代码，且文件中不止一行用此名称' }
    const namesakes = companies.named(isDemo, nameKey)
    const nameless = namesakes.find((draft) => draft.row.matched_by === 'name')
    if (nameless !== undefined || options.isReplay === true || canMerge(namesakes)) return nameless ?? null
    return { field: 'name', reason: '没有任何代码，且已收录多家同名企业' }
  }

  /** The one company without full name whose short name the row states beside a full name. */
  function findByShortName(row: CompanyStatements): CompanyDraft | null {
    const named = new Set(otherNameKeys(row).flatMap((key) => companies.named(isDemo, key)))
    const [only, another] = [...named].filter((draft) => isWithoutFullName(draft) && !rowConflicts(row, draft))
    return only === undefined || another !== undefined ? null : only
  }

  function identify(row: CompanyStatements, from: NumberedRun): CompanyDraft | RowProblem | PendingRow {
    const match = findByKeys(row)
    if (match !== null) return match
    const { nameKey } = row
    if (nameKey === null) {
      return pendingRowOf(row, from.run) ?? { field: 'name', reason: '没有企业名称，也没有任何代码' }
    }
    const named = hasKey(row) ? null : findByName(nameKey)
    const withoutFullName = () => (companies.named(isDemo, nameKey).length === 0 ? findByShortName(row) : null)
    return named ?? withoutFullName() ?? create(row, from)
  }

  function noteReplaced(draft: CompanyDraft, row: CompanyStatements) {
    const before: FactsBefore = replacedFacts.get(draft) ?? new Map()
    for (const statement of row.statements) noteReplacedFacts(before, draft, statement)
    if (before.size > 0) replacedFacts.set(draft, before)
  }

  const isContested = (key: string) => contested.has(key) || newlyContested.has(key)

  function contest(keys: readonly string[]) {
    for (const key of keys) if (!contested.has(key)) newlyContested.add(key)
  }

  /** Contests the numbers of one company when they differ. */
  function contestNumbers([a, b]: readonly [string | null, string | null]) {
    if (a === null || b === null || a === b) return
    contest([qualifiedKey('registrationNumber', a), qualifiedKey('registrationNumber', b)])
  }

  function noteContested(draft: CompanyDraft, row: CompanyStatements) {
    const { registrationNumber: stated } = row
    const others = companies.withRegistrationNumber(stated).filter((other) => other !== draft)
    for (const other of others) ambiguous.add(other)
    contestNumbers([stated, draft.row.registration_number])
    if (others.length > 0 && stated !== null) contest([qualifiedKey('registrationNumber', stated)])
    if (contested.size + newlyContested.size > 0 && lookupKeys(row).some(isContested)) ambiguous.add(draft)
  }

  function applyTo(draft: CompanyDraft, row: CompanyStatements) {
    noteContested(draft, row)
    const isRegrouped = !(touched.has(draft) || stored.has(draft)) || addsKeyOrName(row, draft)
    if (options.writesEvents && stored.has(draft)) noteReplaced(draft, row)
    for (const statement of row.statements) applySourcedFacts(draft, statement)
    if (row.sourceKey !== null) draft.keys.add(row.sourceKey)
    touched.add(draft)
    if (!isRegrouped) return
    regrouped.add(draft)
    companies.add(draft)
  }

  function applyPending(draft: CompanyDraft, row: CompanyStatements) {
    if (waiting.size === 0) return
    for (const key of lookupKeys(row)) {
      const rowsOfKey = pendingByKey.get(key) ?? []
      pendingByKey.delete(key)
      for (const pendingRow of rowsOfKey) {
        if (!waiting.delete(pendingRow)) continue
        // A row that waits again is added again.
        const wasAdded = added.delete(pendingRow)
        const outcome = apply(pendingRow.row, { run: pendingRow.run, startedAt: options.startedAt })
        if (outcome === 'applied' && storedDigests.has(pendingRow.digest)) appliedPending.push(pendingRow)
        if (typeof outcome === 'string') continue
        if (wasAdded) added.add(pendingRow)
        wait(pendingRow)
        contest([...lookupKeys(pendingRow.row), ...lookupKeys(row)])
        ambiguous.add(draft)
      }
    }
  }

  function apply(row: CompanyStatements, from: NumberedRun = options): 'applied' | 'pending' | RowProblem {
    const found = identify(row, from)
    if ('reason' in found) return found
    if ('digest' in found) {
      added.add(found)
      wait(found)
      return 'pending'
    }
    applyTo(found, row)
    noteApplied(found, [{ run: from.run, row }])
    applyPending(found, row)
    return 'applied'
  }

  function applyDraft(of: RunDraft, from: NumberedRun): 'applied' | RowProblem {
    const { row, keys, knownNames } = of.draft
    const statements = factsOfDraft(of.draft)
    let found: CompanyDraft | null = null
    for (const sourceKey of keys.size === 0 ? [null] : keys) {
      const { credit_code: creditCode, registration_number: registrationNumber, name_key: nameKey } = row
      const stated = { ...asStored, creditCode, registrationNumber, sourceKey, nameKey, statements }
      const one = identify(stated, from)
      if ('reason' in one) return one
      if ('digest' in one) continue
      applyTo(one, stated)
      applyPending(one, stated)
      found = one
    }
    if (found === null) return 'applied'
    for (const nameKey of knownNames) found.knownNames.add(nameKey)
    companies.add(found)
    noteApplied(found, [{ run: from.run, of }])
    return 'applied'
  }

  return {
    apply,
    applyDraft,
    regroup: (draft) => regrouped.add(draft),
    applied,
    companies,
    stored,
    touched,
    regrouped,
    merged,
    ambiguous,
    newlyContested,
    replacedFacts,
    get pending() {
      return { added: [...added], applied: appliedPending }
    },
  }
}
