import { WEBHOOK_URL_LENGTH } from '@baiqicha/contract/alerts'
import { alertRoutes } from '@baiqicha/contract/routes/alerts'
import { type FormEvent, useState } from 'react'
import { callApi } from '../../platform/api/client.ts'
import { useSubmission } from '../../platform/verification/use-submission.ts'
import { useTextField } from '../../platform/verification/use-text-field.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { showToast } from '../../ui/toast.tsx'
import utility from '../../ui/utility.module.css'
import { KeyShownOnce } from './key-shown-once.tsx'
import profileStyles from './profile.module.css'

const urlFault = (text: string) => (text.trim() === '' ? '请输入地址' : undefined)

/** Sets a webhook, which must take a test message; then the key that signs JSON, which is shown only here. */
export function AlertWebhookForm({ hosts, onDone }: { hosts: readonly string[]; onDone: () => void }) {
  const url = useTextField({ faultOf: urlFault })
  const [secret, setSecret] = useState<string | null>(null)
  const { isBusy, send } = useSubmission((_code, message) => url.setError(message))

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const typed = url.read()
    if (typed === null) return
    await send(async () => {
      const set = await callApi(alertRoutes.setAlertWebhook, { url: typed.trim() })
      showToast('测试消息已送达', { icon: 'check' })
      if (set.secret === null) onDone()
      else setSecret(set.secret)
    })
  }

  if (secret !== null) return <KeyShownOnce label="签名密钥" text={secret} onDone={onDone} />
  return (
    <form className={profileStyles.form} noValidate onSubmit={(event) => void submit(event)}>
      <p className={profileStyles.help}>
        企业微信、钉钉（关键词 <span className={utility.together}>百企查</span>）、飞书群机器人的地址
        {hosts.length > 0 && `，或 ${hosts.join('、')} 的地址`}
        。开启时发送一条测试消息。
      </p>
      <TextField
        {...url.input}
        label="Webhook 地址"
        placeholder="Webhook 地址"
        type="url"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        enterKeyHint="go"
        maxLength={WEBHOOK_URL_LENGTH}
      />
      <div className={profileStyles.submit}>
        <Button trackId="alert-webhook-submit" type="submit" block busy={isBusy}>
          开启
        </Button>
      </div>
    </form>
  )
}
