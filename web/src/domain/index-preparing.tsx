import { Button } from '../ui/button.tsx'
import { ListState } from '../ui/list-state.tsx'

/** An index in preparation is soon ready: answers that are not whole are asked for again after this. Milliseconds. */
export const PREPARING_MS = 3_000

/** Only exact names and prefixes were looked at, so "none" cannot be said. */
export function IndexPreparing({ onRetry }: { onRetry: () => void }) {
  return (
    <ListState art="nothing" title="索引准备中，结果不全" text="暂时只能按完整名称、代码和开头查找，请稍后再试">
      <Button onClick={onRetry}>重试</Button>
    </ListState>
  )
}
