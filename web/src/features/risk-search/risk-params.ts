import { businessRiskKeys, legalRiskKeys } from '@baiqicha/contract/records/kind-table'

export const riskKinds = [...legalRiskKeys, ...businessRiskKeys] as const
export type RiskKind = (typeof riskKinds)[number]

/** What the list shows, as its address says it. */
export type RiskParams = {
  /** Trimmed; empty when the address has none. */
  keyword: string
  kind: RiskKind | undefined
}

/** The longest keyword the contract lets through; the server says where it cut. */
const KEYWORD_MAX = 2000

/** Reads the query of an address. An unknown kind counts as absent. */
export function readRiskParams(search: string): RiskParams {
  const query = new URLSearchParams(search)
  const kind = query.get('kind')
  return {
    keyword: (query.get('keyword') ?? '').trim().slice(0, KEYWORD_MAX),
    kind: riskKinds.find((known) => known === kind),
  }
}

export const riskListPath = ({ keyword, kind }: RiskParams) =>
  `/riskList?${new URLSearchParams({ keyword, ...(kind !== undefined && { kind }) }).toString()}`
