/** Position that addresses a person at a company: a record, or the office of the legal representative. Never a name. */
type PersonPosition = { recordId: string } | { role: 'legalRepresentative' }

/** URL of a person at a company. */
export const personPath = (companyId: string, position: PersonPosition): string =>
  `/overview/person?${new URLSearchParams({ companyId, ...position }).toString()}`
