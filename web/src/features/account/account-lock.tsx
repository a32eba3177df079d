import { formatDate } from '../../lib/format.ts'
import { useNavigate } from '../../lib/router/router.tsx'
import { openWithoutConsent } from '../../platform/agreements/open-pages.ts'
import { findPage, HOME_PATH, type Page } from '../../platform/navigation/pages.ts'
import { useLeave } from '../../platform/navigation/use-leave.ts'
import type { UserInfo } from '../../platform/session/session-store.ts'
import { ConfirmAlert } from '../../ui/confirm-alert.tsx'

/** Pages of the data, the deactivation and the feedback, and the agreements. */
const openToLocked = [...openWithoutConsent, ...['/user/info', '/user/feedback'].map(findPage)]

/** With word joiners, so that the date does not break at its hyphens. */
const UNBROKEN_HYPHEN = '\u2060-\u2060'

/** Dialog over every page but those of the data and the deactivation, while the account is locked. */
export function AccountLockDialog({ lock, page }: { lock: NonNullable<UserInfo['lock']>; page: Page | undefined }) {
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
