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
