import { resultCode } from '@baiqicha/contract/result-codes'
import { type FormEvent, useId, useState } from 'react'
import { parsePath } from 'react-router'
import shared from '../../domain/page/shared.module.css'
import { SmsCodeFields } from '../../domain/verification/mobile-fields.tsx'
import { classNames } from '../../lib/class-names.ts'
import { Link, Redirect, useNavigate } from '../../lib/router/router.tsx'
import { messages } from '../../platform/api/api-error.ts'
import { ownDeviceFields } from '../../platform/device/device.ts'
import { recordSearchOf } from '../../platform/history/history-queries.ts'
import { forgetLoginPurpose, readLoginPurpose } from '../../platform/navigation/login-purpose.ts'
import { PageBar, usePageLocation, usePageQuery } from '../../platform/navigation/page.tsx'
import { keepScroll } from '../../platform/navigation/page-scroll.ts'
import { HOME_PATH } from '../../platform/navigation/pages.ts'
import { readSavedRoute, saveRoute, takeSavedRoute } from '../../platform/navigation/saved-route.ts'
import { logIn, register } from '../../platform/session/account-actions.ts'
import { readLoginFormData } from '../../platform/session/session-actions.ts'
import { isLoggedIn } from '../../platform/session/session-store.ts'
import { useTextField } from '../../platform/verification/use-form.ts'
import { useTypedMobile } from '../../platform/verification/use-sms-code.ts'
import { newPasswordFault } from '../../platform/verification/verification-input.ts'
import { Button } from '../../ui/button.tsx'
import { CheckCircle } from '../../ui/check-circle.tsx'
import { Logo, Wordmark } from '../../ui/logo.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import utility from '../../ui/utility.module.css'
import styles from './login-page.module.css'
import { describeLoginReason } from './login-reason.ts'
import { LoginMobileField, PasswordLoginForm } from './password-login-form.tsx'
import { type LoginConsent, showRefusal, useConsent, useLogin, useSmsStep, type WayProps } from './use-login.ts'

/** Registration with a password. */
function RegisterForm(props: WayProps) {
  const { mobile, consent } = props
  const password = useTextField({ faultOf: newPasswordFault })
  const { sms, readCode } = useSmsStep('register', props, (code, message) => {
    if (code === resultCode.passwordUnfit) password.setError(message)
    else showRefusal(mobile, code, message)
  })
  const { isBusy, open } = useLogin(props, ({ code, message }) => sms.refuse(code, message || messages.registerFailed))

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const number = mobile.read()
    const smsCode = readCode()
    const secret = password.read()
    if (number === null || smsCode === null || secret === null) return
    consent.require((agreementVersion) =>
      open(() => register({ mobile: number, smsCode, password: secret, agreementVersion, ...ownDeviceFields() })),
    )
  }

  return (
    <form onSubmit={submit} noValidate>
      <LoginMobileField mobile={mobile} />
      <SmsCodeFields sms={sms} enterKeyHint="next" />
      <div className={shared.below}>
        <PasswordField
          {...password.input}
          label="设置密码"
          placeholder="设置密码（8–64 个字符）"
          autoComplete="new-password"
          enterKeyHint="go"
        />
      </div>
      <div className={styles.submit}>
        <Button trackId="register-submit" type="submit" block busy={isBusy}>
          {isBusy ? '正在注册…' : '注册并登录'}
        </Button>
      </div>
    </form>
  )
}

const minors = '本服务不面向未满 14 周岁的未成年人'

function AgreementLinks() {
  return (
    <>
      <Link track-id="user-protocol" className={classNames(styles.link, utility.tap)} to="/user/user_protocol">
        《用户协议》
      </Link>
      和
      <Link track-id="privacy-policy" className={classNames(styles.link, utility.tap)} to="/user/privacy_policy">
        《隐私政策》
      </Link>
    </>
  )
}

/** Consent checkbox with its text, and the sheet that requests consent. */
function ConsentLine({ consent }: { consent: LoginConsent }) {
  const id = useId()
  return (
    <div className={classNames(styles.line, consent.isShaking && styles.shaking)} onAnimationEnd={consent.endShake}>
      <CheckCircle
        trackId="consent"
        labelledBy={`${id}-text`}
        describedBy={`${id}-minors`}
        checked={consent.isChecked}
        onChange={consent.change}
      />
      <div>
        <p id={`${id}-text`} className={shared.secondary}>
          我已阅读并同意
          <AgreementLinks />
        </p>
        <p id={`${id}-minors`} className={styles.minors}>
          {minors}
        </p>
        {consent.fault !== undefined && (
          <p className={styles.fault} role="alert">
            {consent.fault}
          </p>
        )}
      </div>
      <Sheet
        open={consent.isAsked}
        onClose={consent.dismiss}
        title="请先阅读并同意协议"
        foot={
          <Button trackId="consent-agree" block onClick={consent.agree}>
            同意并继续
          </Button>
        }
      >
        <p className={styles.question}>
          继续前，请阅读并同意
          <AgreementLinks />。{minors}。
        </p>
      </Sheet>
    </div>
  )
}

/** Login form. The first two are tabs. */
type LoginMode = 'sms' | 'password' | 'register'

const isLoginMode = (value: string | null): value is LoginMode =>
  value === 'sms' || value === 'password' || value === 'register'

/**
 * Mode in the URL, otherwise that of the last login. It is in the URL so that it survives leaving the page and coming
 * back.
 */
function useLoginMode(): [LoginMode, (mode: LoginMode) => void] {
  const navigate = useNavigate()
  const { pathname, search } = usePageLocation()
  const query = new URLSearchParams(search)
  const named = query.get('way')
  const change = (mode: LoginMode) => {
    query.set('way', mode)
    void navigate({ pathname, search: query.toString() }, keepScroll)
  }
  return [isLoginMode(named) ? named : (readLoginFormData()?.loginType ?? 'sms'), change]
}

const tabs = [
  { key: 'sms', label: '验证码登录' },
  { key: 'password', label: '密码登录' },
] as const

const forms = { sms: SmsLoginForm, password: PasswordLoginForm, register: RegisterForm } as const

/** Login page. Afterwards the user returns to the page that required login, or to Home. */
export function LoginPage() {
  const navigate = useNavigate()
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
    <div className={utility.whitePage}>
      <PageBar title={way === 'register' ? '注册账号' : '登录'} titleShown={false} />
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

/**
 * Saves the target that the query of the login page names as `to`. The mini-program opens such an address: the app starts
 * anew there and has no saved route.
 */
export function saveNamedTarget(query: URLSearchParams) {
  const target = query.get('to')
  if (target === null) return
  const { pathname = '', search = '' } = parsePath(target)
  saveRoute({ pathname, search })
}

function SmsLoginForm(props: WayProps) {
  const { mobile, consent } = props
  const { sms, readCode } = useSmsStep('login', props)
  const { isBusy, open } = useLogin(props, ({ code, message }) => sms.refuse(code, message))

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const number = mobile.read()
    const smsCode = readCode()
    if (number === null || smsCode === null) return
    consent.require((agreementVersion) => {
      const input = { mobile: number, smsCode, agreementVersion, ...ownDeviceFields() }
      return open(() => logIn({ loginType: 'sms', input }))
    })
  }

  return (
    <form onSubmit={submit} noValidate>
      <LoginMobileField mobile={mobile} />
      <SmsCodeFields sms={sms} />
      <div className={styles.submit}>
        <Button trackId="login-submit" type="submit" block busy={isBusy}>
          {isBusy ? '正在登录…' : '登录'}
        </Button>
      </div>
      <p className={styles.help}>未注册手机号验证后将自动创建账号</p>
    </form>
  )
}
