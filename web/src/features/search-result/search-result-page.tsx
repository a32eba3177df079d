import { CompareBar } from '../../domain/compare/compare-bar.tsx'
import { ConditionChips } from '../../domain/filters/condition-chips.tsx'
import { FilterRow, type FilterValues, matchCountText } from '../../domain/filters/filter-sheet.tsx'
import { KeywordField } from '../../domain/search/keyword-field.tsx'
import { SearchPageShell } from '../../domain/search/search-page-shell.tsx'
import { useCompareBasket } from '../../platform/compare/compare-basket.ts'
import { useSearchPage } from '../../platform/navigation/use-search-page.ts'
import { useFilterOptionsQuery } from '../../platform/search/use-filter-options-query.ts'
import styles from './result-body.module.css'
import { ResultBody } from './result-body.tsx'
import { useMatchCountQuery } from './result-queries.ts'
import { conditionLabels, searchPanels } from './search-filters.ts'
import { readFilters, readSearchParams, type SearchParams, withoutFilter, writeSearchParams } from './search-params.ts'

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
