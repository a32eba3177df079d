/** URL of 官方核查 of a company. */
export const officialCheckPath = (companyId: string) =>
  `/company/check?${new URLSearchParams({ id: companyId }).toString()}`
