import { riskSearchPath } from '../../domain/risk-search-path.ts'
import { Redirect } from '../../lib/router/router.tsx'

/** 查企业失信 until its page is built: 查风险, restricted to dishonest debtors. */
export function DishonestDebtorRedirect() {
  return <Redirect to={riskSearchPath({ kind: 'dishonestExecutor' })} />
}
