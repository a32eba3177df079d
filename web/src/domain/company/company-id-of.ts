type CompanyParameter = 'id' | 'companyId'

/** Company of an address. `own` is the parameter of the page; the other one, which other pages use, is read too. Empty: none. */
export const companyIdOf = (query: URLSearchParams, own: CompanyParameter): string =>
  query.get(own) || query.get(own === 'id' ? 'companyId' : 'id') || ''
