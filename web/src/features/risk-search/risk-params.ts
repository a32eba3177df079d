import { businessRiskKeys, legalRiskKeys } from '@baiqicha/contract/records/kind-table'

/** A kind of record that 查风险 counts. */
export type RiskKind = (typeof legalRiskKeys | typeof businessRiskKeys)[number]

/** Search of 查风险: its keyword, empty when there is none, and the kind to which its list is restricted. */
export type RiskSearchParams = { keyword: string; kind: RiskKind | undefined }

const withQuery = (path: string, { keyword, kind }: RiskSearchParams) => {
  const query = new URLSearchParams({ ...(keyword !== '' && { keyword }), ...(kind !== undefined && { kind }) })
  return [path, query.toString()].filter((part) => part !== '').join('?')
}

/** URL of the search page of 查风险. With `kind` its list shows only companies with a current record of the kind. */
export const riskSearchPath = ({ keyword = '', kind }: Partial<RiskSearchParams> = {}) =>
  withQuery('/riskSearch', { keyword, kind })

/** URL of the list of 查风险. */
export const riskListPath = (params: RiskSearchParams) => withQuery('/riskList', params)

export const riskKinds: readonly RiskKind[] = [...legalRiskKeys, ...businessRiskKeys]

/** Maximum keyword length of the contract; the response states where it was cut. */
const KEYWORD_MAX = 2000

/** Reads the query of a URL. An unknown kind counts as absent. */
export function readRiskParams(search: string): RiskSearchParams {
  const query = new URLSearchParams(search)
  const kind = query.get('kind')
  return {
    keyword: (query.get('keyword') ?? '').trim().slice(0, KEYWORD_MAX),
    kind: riskKinds.find((known) => known === kind),
  }
}
