import { captchaLengths } from '@baiqicha/contract/account'
import type { FormEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { InfoNote } from '../../ui/info-note.tsx'
import { CaptchaPicture } from './captcha-picture.tsx'
import styles from './login-page.module.css'
import { useLoginForm } from './use-login-form.ts'

export function LoginForm({ onLoggedIn }: { onLoggedIn: () => void }) {
  const { input, errors, busyWith, captcha, countdown, change, renewCaptcha, askForCode, submit } =
    useLoginForm(onLoggedIn)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void submit()
  }
  return (
    <form onSubmit={onSubmit} noValidate>
      <Field
        label="手机号"
        start={<span className={styles.country}>+86</span>}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        placeholder="请输入手机号"
        value={input.mobile}
        onChange={(text) => change('mobile', text)}
        error={errors.mobile}
      />
      <Field
        label="图形验证码"
        placeholder="图形验证码"
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={captchaLengths.picture}
        value={input.captcha}
        onChange={(text) => change('captcha', text)}
        error={errors.captcha}
        end={<CaptchaPicture query={captcha} onRenew={renewCaptcha} />}
      />
      <button type="button" className={styles.renew} onClick={renewCaptcha}>
        看不清？换一张
      </button>
      <Field
        label="短信验证码"
        placeholder="短信验证码"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={input.smsCode}
        onChange={(text) => change('smsCode', text)}
        error={errors.smsCode}
        end={
          countdown.seconds > 0 ? (
            <span className={styles.wait}>{countdown.seconds} 秒后重发</span>
          ) : (
            <button
              type="button"
              className={styles.ask}
              aria-busy={busyWith === 'code' || undefined}
              onClick={() => void askForCode()}
            >
              获取验证码
            </button>
          )
        }
      />
      {captcha.data?.codesInTerminal === true && (
        <div className={styles.note}>
          <InfoNote>本地模式：不发短信，验证码显示在启动服务的终端里。</InfoNote>
        </div>
      )}
      <div className={styles.submit}>
        <Button type="submit" block busy={busyWith === 'login'}>
          {busyWith === 'login' ? '正在登录…' : '登录'}
        </Button>
      </div>
      <p className={styles.help}>未注册手机号验证后将自动创建账号</p>
    </form>
  )
}
