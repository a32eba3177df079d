import {
  type AlertChannel,
  type AlertTarget,
  alertChannels,
  BRIEFING_TIME,
  MAIL_ADDRESS_LENGTH,
  WEBHOOK_URL_LENGTH,
} from '@baiqicha/contract/alerts'
import { resultCode } from '@baiqicha/contract/result-codes'
import { alertRoutes } from '@baiqicha/contract/routes/alerts'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import shared from '../../domain/page/shared.module.css'
import { CodeField } from '../../domain/verification/mobile-fields.tsx'
import { formatDate } from '../../lib/format.ts'
import { apiQuery, callApi } from '../../platform/api/client.ts'
import { ownDeviceFields } from '../../platform/device/device.ts'
import { useSubmission, useTextField } from '../../platform/verification/use-form.ts'
import { useSmsCountdown } from '../../platform/verification/use-sms-code.ts'
import { digitsOfCode, smsCodeFault } from '../../platform/verification/verification-input.ts'
import { Chip } from '../../ui/chip.tsx'
import { confirmDialog } from '../../ui/confirm-dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Tag, type TagTone } from '../../ui/tag.tsx'
import { showToast } from '../../ui/toast.tsx'
import utility from '../../ui/utility.module.css'
import styles from './account.module.css'
import { KeyShownOnce } from './api-key-card.tsx'
import { runSettingCall } from './run-setting-call.ts'
import { SettingForm, SettingListCard } from './setting-list-card.tsx'

const mailFault = (text: string) =>
  /^\S+@\S+\.\S+$/.test(text.normalize('NFKC').trim()) ? undefined : '请输入正确的邮箱'

/** Sets the mail address of 每日简报, which a code proves. */
function AlertMailForm({ onDone }: { onDone: () => void }) {
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

  const submit = async () => {
    const [address, typed] = [mail.read()?.trim(), code.read()]
    if (address === undefined || typed === null) return
    await setting.send(async () => {
      await callApi(alertRoutes.setAlertMail, { address, code: typed })
      showToast('已开启', { icon: 'check' })
      onDone()
    })
  }

  return (
    <SettingForm trackId="alert-mail-submit" label="开启" isBusy={setting.isBusy} onSubmit={submit}>
      <p className={styles.help} aria-live="polite">
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
      <div className={shared.below}>
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
    </SettingForm>
  )
}

const urlFault = (text: string) => (text.trim() === '' ? '请输入地址' : undefined)

/** Sets a webhook, which must take a test message; then the key that signs JSON, which is shown only here. */
function AlertWebhookForm({ hosts, onDone }: { hosts: readonly string[]; onDone: () => void }) {
  const url = useTextField({ faultOf: urlFault })
  const [secret, setSecret] = useState<string | null>(null)
  const { isBusy, send } = useSubmission((_code, message) => url.setError(message))

  const submit = async () => {
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
    <SettingForm trackId="alert-webhook-submit" label="开启" isBusy={isBusy} onSubmit={submit}>
      <p className={styles.help}>
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
    </SettingForm>
  )
}

const titles: Readonly<Record<AlertChannel, string>> = { mail: '每日简报', webhook: 'Webhook' }
const purposes: Readonly<Record<AlertChannel, string>> = {
  mail: `每天 ${BRIEFING_TIME} 将关注企业的新动态发到邮箱`,
  webhook: `每天 ${BRIEFING_TIME} 将关注企业的新动态发到群机器人`,
}
const stateTags: Readonly<Record<AlertTarget['state'], { label: string; tone: TagTone }>> = {
  on: { label: '已开启', tone: 'green' },
  failing: { label: '发送失败', tone: 'amber' },
  refused: { label: '已拒收', tone: 'red' },
  stopped: { label: '已停用', tone: 'mute' },
}

/** 动态推送: where changes of followed companies are sent once a day. Absent while the operator offers no way. */
export function AlertCard() {
  const [edited, setEdited] = useState<AlertChannel | null>(null)
  const query = useQuery({ ...apiQuery(['alerts'], alertRoutes.alertSettings, {}), staleTime: 0 })
  const { data, refetch } = query
  const targetOf = (channel: AlertChannel) => data?.targets.find((target) => target.channel === channel)
  const shown = alertChannels.filter((channel) => data?.offered.includes(channel) || targetOf(channel) !== undefined)

  const remove = async (channel: AlertChannel) => {
    const text = '不再发送，可随时重新开启'
    if (!(await confirmDialog({ title: `移除${titles[channel]}？`, text, confirm: '移除', danger: true }))) return
    await runSettingCall(async () => {
      await callApi(alertRoutes.removeAlert, { channel })
      return '已移除'
    })
    await refetch()
  }

  const close = async () => {
    setEdited(null)
    await refetch()
  }

  if (data !== undefined && shown.length === 0) return null
  return (
    <SettingListCard
      title="动态推送"
      query={query}
      rows={shown.map((channel) => (
        <AlertRow
          key={channel}
          channel={channel}
          target={targetOf(channel)}
          isOffered={data?.offered.includes(channel) === true}
          onEdit={() => setEdited(channel)}
          onRemove={() => void remove(channel)}
        />
      ))}
    >
      <Sheet open={edited === 'mail'} onClose={() => void close()} title="每日简报">
        {edited === 'mail' && <AlertMailForm onDone={() => void close()} />}
      </Sheet>
      <Sheet open={edited === 'webhook'} onClose={() => void close()} title="Webhook">
        {edited === 'webhook' && <AlertWebhookForm hosts={data?.webhookHosts ?? []} onDone={() => void close()} />}
      </Sheet>
    </SettingListCard>
  )
}

type AlertRowProps = {
  channel: AlertChannel
  /** Absent: off. */
  target: AlertTarget | undefined
  isOffered: boolean
  onEdit: () => void
  onRemove: () => void
}

function AlertRow({ channel, target, isOffered, onEdit, onRemove }: AlertRowProps) {
  const title = titles[channel]
  const edit = target === undefined ? '开启' : '更换'
  const spoken = <span className={utility.spoken}>{title}</span>
  return (
    <li className={styles.row}>
      <div className={utility.grow}>
        <p className={styles.name}>
          {title}
          {target !== undefined && <Tag tone={stateTags[target.state].tone}>{stateTags[target.state].label}</Tag>}
        </p>
        {target === undefined ? (
          <p className={utility.note}>{purposes[channel]}</p>
        ) : (
          <>
            <p className={utility.note}>
              <bdi className={styles.keyName}>
                {target.channel === 'webhook' && target.format !== 'json' ? target.format : target.addressMasked}
              </bdi>
            </p>
            <p className={utility.note}>
              {target.sentAt === null ? '尚未发送' : `最近发送 ${formatDate(target.sentAt)}`}
            </p>
            {target.cause !== null && <p className={utility.note}>原因：{target.cause}</p>}
          </>
        )}
        <p className={styles.chips}>
          {isOffered && channel === 'mail' && (
            <Chip trackId="alert-mail" onClick={onEdit}>
              {edit}
              {spoken}
            </Chip>
          )}
          {isOffered && channel === 'webhook' && (
            <Chip trackId="alert-webhook" onClick={onEdit}>
              {edit}
              {spoken}
            </Chip>
          )}
          {target !== undefined && (
            <Chip trackId="alert-remove" onClick={onRemove}>
              移除{spoken}
            </Chip>
          )}
        </p>
      </div>
    </li>
  )
}
