import { Card } from '../../ui/card.tsx'
import { confirmDialog } from '../../ui/confirm-dialog.tsx'
import { showToast } from '../../ui/toast.tsx'
import { ActionCell } from '../page/setting-cell.tsx'

/** 退出登录, after a confirmation. */
export function LogoutCard({ onLogout }: { onLogout: () => Promise<void> }) {
  const confirmAndLogOut = async () => {
    const isSure = await confirmDialog({
      title: '退出登录？',
      text: '退出后需要重新登录才能搜索企业',
      confirm: '退出',
      danger: true,
    })
    if (!isSure) return
    await onLogout()
    showToast('已退出登录', { icon: 'check' })
  }
  return (
    <Card>
      <ActionCell trackId="logout" label="退出登录" onAct={() => void confirmAndLogOut()} />
    </Card>
  )
}
