import { nameKey as keyOfName } from '../../../domain/names/company-name.ts'
import type { CompanyStatements } from '../parse/sourced-facts.ts'
import type { CompanyDraft } from './company-draft.ts'
import type { LoadedCompanies } from './loaded-companies.ts'

export function draftsByKeys(row: CompanyStatements, companies: LoadedCompanies): CompanyDraft[] {
  const found = new Set(companies.withRegistrationNumber(row.registrationNumber))
  for (const draft of [companies.withCreditCode(row.creditCode), companies.withKey(row.sourceKey)]) {
    if (draft !== undefined) found.add(draft)
  }
  return [...found]
}

/** Whether the row states a code, key or name that the draft does not have. */
export function addsKeyOrName(
  { creditCode, registrationNumber, sourceKey, nameKey }: CompanyStatements,
  { row, keys, knownNames }: CompanyDraft,
): boolean {
  if (nameKey !== null && nameKey !== '' && !knownNames.has(nameKey)) return true
  if (creditCode !== null && creditCode !== row.credit_code) return true
  if (registrationNumber !== null && registrationNumber !== row.registration_number) return true
  return sourceKey !== null && !keys.has(sourceKey)
}

/** Whether a code of the row differs from the code of the draft that has the row's source key. */
export const rowConflicts = ({ creditCode, registrationNumber }: CompanyStatements, { row }: CompanyDraft) =>
  (creditCode !== null && row.credit_code !== null && row.credit_code !== creditCode) ||
  (registrationNumber !== null && row.registration_number !== null && row.registration_number !== registrationNumber)

export const sharesName = (a: CompanyDraft, b: CompanyDraft) =>
  [...a.knownNames].some((nameKey) => b.knownNames.has(nameKey))

/** Whether the short name of the stock stands for a full name that no source states. */
export const isWithoutFullName = ({ row }: CompanyDraft) =>
  row.short_name !== null && row.name_key === keyOfName(row.short_name)

/** Keys of the names beside the full name by which a row identifies a company without full name. */
export function otherNameKeys({ nameKey: own, statements }: CompanyStatements): string[] {
  if (own === null) return []
  const keys = new Set<string>()
  for (const { facts, names } of statements) {
    for (const { columns } of facts) if (typeof columns.short_name === 'string') keys.add(keyOfName(columns.short_name))
    for (const { value } of names) keys.add(keyOfName(value))
  }
  keys.delete(own)
  return [...keys]
}
