// Shared by the form of 查企业失信 and the server. No schema: the form loads it.

const person = /^(?:[\p{L}\p{M}\p{Co}][\s·•‧・.'’-]*){2,}$/u

/** Whether a typed text may be a full name: at least two letters, and no digit or sign that no name contains. */
export const isTypedPersonName = (name: string): boolean => person.test(name.normalize('NFKC').trim())

/** Whether a typed text has the two letters or digits that a search for a company needs. */
export const isTypedCompanyName = (name: string): boolean =>
  (name.normalize('NFKC').match(/[\p{L}\p{N}\p{Co}]/gu) ?? []).length >= 2
