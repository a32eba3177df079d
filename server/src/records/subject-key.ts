import { nameKey } from '../domain/names/company-name.ts'

/** What is told of whom a record is about. */
export type MentionedSubject = { creditCode: string | null; registrationNumber: string | null; name: string | null }

/**
 * Whom a record is about, by the strongest that was told: `c:` credit code, `r:` registration number, `n:` normalised full
 * name. null for none. Companies are found by theirs when they are read, so that files may come in any order and a
 * namesake that turns up later is never linked.
 */
export function subjectKeyOf({ creditCode, registrationNumber, name }: MentionedSubject): string | null {
  if (creditCode !== null) return `c:${creditCode}`
  if (registrationNumber !== null) return `r:${registrationNumber}`
  return name === null ? null : `n:${nameKey(name)}`
}

/** The keys of a company, strongest first; records under any of them may be about it. */
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
