import type { Industries } from '../../../domain/company/industries.ts'
import type { BulkSession } from '../../../platform/database/bulk-session.ts'
import type { LoadHiddenNumbersDeps } from '../../../records/hidden-numbers.ts'
import { SEVERAL_RUNS } from '../../file/import-run.ts'
import { type CompanyStatements, splitQualifiedKey } from '../parse/sourced-facts.ts'
import { type CompanyBatch, createBatch } from '../resolve/company-batch.ts'
import type { CompanyDraft, StoredCompany } from '../resolve/company-draft.ts'
import { createLoadedCompanies } from '../resolve/loaded-companies.ts'
import { lookupKeys, type PendingRow } from '../resolve/pending-row.ts'
import { type ResolvedBatch, resolveCompanies } from '../resolve/resolve-companies.ts'
import { placeOfRow, statementChanges, statementsOfStored } from '../resolve/statement-changes.ts'
import { lookupInStore } from './company-lookup.ts'
import {
  loadCompanyStatements,
  readStatement,
  type StoredStatement,
  saveCompanyStatements,
} from './company-statements.ts'
import { type CompanyReader, loadByIds, loadByKeys, loadByNames } from './company-store.ts'
import { loadContested, loadPendingRows, saveContested, savePendingRows } from './pending-rows.ts'
import { recordRestatements } from './row-fingerprints.ts'
import { formerIdTable, saveCompanies } from './save-companies.ts'

/** Companies that are decided together, and the statements of those that several imports stated. */
type RelatedCompanies = {
  companies: ReadonlyMap<string, StoredCompany>
  statements: ReadonlyMap<string, readonly StoredStatement[]>
}

type Wanted = { names: Set<string>; codes: Set<string>; numbers: Set<string>; keys: Set<string> }

const rowOfStatement = (
  statement: StoredStatement,
): Pick<CompanyStatements, 'creditCode' | 'registrationNumber' | 'nameKey'> & {
  keys: readonly string[]
  names: Iterable<string>
} => {
  if ('row' in statement) {
    const { row } = statement
    return {
      ...row,
      keys: row.sourceKey === null ? [] : [row.sourceKey],
      names: row.nameKey === null ? [] : [row.nameKey],
    }
  }
  const { row, keys, knownNames } = statement.of.draft
  return {
    creditCode: row.credit_code,
    registrationNumber: row.registration_number,
    nameKey: row.name_key,
    keys: [...keys],
    names: knownNames,
  }
}

/** What the statement can match: its codes, keys and names. */
function want(wanted: Wanted, statement: StoredStatement) {
  const { creditCode, registrationNumber, keys, names } = rowOfStatement(statement)
  if (creditCode !== null) wanted.codes.add(creditCode)
  if (registrationNumber !== null) wanted.numbers.add(registrationNumber)
  for (const key of keys) wanted.keys.add(splitQualifiedKey(key)[1])
  for (const name of names) if (name !== '') wanted.names.add(name)
}

/** The codes, numbers and keys of a company of one import. */
function wantKeys(wanted: Wanted, { row, keys }: CompanyDraft) {
  if (row.credit_code !== null) wanted.codes.add(row.credit_code)
  if (row.registration_number !== null) wanted.numbers.add(row.registration_number)
  for (const key of keys) wanted.keys.add(splitQualifiedKey(key)[1])
}

/** The companies, those that share a name with them, and those that one of the statements can match. */
async function loadRelatedCompanies(
  session: BulkSession,
  ids: readonly string[],
  added: readonly StoredStatement[],
): Promise<RelatedCompanies> {
  const from: CompanyReader = { reader: session, lookup: lookupInStore(session) }
  const companies = new Map<string, StoredCompany>()
  const statements = new Map<string, StoredStatement[]>()
  const wanted: Wanted = { names: new Set(), codes: new Set(), numbers: new Set(), keys: new Set() }
  const seen = new Set<string>()
  const take = (values: Set<string>, mark: string) => {
    const fresh = [...values].filter((value) => !seen.has(mark + value))
    for (const value of fresh) seen.add(mark + value)
    values.clear()
    return fresh
  }
  for (const statement of added) want(wanted, statement)
  for (let found = await loadByIds(from, ids); ; ) {
    const fresh = found.filter(({ state }) => !companies.has(state.row.id))
    for (const company of fresh) {
      companies.set(company.state.row.id, company)
      for (const name of company.state.knownNames) wanted.names.add(name)
    }
    for (const { state, drafts } of fresh) {
      if (state.row.only_run !== SEVERAL_RUNS) for (const draft of drafts) wantKeys(wanted, draft)
    }
    const several = fresh.filter(({ state }) => state.row.only_run === SEVERAL_RUNS).map(({ state }) => state.row)
    const isDemo = new Map(several.map((row) => [row.id, row.is_demo]))
    for (const row of await loadCompanyStatements(session, [...isDemo.keys()])) {
      const statement = readStatement(row, isDemo.get(row.company_id) ?? 0)
      statements.set(row.company_id, [...(statements.get(row.company_id) ?? []), statement])
      want(wanted, statement)
    }
    const [names, codes, numbers] = [take(wanted.names, 'n'), take(wanted.codes, 'c'), take(wanted.numbers, 'r')]
    const keys = take(wanted.keys, 'k')
    if (names.length + codes.length + numbers.length + keys.length === 0) return { companies, statements }
    found = [
      ...(await loadByKeys(from, { creditCodes: codes, registrationNumbers: numbers, sourceKeys: keys })),
      ...(await loadByNames(from, names, new Set(companies.keys()))),
    ]
  }
}

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
