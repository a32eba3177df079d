import { DEACTIVATION_DAYS } from '@baiqicha/contract/account'
import { type FormEvent, useId, useState } from 'react'
import { BackBar } from '../../domain/page/back-bar.tsx'
import shared from '../../domain/page/shared.module.css'
import { SmsCodeFields } from '../../domain/verification/mobile-fields.tsx'
import { daysLeft } from '../../lib/days.ts'
import { formatDate, formatShanghaiDate } from '../../lib/format.ts'
import { Link, useNavigate } from '../../lib/router/router.tsx'
import { HOME_PATH, LOGIN_PATH } from '../../platform/navigation/pages.ts'
import { deactivate } from '../../platform/session/account-actions.ts'
import type { UserInfo } from '../../platform/session/session-store.ts'
import { useSubmission } from '../../platform/verification/use-form.ts'
import { useSmsCode } from '../../platform/verification/use-sms-code.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CheckCircle } from '../../ui/check-circle.tsx'
import { confirmDialog } from '../../ui/confirm-dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ListState } from '../../ui/list-state.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './account.module.css'
import { AccountPage } from './account-page.tsx'

type Loss = { title: string; text: string }

function lossesOf({ isVip, vipExpireAt, canClaimGift }: UserInfo): Loss[] {
  const losses: Loss[] = []
  if (isVip && vipExpireAt !== null) {
    losses.push({
      title: `会员剩余 ${daysLeft(vipExpireAt)} 天失效`,
      text: `原有效期至 ${formatShanghaiDate(vipExpireAt)}，注销后不可恢复或转让`,
    })
  }
  losses.push({
    title: '资料与使用记录',
    text: '手机号、密码、昵称、身份、行业、搜索历史与浏览记录，删除后无法找回',
  })
  if (!canClaimGift) {
    losses.push({ title: '不可再次领取赠送会员', text: '该手机号已领取过，重新注册不再赠送' })
  }
  return losses
}

/** First step: consequences to confirm before anything is sent. */
function DeactivationNotice({ user, onNext }: { user: UserInfo; onNext: () => void }) {
  const id = useId()
  const [isUnderstood, setIsUnderstood] = useState(false)
  return (
    <>
      <Card className={styles.deactivationCard}>
        <h2 className={styles.title}>注销后将清除以下数据</h2>
        <ul>
          {lossesOf(user).map(({ title, text }) => (
            <li key={title} className={styles.loss}>
              <Icon name="alert" size={18} className={styles.lossIcon} />
              <div>
                <p className={styles.lossTitle}>{title}</p>
                <p className={styles.text}>{text}</p>
              </div>
            </li>
          ))}
          <li className={styles.loss}>
            <Icon name="clock" size={18} className={styles.timeIcon} />
            <div>
              <p className={styles.lossTitle}>{DEACTIVATION_DAYS} 天内可以撤销</p>
              <p className={styles.text}>
                提交后所有设备立即退出登录；{DEACTIVATION_DAYS} 天内重新登录可撤销注销，之后删除
              </p>
            </div>
          </li>
        </ul>
        <p className={styles.retained}>
          删除后仍依法保留的内容见
          <Link track-id="privacy-policy" to="/user/privacy_policy" className={styles.link}>
            《隐私政策》
          </Link>
          。
        </p>
      </Card>
      <div className={styles.agree}>
        <CheckCircle
          trackId="deactivation-understood"
          checked={isUnderstood}
          onChange={setIsUnderstood}
          labelledBy={id}
        />
        <p id={id} className={shared.secondary}>
          我已知晓并同意注销
        </p>
      </div>
      <div className={styles.actions}>
        <Button trackId="deactivation-next" block disabled={!isUnderstood} onClick={onNext}>
          下一步
        </Button>
      </div>
    </>
  )
}

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
    <Card className={styles.deactivationCard}>
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
      <div className={shared.plain}>
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
