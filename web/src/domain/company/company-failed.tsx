import { useNavigate } from '../../lib/router/router.tsx'
import { Button } from '../../ui/button.tsx'
import { ListState } from '../../ui/list-state.tsx'
import { PageFailed } from '../page/page-failed.tsx'

type Props = {
  /** Reason and its message. null: the address has no company id. */
  failure: { type: 'missing' | 'limited' | 'failed'; reason: string } | null
  onRetry: () => void
  /** Fits into a card of a page whose other parts loaded. */
  compact?: boolean
}

/** Error state of a company: it does not exist, the request was rate-limited, or the request failed. */
export function CompanyFailed({ failure, onRetry, compact = false }: Props) {
  const navigate = useNavigate()
  if (failure === null || failure.type === 'missing') {
    return (
      <ListState art="nothing" title="未找到该企业" text="链接有误，或该企业未收录（不代表不存在）" compact={compact}>
        <Button trackId="home" tone="line" onClick={() => void navigate('/home')}>
          返回首页
        </Button>
        <Button trackId="search-open" onClick={() => void navigate('/search')}>
          重新搜索
        </Button>
      </ListState>
    )
  }
  return (
    <PageFailed
      title={failure.type === 'limited' ? '访问太频繁' : '加载失败'}
      reason={failure.reason}
      compact={compact}
      onRetry={onRetry}
    />
  )
}
