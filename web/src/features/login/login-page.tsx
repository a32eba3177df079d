import { useState } from 'react'
import { Redirect, useNavigate } from '../../lib/router/router.tsx'
import { recordSearchOf } from '../../platform/history/record-search.ts'
import { forgetLoginPurpose, readLoginPurpose } from '../../platform/navigation/login-purpose.ts'
import { usePageQuery } from '../../platform/navigation/page-location.tsx'
import { HOME_PATH } from '../../platform/navigation/pages.ts'
import { readSavedRoute, takeSavedRoute } from '../../platform/navigation/saved-route.ts'
import { useGoBack } from '../../platform/navigation/use-go-back.ts'
import { isLoggedIn } from '../../platform/session/session-store.ts'
import { useTypedMobile } from '../../platform/verification/use-typed-mobile.ts'
import { BackBar } from '../../ui/back-bar.tsx'
import { Logo, Wordmark } from '../../ui/logo.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { ConsentLine } from './consent-line.tsx'
import { useLoginMode } from './login-mode.ts'
import styles from './login-page.module.css'
import { describeLoginReason } from './login-reason.ts'
import { PasswordLoginForm } from './password-login-form.tsx'
import { RegisterForm } from './register-form.tsx'
import { saveNamedTarget } from './save-named-target.ts'
import { SmsLoginForm } from './sms-login-form.tsx'
import { useConsent } from './use-consent.ts'

const tabs = [
  { key: 'sms', label: '验证码登录' },
  { key: 'password', label: '密码登录' },
] as const

const forms = { sms: SmsLoginForm, password: PasswordLoginForm, register: RegisterForm } as const

/** Login page. Afterwards the user returns to the page that required login, or to Home. */
export function LoginPage() {
  const navigate = useNavigate()
  const goBack = useGoBack()
  const [way, changeWay] = useLoginMode()
  const mobile = useTypedMobile()
  const consent = useConsent()
  const query = usePageQuery()
  const [reason] = useState(() => {
    saveNamedTarget(query)
    const route = readSavedRoute()
    return describeLoginReason(route, route === null ? null : readLoginPurpose(route))
  })
  const returnToWork = () => {
    const target = takeSavedRoute() ?? HOME_PATH
    forgetLoginPurpose()
    // Saves a search that waited for the login.
    recordSearchOf(target)
    void navigate(target, { replace: true })
  }

  // A logged-in user is redirected, for example after going back.
  if (isLoggedIn()) return <Redirect to={HOME_PATH} />
  const Form = forms[way]
  return (
    <div className={styles.page}>
      <BackBar title={way === 'register' ? '注册账号' : '登录'} titleShown={false} onBack={goBack} />
      <div className={styles.body}>
        {reason !== null && <p className={styles.reason}>{reason}</p>}
        <div className={styles.brand}>
          <Logo size={44} />
          <div>
            <Wordmark size={24} />
            <p className={styles.motto}>查企业 · 看风险 · 知来源</p>
          </div>
        </div>
        {way === 'register' ? (
          <div className={styles.way}>
            <h2 className={styles.title}>注册账号</h2>
            <OtherWay label="已有账号，去登录" onClick={() => changeWay('sms')} />
          </div>
        ) : (
          <div className={styles.tabs}>
            <Tabs
              trackId="login-tab"
              items={tabs}
              value={way}
              onChange={changeWay}
              label="登录方式"
              panelId="login-way"
              end={<OtherWay label="注册账号" onClick={() => changeWay('register')} />}
            />
          </div>
        )}
        <div id="login-way" role={way === 'register' ? undefined : 'tabpanel'}>
          <Form key={way} mobile={mobile} consent={consent} onLoggedIn={returnToWork} />
        </div>
        <ConsentLine consent={consent} />
      </div>
    </div>
  )
}

function OtherWay({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button track-id="login-way" type="button" className={styles.other} onClick={onClick}>
      {label}
    </button>
  )
}
