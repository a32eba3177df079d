import { accountRoutes } from '@baiqicha/contract/routes/account'
import { useRef } from 'react'
import { formatDate } from '../../lib/format.ts'
import { useNavigate } from '../../lib/router/router.tsx'
import { messages } from '../../platform/api/api-error.ts'
import { callApi } from '../../platform/api/client.ts'
import { openWithoutConsent } from '../../platform/content/content-queries.ts'
import { findPage, HOME_PATH, type Page } from '../../platform/navigation/pages.ts'
import { useLeave } from '../../platform/navigation/use-leave.ts'
import { reloadUserInfo, useUserInfoQuery } from '../../platform/session/session-actions.ts'
import { type UserInfo, useSession } from '../../platform/session/session-store.ts'
import { ConfirmAlert } from '../../ui/confirm-alert.tsx'
import { showToast } from '../../ui/toast.tsx'
import { showRejection } from './run-setting-call.ts'

async function revoke() {
  try {
    await callApi(accountRoutes.revokeDeactivation, {})
    showToast('已撤销注销', { icon: 'check' })
  } catch (error) {
    return showRejection(error)
  }
  await reloadUserInfo().catch(() => showToast(messages.userInfoFailed, { icon: 'alert' }))
}

/** Dialog over every page until the user revokes the deactivation or logs out. */
function PendingDeactivation({ eraseAt }: { eraseAt: string }) {
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

/** Pages of the data, the deactivation and the feedback, and the agreements. */
const openToLocked = [...openWithoutConsent, ...['/user/info', '/user/feedback'].map(findPage)]

/** With word joiners, so that the date does not break at its hyphens. */
const UNBROKEN_HYPHEN = '\u2060-\u2060'

/** Dialog over every page but those of the data and the deactivation, while the account is locked. */
function AccountLockDialog({ lock, page }: { lock: NonNullable<UserInfo['lock']>; page: Page | undefined }) {
  const leave = useLeave()
  const navigate = useNavigate()
  // The lock ends with a day: its last moment belongs to the day that is shown.
  const until = formatDate(new Date(Date.parse(lock.endAt) - 1).toISOString()).replaceAll('-', UNBROKEN_HYPHEN)
  return (
    <ConfirmAlert
      question={{
        title: '账户已停用',
        text: `原因：${lock.reason}。停用至 ${until}，到期自动恢复。停用期间可导出数据或注销账户。`,
        cancel: '退出登录',
        confirm: '导出或注销',
      }}
      open={!openToLocked.includes(page)}
      onAnswer={(isStaying) => void (isStaying ? navigate('/user/info') : leave(HOME_PATH))}
      onDismiss={() => {}}
    />
  )
}

/** The dialog of an account that is being deactivated or is locked. One chunk: it has the library of dialogs. */
export function AccountDialog({ page }: { page: Page | undefined }) {
  // A lock may have ended since it was stored.
  useUserInfoQuery()
  const { eraseAt = null, lock = null } = useSession().userInfo ?? {}
  if (eraseAt !== null) return <PendingDeactivation eraseAt={eraseAt} />
  return lock !== null && <AccountLockDialog lock={lock} page={page} />
}
