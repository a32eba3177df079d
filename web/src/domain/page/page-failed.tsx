import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ListState } from '../../ui/list-state.tsx'

type PageFailedProps = {
  title?: string
  reason?: string | undefined
  /** Fits into a part of a page whose other parts loaded. */
  compact?: boolean
  isRetrying?: boolean
  onRetry: () => void
}

/** Error state of a page or a part: reason and retry. */
export const PageFailed = ({
  title = '加载失败',
  reason,
  compact = false,
  isRetrying = false,
  onRetry,
}: PageFailedProps) => (
  <ListState art="failed" title={title} text={reason} compact={compact}>
    <Button trackId="retry" busy={isRetrying} onClick={onRetry}>
      <Icon name="refresh" size={18} />
      重试
    </Button>
  </ListState>
)
