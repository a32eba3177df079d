/** Position that addresses a person at a company: a record, or the office of the legal representative. Never a name. */
type PersonPosition = { recordId: string } | { role: 'legalRepresentative' }

/** URL of a person at a company. */
export const personPath = (companyId: string, position: PersonPosition): string =>
  `/overview/person?${new URLSearchParams({ companyId, ...position }).toString()}`

type RelationEnds = { from?: string; to?: string; kinds?: string }

/** URL of 找关系; a company that is not chosen, and both kinds of step, are left out. */
export function relationPath({ from, to, kinds }: RelationEnds): string {
  const params = Object.entries({ from, to, kinds: kinds === 'both' ? undefined : kinds })
  const query = new URLSearchParams(params.flatMap(([name, value]) => (value ? [[name, value]] : [])))
  return query.size === 0 ? '/relation' : `/relation?${query.toString()}`
}

type CompanyParameter = 'id' | 'companyId'

/** Company of an address. `own` is the parameter of the page; the other one, which other pages use, is read too. Empty: none. */
export const companyIdOf = (query: URLSearchParams, own: CompanyParameter): string =>
  query.get(own) || query.get(own === 'id' ? 'companyId' : 'id') || ''
