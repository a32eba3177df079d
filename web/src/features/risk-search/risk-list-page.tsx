import { shortTitleOf } from '@baiqicha/contract/records/kind-table'
import { useEffect, useRef } from 'react'
import { KeywordField } from '../../domain/search/keyword-field.tsx'
import { type RiskKind, riskListPath, riskSearchPath } from '../../domain/search/risk-search-path.ts'
import { SearchPageShell } from '../../domain/search/search-page-shell.tsx'
import { useSearchPage } from '../../platform/navigation/use-search-page.ts'
import { Chip } from '../../ui/chip.tsx'
import chips from '../../ui/chips.module.css'
import styles from './risk-body.module.css'
import { RiskBody } from './risk-body.tsx'
import { readRiskParams, riskKinds } from './risk-params.ts'

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

type Props = { value: RiskKind | undefined; onChange: (kind: RiskKind | undefined) => void }

/** Scrolling filter by kind: only companies with a current record of the selected kind. */
function KindChips({ value, onChange }: Props) {
  const list = useRef<HTMLUListElement>(null)

  useEffect(() => {
    const chosen = list.current?.querySelector<HTMLElement>(`[data-kind="${value ?? ''}"]`)
    if (!list.current || !chosen) return
    list.current.scrollLeft = chosen.offsetLeft - (list.current.clientWidth - chosen.offsetWidth) / 2
  }, [value])

  return (
    <ul ref={list} className={`${chips.scrolling} ${styles.kinds}`} aria-label="按风险类别筛选">
      <li data-kind="">
        <Chip trackId="all" pressed={value === undefined} onClick={() => onChange(undefined)}>
          全部
        </Chip>
      </li>
      {riskKinds.map((kind) => (
        <li key={kind} data-kind={kind}>
          <Chip
            trackId="risk-kind"
            pressed={kind === value}
            onClick={() => onChange(kind === value ? undefined : kind)}
          >
            有{shortTitleOf(kind)}
          </Chip>
        </li>
      ))}
    </ul>
  )
}
