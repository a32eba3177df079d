import { trackedAddress } from '../../lib/tracker/tracked-address.ts'

/**
 * Path that the mini-program shares, with the share flag: that of the page with the query parameters of tracked addresses, which name no person and no
 * search. A list of a company leads to the company, because its own address would lose the company.
 */
export function sharePathOf(path: string): string {
  const [pathname = '', search = ''] = path.split('?')
  const query = new URLSearchParams(search)
  query.delete('isShare')
  const { origin } = window.location
  const kept = trackedAddress(`${origin}/#${pathname}?${query.toString()}`, origin)
  const companyId = query.get('companyId')
  const shared =
    companyId === null || query.has('id')
      ? kept
      : `/company/detail?${new URLSearchParams({ id: companyId }).toString()}`
  return `/#${shared}${shared.includes('?') ? '&' : '?'}isShare=1`
}
