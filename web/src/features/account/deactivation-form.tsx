import { DEACTIVATION_DAYS } from '@baiqicha/contract/account'
import { resultCode } from '@baiqicha/contract/result-codes'
import { type FormEvent, useRef, useState } from 'react'
import { CaptchaField } from '../../domain/verification/captcha-field.tsx'
import { SmsCodeField } from '../../domain/verification/sms-code-field.tsx'
import { rejectionOf } from '../../platform/api/api-error.ts'
import { useSmsCode } from '../../platform/verification/use-sms-code.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { confirmDialog } from '../../ui/confirm-dialog.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './deactivation.module.css'

/** The empty string stands for the number of the session: the app knows only its mask. */
const OWN_NUMBER = ''

type DeactivationFormProps = {
  phoneMasked: string
  /** Throws `ApiError` when the server rejects, for example a wrong code. */
  onSubmit: (smsCode: string) => Promise<void>
}

/** Second step: SMS code and a last confirmation. */
export function DeactivationForm({ phoneMasked, onSubmit }: DeactivationFormProps) {
  const [isBusy, setIsBusy] = useState(false)
  const codeInput = useRef<HTMLInputElement>(null)
  const sms = useSmsCode({
    scene: 'deactivate',
    onSent: () => {
      showToast('验证码已发送', { icon: 'check' })
      codeInput.current?.focus()
    },
    onRefused: (_code, message) => showToast(message, { icon: 'alert' }),
  })

  const send = async (smsCode: string) => {
    setIsBusy(true)
    try {
      await onSubmit(smsCode)
    } catch (error) {
      const rejection = rejectionOf(error)
      // The API client redirects to login when the session has ended.
      if (rejection !== null && rejection.code !== resultCode.noSession) sms.refuse(rejection.code, rejection.message)
    } finally {
      setIsBusy(false)
    }
  }
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
    if (isSure) await send(smsCode)
  }

  return (
    <Card className={styles.card}>
      <h2 className={styles.title}>身份验证</h2>
      <p className={styles.text}>验证码将发送到 {phoneMasked}</p>
      <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        <CaptchaField captcha={sms.captcha} />
        <SmsCodeField sms={sms} onRequestCode={() => void sms.requestCode(OWN_NUMBER)} inputRef={codeInput} />
        <div className={styles.submit}>
          <Button trackId="deactivation-submit" type="submit" block busy={isBusy}>
            {isBusy ? '正在提交…' : '提交注销'}
          </Button>
        </div>
      </form>
    </Card>
  )
}
