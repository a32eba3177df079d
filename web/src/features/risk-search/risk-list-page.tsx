import { KeywordField } from '../../domain/search/keyword-field.tsx'
import { riskListPath, riskSearchPath } from '../../domain/search/risk-search-path.ts'
import { SearchPageShell } from '../../domain/search/search-page-shell.tsx'
import { useSearchPage } from '../../platform/navigation/use-search-page.ts'
import { KindChips } from './kind-chips.tsx'
import { RiskBody } from './risk-body.tsx'
import { readRiskParams } from './risk-params.ts'

/** `/riskList?keyword&kind`: companies that match a keyword, with their risk counters. */
export function RiskListPage() {
  const page = useSearchPage()
  const { keyword, kind } = readRiskParams(page.search)
  const change = (next: typeof kind) => void page.navigate(riskListPath({ keyword, kind: next }), { replace: true })

  return (
    <SearchPageShell
      page={page}
      title={keyword === '' ? '查风险' : `“${keyword}”的风险查询结果`}
      purpose="查风险"
      field={<KeywordField keyword={keyword} searchPath={riskSearchPath({ kind })} onHome={page.onHome} />}
      filters={keyword !== '' && <KindChips value={kind} onChange={change} />}
    >
      <RiskBody params={{ keyword, kind }} onShowAll={() => change(undefined)} />
    </SearchPageShell>
  )
}
