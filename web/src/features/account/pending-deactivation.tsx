import { accountRoutes } from '@baiqicha/contract/routes/account'
import { useRef } from 'react'
import { formatDate } from '../../lib/format.ts'
import { rejectionOf } from '../../platform/api/api-error.ts'
import { callApi } from '../../platform/api/client.ts'
import { messages } from '../../platform/api/messages.ts'
import { HOME_PATH } from '../../platform/navigation/pages.ts'
import { useLeave } from '../../platform/navigation/use-leave.ts'
import { reloadUserInfo } from '../../platform/session/session-actions.ts'
import { ConfirmAlert } from '../../ui/confirm-alert.tsx'
import { showToast } from '../../ui/toast.tsx'

async function revoke() {
  try {
    await callApi(accountRoutes.revokeDeactivation, {})
    showToast('已撤销注销', { icon: 'check' })
  } catch (error) {
    const rejection = rejectionOf(error)
    // The API client has shown every other error.
    if (rejection !== null) showToast(rejection.message, { icon: 'alert' })
    return
  }
  await reloadUserInfo().catch(() => showToast(messages.userInfoFailed, { icon: 'alert' }))
}

/** Dialog over every page until the user revokes the deactivation or logs out. */
export function PendingDeactivation({ eraseAt }: { eraseAt: string }) {
  const isBusy = useRef(false)
  const leave = useLeave()
  const eraseOn = formatDate(eraseAt)

  const goOn = async () => {
    await leave(HOME_PATH)
    showToast(`已退出登录，账号将于 ${eraseOn} 删除`)
  }
  const answer = async (isLeaving: boolean) => {
    if (isBusy.current) return
    isBusy.current = true
    await (isLeaving ? goOn() : revoke())
    isBusy.current = false
  }

  return (
    <ConfirmAlert
      question={{
        title: '您的账户正在注销中',
        text: `账号将于 ${eraseOn} 删除，删除后无法恢复。撤销后账号恢复正常；继续注销将退出登录。`,
        cancel: '撤销注销',
        confirm: '继续注销',
        danger: true,
      }}
      open
      onAnswer={(isLeaving) => void answer(isLeaving)}
      onDismiss={() => {}}
    />
  )
}
