import { trackedAddress } from '../../lib/tracker/tracked-address.ts'

/**
 * Path that the mini-program shares: that of the page with the query parameters of tracked addresses, which name no person and no
 * search. A list of a company leads to the company, because its own address would lose the company.
 */
export function sharePathOf(path: string): string {
  const kept = trackedAddress(`${window.location.origin}/#${path}`, window.location.origin)
  const query = new URLSearchParams(path.split('?')[1])
  const companyId = query.get('companyId')
  if (companyId === null || query.has('id')) return `/#${kept}`
  return `/#/company/detail?${new URLSearchParams({ id: companyId }).toString()}`
}
