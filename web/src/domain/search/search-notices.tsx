import { KEYWORD_LIMIT } from '@baiqicha/contract/keyword-limit'
import { classNames } from '../../lib/class-names.ts'
import { Link, useNavigate } from '../../lib/router/router.tsx'
import { Button } from '../../ui/button.tsx'
import { InfoNote } from '../../ui/info-note.tsx'
import { ListState } from '../../ui/list-state.tsx'
import utility from '../../ui/utility.module.css'
import styles from './search-page-shell.module.css'

/** Refetch interval for partial results while the search index is rebuilt. Milliseconds. */
export const REBUILDING_MS = 3_000

/** What a search finds without the index. */
const FOUND_WITHOUT_INDEX = '暂仅可查全称、代码与名称开头'
export const SEARCH_WITHOUT_INDEX = '按全称或代码查'

type IndexRebuildingProps = {
  /** Page with the search field, with the keyword. */
  searchPath: string
  onRetry: () => void
}

/**
 * State for an empty partial result: only exact names and prefixes were searched, so the page must not state that there
 * is none.
 */
export function IndexRebuilding({ searchPath, onRetry }: IndexRebuildingProps) {
  const navigate = useNavigate()
  return (
    <ListState art="nothing" title="索引重建中，结果不全" text={FOUND_WITHOUT_INDEX}>
      <Button trackId="retry" tone="line" onClick={onRetry}>
        重试
      </Button>
      <Button trackId="search-without-index" onClick={() => void navigate(searchPath)}>
        {SEARCH_WITHOUT_INDEX}
      </Button>
    </ListState>
  )
}

type SearchLimits = {
  partial?: boolean | undefined
  usedKeyword?: string | undefined
  cutKeyword?: string | undefined
  tooBroad?: boolean | undefined
}

type SearchNoticesProps = {
  limits: SearchLimits
  /** Page with the search field, with the keyword. */
  searchPath: string
}

/** Says which part of the typed text was searched. */
export function UsedKeyword({ keyword }: { keyword: string | undefined }) {
  if (keyword === undefined) return null
  return (
    <InfoNote>
      已按“<bdi>{keyword}</bdi>”查询
    </InfoNote>
  )
}

/** Notes above search results that are incomplete, or match a part of the keyword only. */
export function SearchNotices({ limits, searchPath }: SearchNoticesProps) {
  return (
    <>
      {limits.partial === true && (
        <InfoNote tone="amber">
          索引重建中，{FOUND_WITHOUT_INDEX}
          <Link track-id="search-without-index" to={searchPath} className={classNames(styles.action, utility.tap)}>
            {SEARCH_WITHOUT_INDEX}
          </Link>
        </InfoNote>
      )}
      <UsedKeyword keyword={limits.usedKeyword} />
      {limits.cutKeyword !== undefined && <InfoNote tone="amber">关键词过长，仅使用前 {KEYWORD_LIMIT} 个字</InfoNote>}
      {limits.tooBroad === true && <InfoNote tone="amber">匹配企业过多，仅对最相关的部分排序，请增加筛选条件</InfoNote>}
    </>
  )
}
