import { resultCode } from '@baiqicha/contract/result-codes'
import { type FormEvent, useState } from 'react'
import { CaptchaField } from '../../domain/verification/captcha-field.tsx'
import { SmsCodeField } from '../../domain/verification/sms-code-field.tsx'
import { rejectionOf } from '../../platform/api/api-error.ts'
import { useSmsCode } from '../../platform/verification/use-sms-code.ts'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './profile.module.css'
import type { SignOutTask } from './use-sign-out.ts'

type SignOutSheetProps = {
  /** null: the sheet is closed. */
  task: SignOutTask | null
  phoneMasked: string
  onClose: () => void
}

/** The empty string stands for the number of the session: the app knows only its mask. */
const OWN_NUMBER = ''

const showRefusal = (_code: number, message: string) => showToast(message, { icon: 'alert' })

/** Proves the number by SMS code before other devices are signed out: for a session that a partner opened. */
export function SignOutSheet({ task, phoneMasked, onClose }: SignOutSheetProps) {
  return (
    <Sheet open={task !== null} onClose={onClose} title={task?.title ?? ''}>
      {task !== null && <SignOutForm task={task} phoneMasked={phoneMasked} onClose={onClose} />}
    </Sheet>
  )
}

function SignOutForm({ task, phoneMasked, onClose }: SignOutSheetProps & { task: SignOutTask }) {
  const sms = useSmsCode({
    scene: 'signOut',
    onSent: () => showToast('验证码已发送', { icon: 'check' }),
    onRefused: showRefusal,
  })
  const [isBusy, setIsBusy] = useState(false)

  const signOut = async (event: FormEvent) => {
    event.preventDefault()
    const smsCode = sms.read()
    if (isBusy || smsCode === null) return
    setIsBusy(true)
    try {
      showToast(await task.run({ smsCode }), { icon: 'check' })
      onClose()
    } catch (error) {
      const rejection = rejectionOf(error)
      // The API client has shown every other error, and redirects to login when the session has ended.
      if (rejection !== null && rejection.code !== resultCode.noSession) sms.refuse(rejection.code, rejection.message)
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void signOut(event)}>
      <p className={styles.help}>{task.text}</p>
      <p className={styles.help}>验证码将发送到 {phoneMasked}</p>
      <CaptchaField captcha={sms.captcha} />
      <SmsCodeField sms={sms} onRequestCode={() => void sms.requestCode(OWN_NUMBER)} />
      <div className={styles.submit}>
        <Button trackId="devices-sign-out-submit" type="submit" block busy={isBusy}>
          退出
        </Button>
      </div>
    </form>
  )
}
