import { nameKey } from '../domain/names/company-name.ts'

/** Identifying facts that a record states about a subject. */
export type MentionedSubject = { creditCode: string | null; registrationNumber: string | null; name: string | null }

/**
 * Subject key from the strongest stated fact: `c:` credit code, `r:` registration number, `n:` normalised full name;
 * null for none. Keys are resolved to companies at read time, so that files may arrive in any order and a namesake
 * imported later is never linked.
 */
export function subjectKeyOf({ creditCode, registrationNumber, name }: MentionedSubject): string | null {
  if (creditCode !== null) return `c:${creditCode}`
  if (registrationNumber !== null) return `r:${registrationNumber}`
  return name === null ? null : `n:${nameKey(name)}`
}

/** Keys of a company, strongest first. Records under any of them may be about it. */
export function subjectKeysOfCompany(company: {
  credit_code: string | null
  registration_number: string | null
  name_key: string
}): string[] {
  return [
    ...(company.credit_code === null ? [] : [`c:${company.credit_code}`]),
    ...(company.registration_number === null ? [] : [`r:${company.registration_number}`]),
    `n:${company.name_key}`,
  ]
}
