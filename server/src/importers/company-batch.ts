import { companyIdFrom } from '../domain/company-id.ts'
import { nameKey } from '../domain/company-name.ts'
import type { BulkSession } from '../platform/database/bulk-session.ts'
import type { CompanyTable } from '../platform/database/tables/company.ts'
import { applyStatement, type CompanyDraft, keySlot, newDraft } from './company-draft.ts'
import type { RowProblem } from './company-row.ts'
import { loadByKeys, loadByNames, takenIds } from './company-store.ts'
import type { CompanyStatements } from './statements.ts'

export type BatchNeeds = {
  session: BulkSession
  /** Whose keys the rows carry. */
  keyScheme: string
  isDemo: boolean
  startedAt: number
  /** Whether the file holds the name in one row only. */
  isUniqueInFile(nameKey: string): Promise<boolean>
}

const present = (values: (string | null)[]) => values.filter((value) => value !== null)
const differ = (a: string | null, b: string | null) => a !== null && b !== null && a !== b

/** What a company is first recognised by, and the id that follows from it. */
function firstIdentity(
  row: CompanyStatements,
  keyScheme: string,
): { id: string; matchedBy: CompanyTable['matched_by'] } {
  const { creditCode, registrationNumber, sourceKey, name } = row
  if (creditCode !== null) return { matchedBy: 'creditCode', id: companyIdFrom('creditCode', creditCode) }
  if (registrationNumber !== null) {
    return { matchedBy: 'registrationNumber', id: companyIdFrom('registrationNumber', registrationNumber) }
  }
  if (sourceKey !== null) return { matchedBy: 'sourceKey', id: companyIdFrom(keyScheme, sourceKey) }
  return { matchedBy: 'name', id: companyIdFrom('name', nameKey(name ?? '')) }
}

/** Companies of the rows at hand: those stored already and those the rows before have made. */
export type CompanyBatch = {
  /** Puts the row's statements into its company, or says why the company cannot be told. */
  take(row: CompanyStatements): Promise<RowProblem | null>
  /** Companies that rows of this batch spoke of, each once, in the order of their first row. */
  touched: Set<CompanyDraft>
}

export async function openBatch(rows: readonly CompanyStatements[], needs: BatchNeeds): Promise<CompanyBatch> {
  const byCreditCode = new Map<string, CompanyDraft>()
  const byRegistrationNumber = new Map<string, CompanyDraft[]>()
  const byKey = new Map<string, CompanyDraft>()
  const byName = new Map<string, Set<CompanyDraft>>()
  const ids = new Set<string>()
  const touched = new Set<CompanyDraft>()

  function index(draft: CompanyDraft) {
    const { row } = draft
    ids.add(row.id)
    if (row.credit_code !== null) byCreditCode.set(row.credit_code, draft)
    if (row.registration_number !== null) {
      const others = byRegistrationNumber.get(row.registration_number) ?? []
      if (!others.includes(draft)) byRegistrationNumber.set(row.registration_number, [...others, draft])
    }
    for (const slot of draft.keys) byKey.set(slot, draft)
    const key = nameKey(row.name)
    byName.set(key, (byName.get(key) ?? new Set()).add(draft))
  }

  const slotOf = (row: CompanyStatements) => (row.sourceKey === null ? null : keySlot(needs.keyScheme, row.sourceKey))

  /** Two companies, if a code or key of one contradicts the other. */
  function contradicts(draft: CompanyDraft, row: CompanyStatements): boolean {
    if (differ(draft.row.credit_code, row.creditCode)) return true
    if (differ(draft.row.registration_number, row.registrationNumber)) return true
    const slot = slotOf(row)
    if (slot === null || draft.keys.has(slot)) return false
    return [...draft.keys].some((key) => key.startsWith(keySlot(needs.keyScheme, '')))
  }

  function findByKeys(row: CompanyStatements): CompanyDraft | RowProblem | null {
    const slot = slotOf(row)
    const byCode = row.creditCode === null ? undefined : byCreditCode.get(row.creditCode)
    const bySource = slot === null ? undefined : byKey.get(slot)
    if (byCode !== undefined && bySource !== undefined && byCode !== bySource) {
      return { field: 'creditCode', reason: '信用代码与来源编号指向两家不同的企业' }
    }
    if (byCode !== undefined) return byCode
    const byNumber = (byRegistrationNumber.get(row.registrationNumber ?? '') ?? []).filter(
      (draft) => draft.row.credit_code === null || row.creditCode === null || draft.row.credit_code === row.creditCode,
    )
    const [only, another] = byNumber
    if (only !== undefined && another === undefined) return only
    if (bySource !== undefined && contradicts(bySource, row)) {
      return { field: 'creditCode', reason: '来源编号所指企业已有另一个代码' }
    }
    return bySource ?? null
  }

  /** By the exact full name, where it is the only one of its name on both sides and no code speaks against it. */
  async function findByName(row: CompanyStatements): Promise<CompanyDraft | RowProblem | null> {
    if (row.name === null) return { field: 'name', reason: '没有企业名称，也没有已收录的企业与之对应' }
    const key = nameKey(row.name)
    // An invented company and a real one of the same name have nothing to do with each other.
    const isDemo = needs.isDemo ? 1 : 0
    const [only, another] = [...(byName.get(key) ?? [])].filter((draft) => draft.row.is_demo === isDemo)
    const hasOwnKey = row.creditCode !== null || row.registrationNumber !== null || row.sourceKey !== null
    if (hasOwnKey) {
      if (only === undefined || another !== undefined || contradicts(only, row)) return null
      return (await needs.isUniqueInFile(key)) ? only : null
    }
    if (another !== undefined) return { field: 'name', reason: '没有任何代码，且已收录多家同名企业' }
    if (!(await needs.isUniqueInFile(key))) return { field: 'name', reason: '没有任何代码，且文件中不止一行用此名称' }
    return only ?? null
  }

  function create(row: CompanyStatements): CompanyDraft {
    const { id, matchedBy } = firstIdentity(row, needs.keyScheme)
    return newDraft({ id, matched_by: matchedBy, is_demo: needs.isDemo ? 1 : 0, created_at: needs.startedAt })
  }

  async function identify(row: CompanyStatements): Promise<CompanyDraft | RowProblem> {
    const keyed = findByKeys(row)
    if (keyed !== null) return keyed
    const named = await findByName(row)
    if (named !== null) {
      if (!('reason' in named)) named.row.matched_by = 'name'
      return named
    }
    const draft = create(row)
    if (ids.has(draft.row.id)) return { field: null, reason: '代码曾属于另一家已收录的企业' }
    return draft
  }

  for (const draft of await loadByKeys(needs.session, {
    creditCodes: present(rows.map((row) => row.creditCode)),
    registrationNumbers: present(rows.map((row) => row.registrationNumber)),
    sourceKeys: present(rows.map((row) => row.sourceKey)),
  })) {
    index(draft)
  }
  const strangers = rows.filter((row) => findByKeys(row) === null)
  const strangeNames = present(strangers.map((row) => row.name)).map(nameKey)
  for (const draft of await loadByNames(needs.session, strangeNames, ids)) index(draft)
  const newIds = strangers.map((row) => firstIdentity(row, needs.keyScheme).id)
  for (const id of await takenIds(needs.session, newIds)) ids.add(id)

  return {
    touched,
    take: async (row) => {
      const draft = await identify(row)
      if ('reason' in draft) return draft
      const { name, credit_code: creditCode } = draft.row
      for (const statement of row.statements) applyStatement(draft, statement)
      const slot = slotOf(row)
      if (slot !== null && !draft.keys.has(slot)) {
        draft.keys.add(slot)
        draft.newKeys.add(slot)
      }
      if (name !== draft.row.name) byName.get(nameKey(name))?.delete(draft)
      if (creditCode !== null && creditCode !== draft.row.credit_code) byCreditCode.delete(creditCode)
      index(draft)
      touched.add(draft)
      return null
    },
  }
}
