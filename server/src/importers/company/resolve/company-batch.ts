import type { BulkSession } from '../../../platform/database/bulk-session.ts'
import type { RowProblem } from '../../file/value-readers.ts'
import type { CompanyStatements } from '../parse/statements.ts'
import { loadByKeys, loadByNames, type StoredCompany, takenIds } from '../store/company-store.ts'
import { hasKey, loadPendingRows, lookupKeys, type PendingRow, pendingRowOf } from '../store/pending-rows.ts'
import { applyStatement, type CompanyDraft, newDraft } from './company-draft.ts'
import { keyOfSlot } from './company-state.ts'
import { canMerge, conflicts, merge, recognitionOfRow } from './entity-matching.ts'
import { createLoadedCompanies, type LoadedCompanies } from './loaded-companies.ts'

export type BatchNeeds = {
  session: BulkSession
  isDemo: boolean
  startedAt: number
  /** Whether the file holds the name in one row only; asked for rows without any code or key. */
  isUniqueInFile(nameKey: string): boolean
}

/** Companies of the rows at hand: those stored already and those the rows before have made. */
export type CompanyBatch = {
  /** Puts the row's statements into its company, sets it aside, or says why its company cannot be told. */
  take(row: CompanyStatements): 'taken' | 'waiting' | RowProblem
  companies: LoadedCompanies
  /** The company of each draft that the store has. */
  homes: ReadonlyMap<CompanyDraft, StoredCompany>
  /** Drafts that rows of this batch spoke of, in the order of their first row. */
  touched: ReadonlySet<CompanyDraft>
  /** Those of them that are new or have got another code, key or name. */
  regrouped: ReadonlySet<CompanyDraft>
  /** Drafts that have become part of another, and which. */
  merged: ReadonlyMap<CompanyDraft, CompanyDraft>
  waiting: { added: readonly PendingRow[]; taken: readonly PendingRow[] }
}

const present = (values: (string | null)[]) => values.filter((value) => value !== null)

/** Loads all that the rows, and the rows that wait for them, may speak of. */
async function load(rows: readonly CompanyStatements[], { session, isDemo }: BatchNeeds) {
  const companies = createLoadedCompanies()
  const homes = new Map<CompanyDraft, StoredCompany>()
  const loaded = new Set<string>()
  const add = (stored: readonly StoredCompany[]) => {
    for (const company of stored) {
      loaded.add(company.state.row.id)
      for (const draft of company.drafts) {
        homes.set(draft, company)
        companies.add(draft)
      }
    }
  }

  const waiting = await loadPendingRows(session, rows)
  const all = waiting.length === 0 ? rows : [...rows, ...waiting.map(({ row }) => row)]
  add(
    await loadByKeys(session, {
      creditCodes: present(all.map((row) => row.creditCode)),
      registrationNumbers: present(all.map((row) => row.registrationNumber)),
      sourceKeys: present(all.map((row) => row.keySlot)).map((slot) => keyOfSlot(slot)[1]),
    }),
  )

  // A company that is new, or gets a code or name, may be one with any that ever had one of its names.
  const asked = new Set<string>()
  let names = new Set<string>()
  const ask = (nameKey: string) => {
    if (nameKey !== '' && !asked.has(nameKey)) names.add(nameKey)
  }
  for (const row of all) {
    const known = knownBy(row, companies)
    if (known.length === 1 && known.every((draft) => !bringsNews(row, draft))) continue
    if (row.nameKey !== null) ask(row.nameKey)
    for (const draft of known) for (const nameKey of draft.knownNames) ask(nameKey)
  }
  const flag = isDemo ? 1 : 0
  while (names.size > 0) {
    const wanted = [...names]
    for (const nameKey of wanted) asked.add(nameKey)
    names = new Set()
    add(await loadByNames(session, wanted, loaded))
    for (const nameKey of wanted) {
      for (const draft of companies.named(flag, nameKey)) for (const other of draft.knownNames) ask(other)
    }
  }
  const newcomers = all.filter(
    (row) => row.creditCode === null && row.nameKey !== null && knownBy(row, companies).length === 0,
  )
  const ids = newcomers.map((row) => recognitionOfRow(row).id)
  for (const id of await takenIds(session, ids)) companies.ids.add(id)
  return { companies, homes, waiting }
}

function knownBy(row: CompanyStatements, companies: LoadedCompanies): CompanyDraft[] {
  const found = new Set(companies.withRegistrationNumber(row.registrationNumber))
  for (const draft of [companies.withCreditCode(row.creditCode), companies.withKey(row.keySlot)]) {
    if (draft !== undefined) found.add(draft)
  }
  return [...found]
}

/** Whether the row tells a code, key or name that its company is not known by. */
function bringsNews({ creditCode, registrationNumber, keySlot, nameKey }: CompanyStatements, draft: CompanyDraft) {
  const { row, keys, knownNames } = draft
  if (nameKey !== null && nameKey !== '' && !knownNames.has(nameKey)) return true
  if (creditCode !== null && creditCode !== row.credit_code) return true
  if (registrationNumber !== null && registrationNumber !== row.registration_number) return true
  return keySlot !== null && !keys.has(keySlot)
}

/** Whether a code of the row is not that of the company which has its source's key. */
const speaksAgainst = ({ creditCode, registrationNumber }: CompanyStatements, { row }: CompanyDraft) =>
  (creditCode !== null && row.credit_code !== null && row.credit_code !== creditCode) ||
  (registrationNumber !== null && row.registration_number !== null && row.registration_number !== registrationNumber)

const sharesName = (a: CompanyDraft, b: CompanyDraft) => [...a.knownNames].some((nameKey) => b.knownNames.has(nameKey))

export async function openBatch(rows: readonly CompanyStatements[], needs: BatchNeeds): Promise<CompanyBatch> {
  const { companies, homes, waiting } = await load(rows, needs)
  const isDemo = needs.isDemo ? 1 : 0
  const touched = new Set<CompanyDraft>()
  const regrouped = new Set<CompanyDraft>()
  const merged = new Map<CompanyDraft, CompanyDraft>()
  const added = new Set<PendingRow>()
  const taken: PendingRow[] = []
  const waitingBySlot = Map.groupBy(waiting, ({ slot }) => slot)

  function become(draft: CompanyDraft, other: CompanyDraft) {
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
    const bySource = companies.withKey(row.keySlot)
    if (byCode !== undefined && bySource !== undefined && byCode !== bySource) {
      if (conflicts(byCode, bySource) || !sharesName(byCode, bySource)) {
        return { field: 'creditCode', reason: '信用代码与来源编号指向两家不同的企业' }
      }
      become(byCode, bySource)
    }
    const [only, another] = companies
      .withRegistrationNumber(row.registrationNumber)
      .filter(({ row: { credit_code: code } }) => code === null || row.creditCode === null || code === row.creditCode)
    // The number a company had before it got its code.
    if (byCode !== undefined && only !== undefined && another === undefined && only !== byCode) become(byCode, only)
    if (byCode !== undefined) return byCode
    if (only !== undefined && another === undefined) return only
    if (bySource !== undefined && speaksAgainst(row, bySource)) {
      return { field: 'creditCode', reason: '来源编号所指企业已有另一个代码' }
    }
    return bySource ?? null
  }

  function create(row: CompanyStatements): CompanyDraft | RowProblem {
    const recognition = recognitionOfRow(row)
    if (companies.ids.has(recognition.id)) return { field: null, reason: '代码曾属于另一家已收录的企业' }
    return newDraft({ ...recognition, is_demo: isDemo, created_at: needs.startedAt })
  }

  /** A row without any code speaks of the one company of its name, if there is only one on both sides. */
  function findByName(nameKey: string): CompanyDraft | RowProblem | null {
    if (nameKey === '') return { field: 'name', reason: '没有任何代码，名称里也没有文字' }
    if (!needs.isUniqueInFile(nameKey)) return { field: 'name', reason: '没有任何代码，且文件中不止一行用此名称' }
    const namesakes = companies.named(isDemo, nameKey)
    const nameless = namesakes.find((draft) => draft.row.matched_by === 'name')
    if (nameless !== undefined || canMerge(namesakes)) return nameless ?? null
    return { field: 'name', reason: '没有任何代码，且已收录多家同名企业' }
  }

  function identify(row: CompanyStatements): CompanyDraft | RowProblem | PendingRow {
    const mapKeys = findByKeys(row)
    if (mapKeys !== null) return mapKeys
    if (row.nameKey === null) return pendingRowOf(row) ?? { field: 'name', reason: '没有企业名称，也没有任何代码' }
    return (hasKey(row) ? null : findByName(row.nameKey)) ?? create(row)
  }

  function put(row: CompanyStatements, draft: CompanyDraft) {
    const isNews = !(touched.has(draft) || homes.has(draft)) || bringsNews(row, draft)
    for (const statement of row.statements) applyStatement(draft, statement)
    if (row.keySlot !== null) draft.keys.add(row.keySlot)
    touched.add(draft)
    if (!isNews) return
    regrouped.add(draft)
    companies.add(draft)
  }

  function takeWaiting(row: CompanyStatements) {
    if (waitingBySlot.size === 0) return
    for (const slot of lookupKeys(row)) {
      const rowsOfSlot = waitingBySlot.get(slot) ?? []
      waitingBySlot.delete(slot)
      for (const waitingRow of rowsOfSlot) {
        const answer = take(waitingRow.row)
        if (answer === 'taken' && !added.delete(waitingRow)) taken.push(waitingRow)
      }
    }
  }

  function take(row: CompanyStatements): 'taken' | 'waiting' | RowProblem {
    const answer = identify(row)
    if ('reason' in answer) return answer
    if ('slot' in answer) {
      added.add(answer)
      waitingBySlot.set(answer.slot, [...(waitingBySlot.get(answer.slot) ?? []), answer])
      return 'waiting'
    }
    put(row, answer)
    takeWaiting(row)
    return 'taken'
  }

  return {
    take,
    companies,
    homes,
    touched,
    regrouped,
    merged,
    get waiting() {
      return { added: [...added], taken }
    },
  }
}
