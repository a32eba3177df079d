import { useNavigate } from '../../lib/router/router.tsx'
import { Button } from '../../ui/button.tsx'
import { ListState } from '../../ui/list-state.tsx'

/** Refetch interval for partial results while the search index is rebuilt. Milliseconds. */
export const REBUILDING_MS = 3_000

/** What a search finds without the index. */
export const FOUND_WITHOUT_INDEX = '暂仅可查全称、代码与名称开头'
export const SEARCH_WITHOUT_INDEX = '按全称或代码查'

type Props = {
  /** Page with the search field, with the keyword. */
  searchPath: string
  onRetry: () => void
}

/**
 * State for an empty partial result: only exact names and prefixes were searched, so the page must not state that there
 * is none.
 */
export function IndexRebuilding({ searchPath, onRetry }: Props) {
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
