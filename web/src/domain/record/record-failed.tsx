import { useNavigate } from '../../lib/router/router.tsx'
import { Button } from '../../ui/button.tsx'
import { ListState } from '../../ui/list-state.tsx'
import { PageFailed } from '../page/page-failed.tsx'

type Props = {
  /** null: the address is incomplete. */
  failure: { type: 'missing' | 'limited' | 'failed'; reason: string } | null
  onRetry: () => void
}

/** Error state of a record. A hidden record gives the same response as a missing one. */
export function RecordFailed({ failure, onRetry }: Props) {
  const navigate = useNavigate()
  if (failure === null || failure.type === 'missing') {
    return (
      <ListState art="nothing" title="未查询到该记录" text="链接不完整，或该记录已停止公示">
        <Button trackId="home" tone="line" onClick={() => void navigate('/home')}>
          返回首页
        </Button>
      </ListState>
    )
  }
  return (
    <PageFailed
      title={failure.type === 'limited' ? '访问过于频繁' : '加载失败'}
      reason={failure.reason}
      onRetry={onRetry}
    />
  )
}
