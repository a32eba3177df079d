import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ListState } from '../../ui/list-state.tsx'

/** Error state of a page: reason and retry. */
export function PageFailed({ reason, onRetry }: { reason: string; onRetry: () => void }) {
  return (
    <ListState art="failed" title="加载失败" text={reason}>
      <Button trackId="retry" onClick={onRetry}>
        <Icon name="refresh" size={18} />
        重试
      </Button>
    </ListState>
  )
}
