/** Path of a company's page inside the app. */
export function companyPath(id: string, tab = 'overview') {
  return `/company/detail?${new URLSearchParams({ id, tab }).toString()}`
}
