import { resultCode } from '@baiqicha/contract/result-codes'
import { useNavigate } from 'react-router'
import { rejectionOf } from '../../platform/api/api-error.ts'
import { describeError } from '../../platform/api/messages.ts'
import { HOME_PATH } from '../../platform/navigation/pages.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ListState } from '../../ui/list-state.tsx'

type Props = {
  /** null: the address names no company. */
  error: unknown
  onRetry: () => void
  /** Stands inside a card of a page that has the rest. */
  compact?: boolean
}

/** Why a company cannot be shown: there is none, the server says wait, or nothing came back. */
export function CompanyFailed({ error, onRetry, compact = false }: Props) {
  const navigate = useNavigate()
  const rejection = rejectionOf(error)
  if (error === null || rejection?.code === resultCode.notFound) {
    return (
      <ListState
        art="nothing"
        title="没有找到这家企业"
        text="链接可能不完整，或该企业尚未收录；未收录不代表不存在"
        compact={compact}
      >
        <Button tone="line" onClick={() => void navigate(HOME_PATH)}>
          返回首页
        </Button>
        <Button onClick={() => void navigate('/search')}>重新搜索</Button>
      </ListState>
    )
  }
  const isLimited = rejection?.code === resultCode.tooManyRequests
  return (
    <ListState
      art="failed"
      title={isLimited ? '访问太频繁' : '没能加载出来'}
      text={describeError(error)}
      compact={compact}
    >
      <Button onClick={onRetry}>
        <Icon name="refresh" size={18} />
        重试
      </Button>
    </ListState>
  )
}
