import { DEACTIVATION_DAYS } from '@baiqicha/contract/account'
import { useState } from 'react'
import plain from '../../domain/page/plain-page.module.css'
import { formatDate } from '../../lib/format.ts'
import { useNavigate } from '../../lib/router/router.tsx'
import { HOME_PATH, LOGIN_PATH } from '../../platform/navigation/pages.ts'
import { deactivate } from '../../platform/session/account-actions.ts'
import type { UserInfo } from '../../platform/session/session-store.ts'
import { BackBar } from '../../ui/back-bar.tsx'
import { Button } from '../../ui/button.tsx'
import { ListState } from '../../ui/list-state.tsx'
import { AccountPage } from './account-page.tsx'
import { DeactivationForm } from './deactivation-form.tsx'
import { DeactivationNotice } from './deactivation-notice.tsx'

const TITLE = '注销账户'
const DAY_MS = 86_400_000

/** Result of the request; the session has ended in either case. */
type Outcome = { isConfirmed: boolean; at: number }

/** 注销账户: consequences, SMS code and confirmation, result. */
export function DeactivationPage() {
  const [isNoticed, setIsNoticed] = useState(false)
  // The session ends while the request runs; the page keeps the user until it shows the result.
  const [leaving, setLeaving] = useState<UserInfo | null>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)

  const submit = async (user: UserInfo, smsCode: string) => {
    setLeaving(user)
    try {
      setOutcome({ isConfirmed: await deactivate(smsCode), at: Date.now() })
    } finally {
      setLeaving(null)
    }
  }

  if (outcome !== null) return <DeactivationEnd outcome={outcome} />
  return (
    <AccountPage title={TITLE} purpose="注销账户" leaving={leaving}>
      {(user) =>
        isNoticed ? (
          <DeactivationForm phoneMasked={user.phoneMasked} onSubmit={(smsCode) => submit(user, smsCode)} />
        ) : (
          <DeactivationNotice user={user} onNext={() => setIsNoticed(true)} />
        )
      }
    </AccountPage>
  )
}

function DeactivationEnd({ outcome: { isConfirmed, at } }: { outcome: Outcome }) {
  const navigate = useNavigate()
  const goHome = () => void navigate(HOME_PATH, { replace: true })
  const goToLogin = () => void navigate(LOGIN_PATH, { replace: true })
  const eraseOn = formatDate(new Date(at + DEACTIVATION_DAYS * DAY_MS).toISOString())
  return (
    <>
      <BackBar title={TITLE} line onBack={goHome} />
      <div className={plain.plain}>
        {isConfirmed ? (
          <ListState
            art="none"
            title="已提交注销"
            text={`所有设备已退出登录，账号将于 ${eraseOn} 删除。在此之前重新登录，可以撤销注销。`}
          >
            <Button trackId="home" onClick={goHome}>
              返回首页
            </Button>
          </ListState>
        ) : (
          <ListState
            art="failed"
            title="本机已退出，注销未确认"
            text="未收到服务器响应，注销可能未提交。请重新登录查看：如果已经提交，登录后会提示您的账户正在注销中。"
          >
            <Button trackId="home" tone="line" onClick={goHome}>
              返回首页
            </Button>
            <Button trackId="login" onClick={goToLogin}>
              重新登录
            </Button>
          </ListState>
        )}
      </div>
    </>
  )
}
