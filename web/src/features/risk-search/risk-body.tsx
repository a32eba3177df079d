import { shortTitleOf } from '@baiqicha/contract/records/kind-table'
import { resultCode } from '@baiqicha/contract/result-codes'
import type { RiskSearchAnswer } from '@baiqicha/contract/risk-search'
import { recordRoutes } from '@baiqicha/contract/routes/record'
import { useInfiniteQuery } from '@tanstack/react-query'
import { companyListEnd } from '../../domain/company/company-list-end.ts'
import { CompanyRowList } from '../../domain/company/company-row-list.tsx'
import { findNamesakes } from '../../domain/company/company-row-namesakes.ts'
import { CompanyRowSkeleton } from '../../domain/company/company-row-skeleton.tsx'
import { CoverageLine } from '../../domain/coverage/coverage-line.tsx'
import { ListFailed } from '../../domain/page/list-failed.tsx'
import { IndexRebuilding, REBUILDING_MS } from '../../domain/search/index-rebuilding.tsx'
import { type RiskKind, type RiskSearchParams, riskSearchPath } from '../../domain/search/risk-search-path.ts'
import { SearchNotices } from '../../domain/search/search-notices.tsx'
import { formatTotal } from '../../lib/format.ts'
import { nextPageOf, rowsOfPages } from '../../lib/list-pages.ts'
import { useNavigate } from '../../lib/router/router.tsx'
import { rejectionOf } from '../../platform/api/api-error.ts'
import { callApi } from '../../platform/api/client.ts'
import { describeError } from '../../platform/api/messages.ts'
import { useCoverageQuery } from '../../platform/coverage/use-coverage-query.ts'
import { usePageLocation } from '../../platform/navigation/page-location.tsx'
import { useSession } from '../../platform/session/session-store.ts'
import { Button } from '../../ui/button.tsx'
import { DemoStrip } from '../../ui/demo-strip.tsx'
import { InfoNote } from '../../ui/info-note.tsx'
import { ListState } from '../../ui/list-state.tsx'
import styles from './risk-body.module.css'
import { RiskItem } from './risk-row.tsx'

/** Companies that match a keyword, with risk counters. Never shows rows of another keyword or kind while loading. */
function useRiskSearchQuery({ keyword, kind }: RiskSearchParams, isEnabled: boolean) {
  return useInfiniteQuery({
    queryKey: ['riskSearch', keyword, kind ?? ''],
    queryFn: ({ pageParam, signal }) =>
      callApi(recordRoutes.riskSearch, { keyword, kind, page: pageParam }, { signal }),
    initialPageParam: 1,
    getNextPageParam: nextPageOf,
    enabled: isEnabled && keyword !== '',
    refetchInterval: ({ state }) => (state.data?.pages[0]?.partial === true ? REBUILDING_MS : false),
  })
}

/** Results with risk counters, or the state of the search. */
export function RiskBody({ params, onShowAll }: { params: RiskSearchParams; onShowAll: () => void }) {
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
    <div className={styles.summary}>
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
