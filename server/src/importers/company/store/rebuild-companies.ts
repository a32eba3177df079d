import type { Industries } from '../../../domain/company/industries.ts'
import type { LoadHiddenNumbersDeps } from '../../file/load-hidden.ts'
import { type CompanyBatch, createBatch } from '../resolve/company-batch.ts'
import type { CompanyDraft, StoredCompany } from '../resolve/company-draft.ts'
import { createLoadedCompanies } from '../resolve/loaded-companies.ts'
import { lookupKeys, type PendingRow } from '../resolve/pending-row.ts'
import { type ResolvedBatch, resolveCompanies } from '../resolve/resolve-companies.ts'
import { placeOfRow, statementChanges, statementsOfStored } from '../resolve/statement-changes.ts'
import { readStatement, type StoredStatement, saveCompanyStatements } from './company-statements.ts'
import { loadContested, loadPendingRows, saveContested, savePendingRows } from './pending-rows.ts'
import { loadRelatedCompanies, type RelatedCompanies, rowOfStatement } from './related-companies.ts'
import { recordRestatements } from './row-fingerprints.ts'
import { formerIdTable, saveCompanies } from './save-companies.ts'

export type RebuildDeps = LoadHiddenNumbersDeps & {
  industries: Industries
  /** When each import started; 0 for one that is unknown. */
  startedAtOf: (run: number) => number
  at: number
}

export type RebuildRequest = {
  ids: readonly string[]
  /** Whether the statement remains. A pending row has no company. */
  keeps: (statement: StoredStatement) => boolean
  /** Statements of companies that are not stored. */
  added?: readonly StoredStatement[]
  isDemo: boolean
}

type Applied = { batch: CompanyBatch; dropped: ReadonlySet<StoredStatement> }

const inOrder = (a: StoredStatement, b: StoredStatement) => a.run - b.run || (a.place < b.place ? -1 : 1)

function keysOfStatement(statement: StoredStatement) {
  const { creditCode, registrationNumber, keys } = rowOfStatement(statement)
  return [null, ...keys].flatMap((sourceKey) => lookupKeys({ creditCode, registrationNumber, sourceKey }))
}

/** Applies the statements again, in the order of their imports, beside the other companies as they are. */
async function applyAgain(
  { session, startedAtOf }: RebuildDeps,
  { isDemo }: RebuildRequest,
  others: readonly StoredCompany[],
  statements: readonly StoredStatement[],
): Promise<Applied> {
  const companies = createLoadedCompanies()
  const stored = new Map<CompanyDraft, StoredCompany>()
  for (const company of others) {
    for (const draft of company.drafts) {
      stored.set(draft, company)
      companies.add(draft)
    }
  }
  const batch = createBatch(
    { companies, stored, pending: [], contested: await loadContested(session, statements.flatMap(keysOfStatement)) },
    { run: 0, startedAt: 0, isDemo, writesEvents: false, isReplay: true, isUniqueInFile: () => true },
  )
  for (const draft of stored.keys()) batch.regroup(draft)
  const dropped = new Set<StoredStatement>()
  for (const statement of statements) {
    const { run } = statement
    const outcome =
      'row' in statement
        ? batch.apply(statement.row, { run, startedAt: startedAtOf(run) })
        : batch.applyDraft(statement.of, { run, startedAt: statement.createdAt })
    if (typeof outcome !== 'string') dropped.add(statement)
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
function distinctStatements(statements: readonly StoredStatement[]): Map<string, StoredStatement> {
  const byPlace = new Map<string, StoredStatement>()
  for (const one of statements) {
    const companyIds = [...(byPlace.get(placeOf(one))?.companyIds ?? []), ...one.companyIds]
    byPlace.set(placeOf(one), { ...one, companyIds })
  }
  return byPlace
}

const placeOf = ({ run, place }: StoredStatement) => `${run} ${place}`

/** The statements of a company of one import, which its rows are. */
const ownStatements = (company: StoredCompany): StoredStatement[] =>
  statementsOfStored(company, company.state.row.id).map((row) => readStatement(row, company.state.row.is_demo))

/**
 * The related companies with the statements that remain: all of them are built again, since the order of the imports decides which
 * of two companies with one number a row joins. A demonstration company and a real one never match.
 */
function divide({ companies, statements }: RelatedCompanies, { isDemo, keeps, added = [] }: RebuildRequest) {
  const affected = new Map<string, readonly StoredStatement[]>()
  const rebuilt = new Map<string, StoredCompany>()
  const others: StoredCompany[] = []
  for (const [id, company] of companies) {
    if ((company.state.row.is_demo === 1) !== isDemo) {
      others.push(company)
      continue
    }
    const own = statements.get(id) ?? ownStatements(company)
    rebuilt.set(id, company)
    affected.set(id, own.filter(keeps).toSorted(inOrder))
  }
  const remaining = distinctStatements([...[...affected.values()].flat(), ...added])
  for (const [id, own] of affected)
    affected.set(
      id,
      own.flatMap((one) => remaining.get(placeOf(one)) ?? []),
    )
  return { affected, rebuilt, others, remaining: [...remaining.values()].toSorted(inOrder) }
}

/** Keys under which rows may be pending because several of the companies have them: without one of these, a row may match. */
const keysOf = ({ drafts }: StoredCompany) =>
  drafts.flatMap(({ row, keys }) =>
    [null, ...keys].flatMap((sourceKey) =>
      lookupKeys({ creditCode: row.credit_code, registrationNumber: row.registration_number, sourceKey }),
    ),
  )

const pendingStatement = ({ row, run }: PendingRow): StoredStatement => ({
  companyIds: [],
  run,
  place: placeOfRow(row),
  row,
})

/**
 * Builds companies again from those statements that remain, within a transaction: the same companies as if the others had
 * never been imported. Returns the number of statements that no company matches any more.
 */
export async function rebuildCompanies(deps: RebuildDeps, request: RebuildRequest): Promise<number> {
  const { session, industries, at } = deps
  const related = await loadRelatedCompanies(session, request.ids, request.added ?? [])
  const { affected, rebuilt, others, remaining } = divide(related, request)
  const pending = (await loadPendingRows(session, [...related.companies.values()].flatMap(keysOf)))
    .map((row) => ({ row, statement: pendingStatement(row) }))
    .filter(({ statement }) => request.keeps(statement))
  const statements = [...remaining, ...pending.map(({ statement }) => statement)].toSorted(inOrder)
  const { batch, dropped } = await applyAgain(deps, request, others, statements)
  const resolved = resolveCompanies(batch, industries, at, rebuilt)
  const changes = statementChanges(batch, resolved.companies)
  const successors = successorsOf({ batch, resolved }, affected)

  for (const id of affected.keys()) await session.execute('delete from company_statement where company_id = ?', [id])
  await saveRebuilt(deps, resolved, successors)
  const stillPending = new Set(batch.pending.added.map(({ digest }) => digest))
  const applied = pending.filter(({ row, statement }) => !stillPending.has(row.digest) && !dropped.has(statement))
  await savePendingRows(session, { added: batch.pending.added, applied: applied.map(({ row }) => row) })
  await saveContested(session, batch.newlyContested)
  await saveCompanyStatements(deps, changes, [...resolved.replaced, ...successors.moved])
  await recordRestatements(session, resolved.restatedSources)
  return remaining.filter((statement) => dropped.has(statement)).length
}

async function saveRebuilt(
  deps: RebuildDeps,
  resolved: ResolvedBatch,
  { moved, removed, current }: ReturnType<typeof successorsOf>,
) {
  const { session, at } = deps
  const replaced = [...resolved.replaced, ...moved]
  const revivedIds = [...resolved.revivedIds, ...current]
  await saveCompanies(deps, { differences: resolved.differences, replaced, revivedIds, removed }, at)
  for (const id of removed) await session.execute('delete from company_former_id where company_id = ?', [id])
  // The id of a wrong statement leads nowhere.
  await session.remove(
    formerIdTable,
    moved.map(({ id }) => ({ id })),
  )
}
