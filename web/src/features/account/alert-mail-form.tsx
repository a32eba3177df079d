import { MAIL_ADDRESS_LENGTH } from '@baiqicha/contract/alerts'
import { resultCode } from '@baiqicha/contract/result-codes'
import { alertRoutes } from '@baiqicha/contract/routes/alerts'
import { type FormEvent, useRef, useState } from 'react'
import { CodeField } from '../../domain/verification/code-field.tsx'
import { callApi } from '../../platform/api/client.ts'
import { ownDeviceFields } from '../../platform/device/device.ts'
import { useSmsCountdown } from '../../platform/verification/use-sms-code.ts'
import { useSubmission } from '../../platform/verification/use-submission.ts'
import { useTextField } from '../../platform/verification/use-text-field.ts'
import { digitsOfCode, smsCodeFault } from '../../platform/verification/verification-input.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { showToast } from '../../ui/toast.tsx'
import profileStyles from './profile.module.css'
import styles from './settings.module.css'

const mailFault = (text: string) =>
  /^\S+@\S+\.\S+$/.test(text.normalize('NFKC').trim()) ? undefined : '请输入正确的邮箱'

/** Sets the mail address of 每日简报, which a code proves. */
export function AlertMailForm({ onDone }: { onDone: () => void }) {
  const codeInput = useRef<HTMLInputElement>(null)
  const mail = useTextField({ faultOf: mailFault, clean: (typed) => typed.normalize('NFKC') })
  const code = useTextField({ faultOf: smsCodeFault, clean: digitsOfCode })
  const countdown = useSmsCountdown()
  /** Empty before a code is sent. */
  const [sentTo, setSentTo] = useState('')
  const sending = useSubmission((_code, message) => mail.setError(message))
  const setting = useSubmission((refusal, message) => {
    if (refusal === resultCode.smsCodeWrong || refusal === resultCode.smsCodeVoid) code.setError(message)
    else mail.setError(message)
  })

  const requestCode = async () => {
    const address = mail.read()?.trim()
    if (address === undefined) return
    await sending.send(async () => {
      const { deviceId } = ownDeviceFields()
      await callApi(alertRoutes.sendAlertMailCode, { address, deviceId })
      countdown.start()
      // A toast would cover the address.
      setSentTo(address)
      codeInput.current?.focus()
    })
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const [address, typed] = [mail.read()?.trim(), code.read()]
    if (address === undefined || typed === null) return
    await setting.send(async () => {
      await callApi(alertRoutes.setAlertMail, { address, code: typed })
      showToast('已开启', { icon: 'check' })
      onDone()
    })
  }

  return (
    <form className={profileStyles.form} noValidate onSubmit={(event) => void submit(event)}>
      <p className={profileStyles.help} aria-live="polite">
        {sentTo === '' ? '只在有新动态时发送，每封邮件均可退订。' : `验证码已发送至 ${sentTo}，请查收邮件。`}
      </p>
      <TextField
        {...mail.input}
        label="邮箱"
        placeholder="邮箱"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        enterKeyHint="next"
        maxLength={MAIL_ADDRESS_LENGTH}
      />
      <div className={styles.next}>
        <CodeField
          {...code.input}
          ref={codeInput}
          label="邮件验证码"
          enterKeyHint="go"
          seconds={countdown.seconds}
          isSending={sending.isBusy}
          onRequest={() => void requestCode()}
        />
      </div>
      <div className={profileStyles.submit}>
        <Button trackId="alert-mail-submit" type="submit" block busy={setting.isBusy}>
          开启
        </Button>
      </div>
    </form>
  )
}
