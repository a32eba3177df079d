import { businessRiskKeys, legalRiskKeys } from '@baiqicha/contract/records/kind-table'
import type { RiskKind, RiskSearchParams } from '../../domain/search/risk-search-path.ts'

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
