import { shortTitleOf } from '@baiqicha/contract/records/kind-table'
import { resultCode } from '@baiqicha/contract/result-codes'
import type { RiskSearchAnswer } from '@baiqicha/contract/risk-search'
import { recordRoutes } from '@baiqicha/contract/routes/record'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { CompanyRowList, companyListEnd } from '../../domain/company/company-hit-row.tsx'
import { CompanyRowSkeleton, findNamesakes } from '../../domain/company/company-row.tsx'
import { CoverageLine } from '../../domain/coverage/coverage-line.tsx'
import { ListFailed } from '../../domain/page/page-failed.tsx'
import { IndexRebuilding, REBUILDING_MS, SearchNotices } from '../../domain/search/search-notices.tsx'
import { KeywordField, SearchPageShell } from '../../domain/search/search-page-shell.tsx'
import { formatTotal } from '../../lib/format.ts'
import { useNavigate } from '../../lib/router/router.tsx'
import { describeError, rejectionOf } from '../../platform/api/api-error.ts'
import { apiPages, rowsOfPages } from '../../platform/api/api-pages.ts'
import { usePageLocation } from '../../platform/navigation/page.tsx'
import { useSearchPage } from '../../platform/navigation/use-search-page.ts'
import { useCoverageQuery } from '../../platform/search/search-queries.ts'
import { useSession } from '../../platform/session/session-store.ts'
import { Button } from '../../ui/button.tsx'
import chips from '../../ui/chip.module.css'
import { Chip } from '../../ui/chip.tsx'
import { DemoStrip, InfoNote } from '../../ui/info-note.tsx'
import { ListState } from '../../ui/list-state.tsx'
import {
  type RiskKind,
  type RiskSearchParams,
  readRiskParams,
  riskKinds,
  riskListPath,
  riskSearchPath,
} from './risk-params.ts'
import { RiskItem } from './risk-row.tsx'
import styles from './risk-search.module.css'

/** Companies that match a keyword, with risk counters. Never shows rows of another keyword or kind while loading. */
const useRiskSearchQuery = ({ keyword, kind }: RiskSearchParams, isEnabled: boolean) =>
  useInfiniteQuery({
    ...apiPages(['riskSearch', keyword, kind ?? ''], recordRoutes.riskSearch, (page) => ({ keyword, kind, page }), {
      silent: false,
    }),
    enabled: isEnabled && keyword !== '',
    refetchInterval: ({ state }) => (state.data?.pages[0]?.partial === true ? REBUILDING_MS : false),
  })

/** Results with risk counters, or the state of the search. */
function RiskBody({ params, onShowAll }: { params: RiskSearchParams; onShowAll: () => void }) {
  const { isLoggedIn } = useSession()
  const query = useRiskSearchQuery(params, isLoggedIn)
  const { key: visit } = usePageLocation()
  const retry = () => void query.refetch()
  if (params.keyword === '') return <Retype title="请输入企业名称/简称" params={params} />
  if (query.isError && !query.isFetchNextPageError) {
    return rejectionOf(query.error)?.code === resultCode.keywordEmpty ? (
      <Retype title={describeError(query.error)} params={{ ...params, keyword: '' }} />
    ) : (
      <ListFailed reason={describeError(query.error)} onRetry={retry} />
    )
  }
  if (query.data === undefined) return <CompanyRowSkeleton variant="search" />

  const [first] = query.data.pages
  const rows = rowsOfPages(query.data.pages)
  if (first === undefined || rows.length === 0) {
    if (first?.partial === true) return <IndexRebuilding searchPath={riskSearchPath(params)} onRetry={retry} />
    return params.kind === undefined ? (
      <NotFound params={params} />
    ) : (
      <NoneOfKind
        keyword={params.keyword}
        kind={params.kind}
        isCovered={first?.connected !== false}
        onShowAll={onShowAll}
      />
    )
  }
  const namesakes = findNamesakes(rows)
  return (
    <>
      {rows.some(({ isDemo }) => isDemo) && <DemoStrip text="演示数据：标“演示数据”的企业与案件均为虚构" />}
      <Summary answer={first} params={params} />
      <CompanyRowList visit={visit} rows={rows} paging={query} endText={companyListEnd(rows.length, first)}>
        {(company) => <RiskItem key={company.id} company={company} isNamesake={namesakes.has(company.id)} />}
      </CompanyRowList>
    </>
  )
}

function Summary({ answer, params }: { answer: RiskSearchAnswer; params: RiskSearchParams }) {
  return (
    <div className={styles.riskBodySummary}>
      <SearchNotices limits={answer} searchPath={riskSearchPath(params)} />
      {answer.didYouMean !== undefined && (
        <InfoNote>
          已显示“<bdi>{answer.didYouMean}</bdi>”的结果
        </InfoNote>
      )}
      <h2 className={styles.total}>
        共 <b>{formatTotal(answer)}</b> 家
      </h2>
      <p className={styles.basis}>仅统计当前有效记录，不含历史与异议处理中的记录</p>
    </div>
  )
}

function Retype({ title, params }: { title: string; params: RiskSearchParams }) {
  return (
    <ListState art="nothing" title={title}>
      <RetypeButton params={params} />
    </ListState>
  )
}

function RetypeButton({ params }: { params: RiskSearchParams }) {
  const navigate = useNavigate()
  return (
    <Button trackId="keyword-change" onClick={() => void navigate(riskSearchPath(params))}>
      修改关键词
    </Button>
  )
}

/** No company found: makes no statement about risks. */
function NotFound({ params }: { params: RiskSearchParams }) {
  const { data: coverage } = useCoverageQuery()
  return (
    <>
      <ListState
        art="nothing"
        title={`未找到“${params.keyword}”`}
        text="未收录该企业，无法查询风险；未收录不代表不存在"
      >
        <RetypeButton params={params} />
      </ListState>
      <div className={styles.coverage}>
        <CoverageLine coverage={coverage} />
      </div>
    </>
  )
}

type NoneOfKindProps = { keyword: string; kind: RiskKind; isCovered: boolean; onShowAll: () => void }

/** Companies may exist, but none has a current record of the kind; `isCovered`: sources cover all of them. */
function NoneOfKind({ keyword, kind, isCovered, onShowAll }: NoneOfKindProps) {
  return (
    <ListState
      art={isCovered ? 'none' : 'unconnected'}
      title={isCovered ? `未查询到有“${shortTitleOf(kind)}”记录的企业` : `“${shortTitleOf(kind)}”数据未接入`}
      text={
        isCovered
          ? `“${keyword}”相关企业中未查询到该类记录（仅含已接入来源）`
          : `“${keyword}”相关企业的该类数据未接入或仅部分接入，无法判断是否有记录`
      }
    >
      <Button trackId="risk-all" onClick={onShowAll}>
        查看全部企业
      </Button>
    </ListState>
  )
}

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
