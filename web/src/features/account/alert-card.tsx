import { type AlertChannel, type AlertTarget, alertChannels, BRIEFING_TIME } from '@baiqicha/contract/alerts'
import { alertRoutes } from '@baiqicha/contract/routes/alerts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDate } from '../../lib/format.ts'
import { callApi } from '../../platform/api/client.ts'
import { Chip } from '../../ui/chip.tsx'
import { confirmDialog } from '../../ui/confirm-dialog.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Tag, type TagTone } from '../../ui/tag.tsx'
import utility from '../../ui/utility.module.css'
import { AlertMailForm } from './alert-mail-form.tsx'
import { AlertWebhookForm } from './alert-webhook-form.tsx'
import { runSettingCall } from './run-setting-call.ts'
import { SettingListCard } from './setting-list-card.tsx'
import styles from './settings.module.css'

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
  const query = useQuery({
    queryKey: ['alerts'],
    queryFn: ({ signal }) => callApi(alertRoutes.alertSettings, {}, { signal, silent: true }),
    staleTime: 0,
  })
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
