import { DEACTIVATION_DAYS } from '@baiqicha/contract/account'
import { type FormEvent, useState } from 'react'
import plain from '../../domain/page/plain-page.module.css'
import { SmsCodeFields } from '../../domain/verification/sms-code-fields.tsx'
import { formatDate } from '../../lib/format.ts'
import { useNavigate } from '../../lib/router/router.tsx'
import { HOME_PATH, LOGIN_PATH } from '../../platform/navigation/pages.ts'
import { deactivate } from '../../platform/session/account-actions.ts'
import type { UserInfo } from '../../platform/session/session-store.ts'
import { useSmsCode } from '../../platform/verification/use-sms-code.ts'
import { useSubmission } from '../../platform/verification/use-submission.ts'
import { BackBar } from '../../ui/back-bar.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { confirmDialog } from '../../ui/confirm-dialog.tsx'
import { ListState } from '../../ui/list-state.tsx'
import { showToast } from '../../ui/toast.tsx'
import { AccountPage } from './account-page.tsx'
import styles from './deactivation.module.css'
import { DeactivationNotice } from './deactivation-notice.tsx'

type DeactivationFormProps = {
  phoneMasked: string
  /** Throws `ApiError` when the server rejects, for example a wrong code. */
  onSubmit: (smsCode: string) => Promise<void>
}

/** Second step: SMS code and a last confirmation. */
function DeactivationForm({ phoneMasked, onSubmit }: DeactivationFormProps) {
  const sms = useSmsCode({ scene: 'deactivate', showMessage: (sentence, icon) => showToast(sentence, { icon }) })
  const { isBusy, send } = useSubmission(sms.refuse)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const smsCode = sms.read()
    if (smsCode === null || isBusy) return
    const isSure = await confirmDialog({
      title: '确认注销账户？',
      text: `所有设备将立即退出登录，${DEACTIVATION_DAYS} 天后删除账号`,
      confirm: '注销',
      danger: true,
    })
    if (isSure) await send(() => onSubmit(smsCode))
  }

  return (
    <Card className={styles.card}>
      <h2 className={styles.title}>身份验证</h2>
      <p className={styles.text}>验证码将发送到 {phoneMasked}</p>
      <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        <SmsCodeFields sms={sms} />
        <div className={styles.submit}>
          <Button trackId="deactivation-submit" type="submit" block busy={isBusy}>
            {isBusy ? '正在提交…' : '提交注销'}
          </Button>
        </div>
      </form>
    </Card>
  )
}

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
