import type { SearchAnswer } from '@baiqicha/contract/company-search'
import type { SearchHit } from '@baiqicha/contract/company-summary'
import { type SearchSort, searchSortKeys, searchSorts } from '@baiqicha/contract/search-vocabulary'
import { memo, useState } from 'react'
import { CompanyHitRow, CompanyRowList, companyListEnd } from '../../domain/company/company-hit-row.tsx'
import { companyPath } from '../../domain/company/company-path.ts'
import { CompanyRowSkeleton, findNamesakes } from '../../domain/company/company-row.tsx'
import { CompareBar, CompareStart, CompareToggle } from '../../domain/compare/compare-bar.tsx'
import type { FilterValues } from '../../domain/filters/filter-panel.ts'
import { ConditionChips, FilterRow, matchCountText } from '../../domain/filters/filter-row.tsx'
import { followNotices } from '../../domain/follow/follow-control.ts'
import { FollowStar } from '../../domain/follow/follow-star.tsx'
import { SettingCell } from '../../domain/page/setting-cell.tsx'
import { neighbourSearches } from '../../domain/search/neighbour-searches.ts'
import { IndexRebuilding, SearchNotices } from '../../domain/search/search-notices.tsx'
import { KeywordField, SearchPageShell } from '../../domain/search/search-page-shell.tsx'
import { classNames } from '../../lib/class-names.ts'
import { formatTotal } from '../../lib/format.ts'
import { Link } from '../../lib/router/router.tsx'
import { rowsOfPages } from '../../platform/api/api-pages.ts'
import { useCompareBasket } from '../../platform/compare/compare-basket.ts'
import { useFollowControl } from '../../platform/follow/use-follow-control.ts'
import { useSearchPage } from '../../platform/navigation/use-search-page.ts'
import { useFilterOptionsQuery } from '../../platform/search/search-queries.ts'
import { useSession } from '../../platform/session/session-store.ts'
import { ChoiceList } from '../../ui/choice-list.tsx'
import { Icon } from '../../ui/icon.tsx'
import { InfoNote } from '../../ui/info-note.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import skeleton from '../../ui/skeleton.module.css'
import { Skeleton } from '../../ui/skeleton.tsx'
import utility from '../../ui/utility.module.css'
import { InclusionButton, NoKeyword, NoMatch, quotedKeyword, ResultsFailed } from './no-results.tsx'
import { useCompanySearchQuery, useMatchCountQuery } from './result-queries.ts'
import {
  conditionLabels,
  isSearchable,
  readFilters,
  readSearchParams,
  type SearchParams,
  searchPanels,
  searchPath,
  withoutFilter,
  writeSearchParams,
} from './search-params.ts'
import styles from './search-result.module.css'

type TotalLineProps = { answer: SearchAnswer; params: SearchParams; onChange: (next: SearchParams) => void }

/** Total, 对比 and sort order. */
function TotalLine({ answer, params, onChange }: TotalLineProps) {
  const [isSorting, setIsSorting] = useState(false)
  const basket = useCompareBasket()

  function choose(sort: SearchSort) {
    setIsSorting(false)
    if (sort !== params.sort) onChange({ ...params, sort })
  }

  return (
    <div className={styles.totalLine}>
      <h2 className={styles.total}>
        共 <b>{formatTotal(answer)}</b> 家
        {answer.totalCapped && <span className={styles.advice}>，可加条件缩小范围</span>}
      </h2>
      <CompareStart control={basket} />
      <button
        track-id="sort"
        type="button"
        className={classNames(styles.sort, utility.tap)}
        aria-haspopup="dialog"
        onClick={() => setIsSorting(true)}
      >
        <Icon name="sort" size={14} />
        {searchSorts[params.sort]}
      </button>
      <Sheet open={isSorting} onClose={() => setIsSorting(false)} title="排序">
        <ChoiceList
          trackId="sort-choice"
          choices={searchSortKeys.map((sort) => ({ value: sort, label: searchSorts[sort] }))}
          value={params.sort}
          onChoose={choose}
        />
      </Sheet>
    </div>
  )
}

/** A result of at most this number of companies leaves room for next steps. */
const FEW_HITS = 3

/** Below a result of few companies: searches related to the only one, and 申请收录 for a keyword. */
function NextSteps({ hits, inclusion }: { hits: readonly SearchHit[]; inclusion: string | null }) {
  const [only, ...others] = hits
  return (
    <section className={styles.steps} aria-label="相关查询">
      {only !== undefined && others.length === 0 && <Related company={only} />}
      {inclusion !== null && (
        <div className={styles.inclusion}>
          <p>未找到目标企业？</p>
          <InclusionButton key={inclusion} keyword={inclusion} tone="line" size="sm" />
        </div>
      )}
    </section>
  )
}

function Related({ company }: { company: SearchHit }) {
  const { data: options } = useFilterOptionsQuery()
  const searches = options === undefined ? [] : neighbourSearches(company, options)
  return (
    <>
      <SettingCell trackId="next-step" icon="shield" label="企业风险" to={companyPath(company.id, 'legalRisk')} />
      {searches.map(({ icon, label, name, path }) => (
        <SettingCell trackId="next-step" key={label} icon={icon} label={label} value={name} to={path} />
      ))}
    </>
  )
}

/** Row of a search result, which the user can follow, or choose for 企业对比. A page that joins the list does not render the rows before it. */
const ResultRow = memo(function ResultRow({ hit, isNamesake }: { hit: SearchHit; isNamesake: boolean }) {
  const control = useFollowControl(hit, followNotices)
  const basket = useCompareBasket()
  const action =
    basket.chosen === null ? (
      <FollowStar company={hit} control={control} />
    ) : (
      <CompareToggle company={hit} control={basket} />
    )
  return <CompanyHitRow hit={hit} isNamesake={isNamesake} star={action} />
})

type Props = {
  params: SearchParams
  /** Location key: going back to it shows the same rows. */
  visit: string
  onChange: (next: SearchParams) => void
}

/** Search results, or the state of the search. */
function ResultBody({ params, visit, onChange }: Props) {
  const { isLoggedIn } = useSession()
  const query = useCompanySearchQuery(params, { visit, isEnabled: isLoggedIn })
  if (!isSearchable(params)) return <NoKeyword />
  // Shows a failure even while rows of the previous conditions serve as placeholder data.
  if (query.isError && !query.isFetchNextPageError) {
    return <ResultsFailed error={query.error} onRetry={() => void query.refetch()} />
  }
  if (query.data === undefined) return <Loading />

  const [first] = query.data.pages
  const rows = rowsOfPages(query.data.pages)
  const namesakes = findNamesakes(rows)
  if (first === undefined || rows.length === 0) {
    // The empty list of the previous conditions says nothing about the new ones.
    if (query.isPlaceholderData) return <Loading />
    return first?.partial === true ? (
      <IndexRebuilding searchPath={searchPath(params.keyword)} onRetry={() => void query.refetch()} />
    ) : (
      <NoMatch params={params} onChange={onChange} />
    )
  }
  return (
    <div
      className={classNames(styles.body, query.isPlaceholderData && styles.outdated)}
      aria-busy={query.isPlaceholderData}
    >
      <div className={styles.summary}>
        <ResultNotes answer={first} params={params} />
        <TotalLine answer={first} params={params} onChange={onChange} />
      </div>
      <CompanyRowList visit={visit} rows={rows} paging={query} endText={companyListEnd(rows.length, first)}>
        {(hit) => <ResultRow key={hit.id} hit={hit} isNamesake={namesakes.has(hit.id)} />}
      </CompanyRowList>
      {params.keyword !== '' && first.total <= FEW_HITS && first.partial !== true && (
        <NextSteps hits={rows} inclusion={first.isOtherName === true ? null : params.keyword} />
      )}
    </div>
  )
}

function Loading() {
  return (
    <>
      <div className={styles.summary}>
        <div className={`${skeleton.delayed} ${styles.line}`}>
          <Skeleton width={148} height={12} />
          <Skeleton width={60} height={12} />
        </div>
      </div>
      <CompanyRowSkeleton variant="search" />
    </>
  )
}

/** Notes above the rows. */
function ResultNotes({ answer, params }: { answer: SearchAnswer; params: SearchParams }) {
  const { didYouMean, isOtherName = false } = answer
  const limits = isOtherName ? { ...answer, usedKeyword: undefined } : answer
  return (
    <div className={styles.notes}>
      <SearchNotices limits={limits} searchPath={searchPath(params.keyword)} />
      {params.filters.risk === 'none' && (
        <div className={styles.card}>
          <InfoNote>仅含失信、被执行、限高、经营异常均已接入且未查询到的企业。未查询到不代表没有。</InfoNote>
        </div>
      )}
      {(isOtherName || didYouMean !== undefined) && (
        <div className={styles.card}>
          <InfoNote>
            {isOtherName ? (
              <>
                未收录“<bdi className={styles.meant}>{quotedKeyword(params.keyword)}</bdi>”，以下为名称相近的企业
              </>
            ) : (
              <>
                已显示“<bdi className={styles.meant}>{didYouMean}</bdi>”的结果
              </>
            )}
            {didYouMean !== undefined && (
              <>
                {' '}
                ·{' '}
                <Link
                  track-id="search-exact"
                  to={`/search/result${writeSearchParams({ ...params, exact: true })}`}
                  replace
                  className={classNames(utility.link, utility.tap)}
                >
                  仍搜索“<bdi>{params.keyword}</bdi>”
                </Link>
              </>
            )}
            {isOtherName && (
              <div className={styles.ask}>
                <InclusionButton key={params.keyword} keyword={params.keyword} tone="line" size="sm" />
              </div>
            )}
          </InfoNote>
        </div>
      )}
    </div>
  )
}

/** `/search/result?keyword&…`: search results. The URL holds every condition. */
export function SearchResultPage() {
  const page = useSearchPage()
  const params = readSearchParams(page.search)
  const { keyword, filters } = params
  const basket = useCompareBasket()
  const change = (next: SearchParams) =>
    void page.navigate(`/search/result${writeSearchParams(next)}`, { replace: true })

  return (
    <SearchPageShell
      page={page}
      title={keyword === '' ? '搜索结果' : `“${keyword}”的搜索结果`}
      purpose="查看搜索结果"
      field={<KeywordField keyword={keyword} searchPath="/search" onHome={page.onHome} />}
      filters={<SearchFilterRow params={params} onChange={change} />}
    >
      <div className={styles.main}>
        <ConditionChips
          trackId="condition-remove"
          conditions={conditionLabels(filters)}
          onRemove={(key) => change({ ...params, filters: withoutFilter(filters, key) })}
        />
        <ResultBody params={params} visit={page.visit} onChange={change} />
        <CompareBar control={basket} />
      </div>
    </SearchPageShell>
  )
}

function SearchFilterRow({ params, onChange }: { params: SearchParams; onChange: (next: SearchParams) => void }) {
  return (
    <FilterRow
      panels={searchPanels}
      choices={useFilterOptionsQuery()}
      values={params.filters}
      onApply={(values) => onChange({ ...params, filters: readFilters(values) })}
      renderApplyLabel={(draft, isOpen) => <MatchCount params={params} draft={draft} isOpen={isOpen} />}
    />
  )
}

function MatchCount({ params, draft, isOpen }: { params: SearchParams; draft: FilterValues; isOpen: boolean }) {
  const { data } = useMatchCountQuery({ ...params, filters: readFilters(draft) }, isOpen)
  return matchCountText(data)
}
