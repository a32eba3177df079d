import { businessRiskKeys, legalRiskKeys } from '@baiqicha/contract/records/kind-table'

export const riskKinds = [...legalRiskKeys, ...businessRiskKeys] as const
export type RiskKind = (typeof riskKinds)[number]

/** State of the list, as its URL states it. */
export type RiskParams = {
  /** Trimmed; empty when the URL has none. */
  keyword: string
  kind: RiskKind | undefined
}

/** Maximum keyword length of the contract; the response states where it was cut. */
const KEYWORD_MAX = 2000

/** Reads the query of a URL. An unknown kind counts as absent. */
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
