import type { Industries } from '../../../domain/company/industries.ts'
import { withoutSuppressedRepresentative } from '../../../records/hidden-representatives.ts'
import { loadSuppressions } from '../../file/load-suppressions.ts'
import { type CompanyBatch, createBatch } from '../resolve/company-batch.ts'
import type { CompanyDraft } from '../resolve/company-draft.ts'
import { createLoadedCompanies } from '../resolve/loaded-companies.ts'
import { type ResolvedBatch, resolveCompanies } from '../resolve/resolve-companies.ts'
import { statementChanges } from '../resolve/statement-changes.ts'
import type { StoredCompany } from '../resolve/stored-company.ts'
import { type StoredStatement, saveCompanyStatements } from './company-statements.ts'
import { changeTable, companyTable, formerIdTable } from './company-tables.ts'
import { type OwnContactDeps, saveOwnContacts } from './own-contacts.ts'
import { savePendingRows } from './pending-rows.ts'
import { loadRelatedCompanies } from './related-companies.ts'
import { recordRestatements } from './row-fingerprints.ts'
import { saveCompanies } from './save-companies.ts'

export type RebuildDeps = OwnContactDeps & {
  industries: Industries
  /** When each import started; 0 for one that is unknown. */
  startedAtOf: (run: number) => number
  at: number
}

export type RebuildRequest = {
  ids: readonly string[]
  /** Whether the company is built again without some of its statements. */
  isAffected: (company: StoredCompany, statements: readonly StoredStatement[]) => boolean
  keeps: (statement: StoredStatement) => boolean
  /** Statements of companies that are not stored. */
  added?: readonly StoredStatement[]
  isDemo: boolean
}

type Applied = { batch: CompanyBatch; dropped: number }

const inOrder = (a: StoredStatement, b: StoredStatement) => a.run - b.run || (a.place < b.place ? -1 : 1)

/** Applies the statements again, in the order of their imports, beside the other companies as they are. */
function applyAgain(
  { startedAtOf }: RebuildDeps,
  { isDemo }: RebuildRequest,
  others: readonly StoredCompany[],
  statements: readonly StoredStatement[],
): Applied {
  const companies = createLoadedCompanies()
  const stored = new Map<CompanyDraft, StoredCompany>()
  for (const company of others) {
    for (const draft of company.drafts) {
      stored.set(draft, company)
      companies.add(draft)
    }
  }
  const batch = createBatch(
    { companies, stored, pending: [] },
    { run: 0, startedAt: 0, isDemo, writesEvents: false, isReplay: true, isUniqueInFile: () => true },
  )
  for (const draft of stored.keys()) batch.regroup(draft)
  let dropped = 0
  for (const statement of statements) {
    const { run } = statement
    const outcome =
      'row' in statement
        ? batch.apply(statement.row, { run, startedAt: startedAtOf(run) })
        : batch.applyDraft(statement.of, { run, startedAt: statement.createdAt })
    if (typeof outcome !== 'string') dropped += 1
  }
  return { batch, dropped }
}

/** The company that has the first statement of each affected company; none: the company disappears. */
function successorsOf(
  { batch, resolved }: { batch: CompanyBatch; resolved: ResolvedBatch },
  affected: ReadonlyMap<string, readonly StoredStatement[]>,
) {
  const idOf = new Map<object, string>()
  for (const { id, drafts } of resolved.companies) {
    for (const statement of drafts.flatMap((draft) => batch.applied.get(draft) ?? [])) {
      idOf.set('row' in statement ? statement.row : statement.of, id)
    }
  }
  const moved: { id: string; replacedBy: string }[] = []
  const removed: string[] = []
  const current = new Set(resolved.companies.map(({ id }) => id))
  for (const [id, statements] of affected) {
    if (current.has(id)) continue
    const [replacedBy] = statements.flatMap((one) => idOf.get('row' in one ? one.row : one.of) ?? [])
    if (replacedBy === undefined) removed.push(id)
    else moved.push({ id, replacedBy })
  }
  return { moved, removed, current }
}

/** Each statement once: a company that was split has copies of the statements of the other. */
function distinctStatements(statements: readonly StoredStatement[]): StoredStatement[] {
  const byPlace = new Map(statements.map((one) => [`${one.run} ${one.place}`, one]))
  return [...byPlace.values()].toSorted(inOrder)
}

/**
 * Builds companies again from those statements that remain, within a transaction: the same companies as if the others had
 * never been imported. Returns the number of statements that no company matches any more.
 */
export async function rebuildCompanies(deps: RebuildDeps, request: RebuildRequest): Promise<number> {
  const { session, industries, at } = deps
  const related = await loadRelatedCompanies(session, request.ids, request.added ?? [])
  const affected = new Map<string, StoredStatement[]>()
  const others: StoredCompany[] = []
  for (const [id, company] of related.companies) {
    const statements = related.statements.get(id) ?? []
    if (request.isAffected(company, statements)) affected.set(id, statements.filter(request.keeps).toSorted(inOrder))
    else others.push(company)
  }
  const replayed = distinctStatements([...affected.values(), request.added ?? []].flat())
  // Copies of one statement are one object, so that each finds its company.
  const same = new Map(replayed.map((one) => [`${one.run} ${one.place}`, one]))
  for (const [id, own] of affected)
    affected.set(
      id,
      own.map((one) => same.get(`${one.run} ${one.place}`) ?? one),
    )

  const { batch, dropped } = applyAgain(deps, request, others, replayed)
  const known = new Map([...affected.keys()].flatMap((id) => entryOf(related.companies, id)))
  const resolved = resolveCompanies(batch, industries, at, known)
  const changes = statementChanges(batch, resolved.companies)
  const { moved, removed, current } = successorsOf({ batch, resolved }, affected)

  const suppressions = await loadSuppressions(deps)
  const differences = resolved.differences.map((difference) => ({
    ...difference,
    row: withoutSuppressedRepresentative(difference.row, suppressions),
  }))
  const gone = [...affected.keys()]
  for (const id of gone) await session.execute('delete from company_statement where company_id = ?', [id])
  await session.remove(
    companyTable,
    removed.map((id) => ({ id })),
  )
  for (const id of removed) await session.execute('delete from company_former_id where company_id = ?', [id])
  await session.write(
    changeTable,
    removed.map((company_id) => ({ company_id, at })),
  )
  const replaced = [...resolved.replaced, ...moved]
  await saveCompanies(session, { differences, replaced, revivedIds: [...resolved.revivedIds, ...current] }, at)
  // The id of a wrong statement leads nowhere.
  await session.remove(
    formerIdTable,
    moved.map(({ id }) => ({ id })),
  )
  await saveOwnContacts(deps, resolved.differences)
  await savePendingRows(session, batch.pending)
  await saveCompanyStatements(session, changes, replaced)
  await recordRestatements(session, resolved.restatedSources)
  return dropped
}

const entryOf = <Value>(map: ReadonlyMap<string, Value>, key: string): [string, Value][] => {
  const value = map.get(key)
  return value === undefined ? [] : [[key, value]]
}
