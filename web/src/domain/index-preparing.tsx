import { Button } from '../ui/button.tsx'
import { ListState } from '../ui/list-state.tsx'

/** Refetch interval for partial results while the search index is built. Milliseconds. */
export const PREPARING_MS = 3_000

/**
 * State for an empty partial result: only exact names and prefixes were searched, so the page must not state that there
 * is none.
 */
export function IndexPreparing({ onRetry }: { onRetry: () => void }) {
  return (
    <ListState art="nothing" title="索引准备中，结果不全" text="暂仅支持完整名称、代码与名称开头，请稍后重试">
      <Button onClick={onRetry}>重试</Button>
    </ListState>
  )
}
