import type { BulkSession } from '../../../platform/database/bulk-session.ts'
import { SEVERAL_RUNS } from '../../file/import-history.ts'
import { type CompanyStatements, splitQualifiedKey } from '../parse/sourced-facts.ts'
import type { CompanyDraft, StoredCompany } from '../resolve/company-draft.ts'
import { lookupInStore } from './company-lookup.ts'
import { loadCompanyStatements, readStatement, type StoredStatement } from './company-statements.ts'
import { type CompanyReader, loadByIds, loadByKeys, loadByNames } from './company-store.ts'

/** Companies that are decided together, and the statements of those that several imports stated. */
export type RelatedCompanies = {
  companies: ReadonlyMap<string, StoredCompany>
  statements: ReadonlyMap<string, readonly StoredStatement[]>
}

type Wanted = { names: Set<string>; codes: Set<string>; numbers: Set<string>; keys: Set<string> }

export const rowOfStatement = (
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
export async function loadRelatedCompanies(
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
