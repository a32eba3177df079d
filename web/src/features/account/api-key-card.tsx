import { API_KEY_NAME_LENGTH, API_KEYS_PER_USER, type ApiKey, apiKeyDays } from '@baiqicha/contract/api-keys'
import { apiKeyRoutes } from '@baiqicha/contract/routes/api-keys'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionCell } from '../../domain/page/setting-cell.tsx'
import shared from '../../domain/page/shared.module.css'
import { formatDate, formatHour, formatNumber } from '../../lib/format.ts'
import { apiQuery, callApi } from '../../platform/api/client.ts'
import { useSubmission } from '../../platform/verification/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { ChoiceField } from '../../ui/choice-field.tsx'
import { confirmDialog } from '../../ui/confirm-dialog.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Tag } from '../../ui/tag.tsx'
import utility from '../../ui/utility.module.css'
import styles from './account.module.css'
import { runSettingCall } from './run-setting-call.ts'
import { SettingForm, SettingListCard } from './setting-list-card.tsx'

/** A key that cannot be shown again, with a button to copy it. `label` names it, such as 签名密钥. */
export function KeyShownOnce({ label, text, onDone }: { label: string; text: string; onDone: () => void }) {
  return (
    <div className={shared.formBody}>
      <p className={styles.help}>{label}只显示这一次，请立即复制并妥善保管。</p>
      <p className={styles.key}>
        <code>{text}</code>
        <CopyButton text={text} label={label} />
      </p>
      <div className={styles.sheetSubmit}>
        <Button trackId="done" block onClick={onDone}>
          完成
        </Button>
      </div>
    </div>
  )
}

/** API 密钥: keys for scripts and agents, with their last use, and buttons to create and revoke them. */
export function ApiKeyCard() {
  const [isCreating, setIsCreating] = useState(false)
  const query = useQuery({ ...apiQuery(['apiKeys'], apiKeyRoutes.apiKeys, {}), staleTime: 0 })
  const { data, refetch } = query
  const keys = data?.list ?? []
  const open = keys.filter(({ isExpired }) => !isExpired).length

  const revoke = async ({ id, name }: ApiKey) => {
    const text = '使用该密钥的程序将立即无法调用'
    if (!(await confirmDialog({ title: `撤销“${name}”？`, text, confirm: '撤销', danger: true }))) return
    await runSettingCall(async () => {
      await callApi(apiKeyRoutes.revokeApiKey, { id })
      return '已撤销'
    })
    await refetch()
  }

  const close = async () => {
    setIsCreating(false)
    await refetch()
  }

  return (
    <SettingListCard
      title="API 密钥"
      count={data && `${open}/${API_KEYS_PER_USER}`}
      query={query}
      rows={keys.map((key) => (
        <KeyRow key={key.id} apiKey={key} dailyQuota={data?.dailyQuota ?? 0} onRevoke={() => void revoke(key)} />
      ))}
    >
      {data !== undefined && keys.length === 0 && (
        <p className={styles.empty}>用于脚本和智能体查询企业，每个密钥每日 {formatNumber(data.dailyQuota)} 次</p>
      )}
      {data !== undefined && open < API_KEYS_PER_USER && (
        <ActionCell trackId="api-key-create" label="创建密钥" onAct={() => setIsCreating(true)} />
      )}
      <Sheet open={isCreating} onClose={() => void close()} title="创建 API 密钥">
        {isCreating && <CreateKey onDone={() => void close()} />}
      </Sheet>
    </SettingListCard>
  )
}

type KeyRowProps = { apiKey: ApiKey; dailyQuota: number; onRevoke: () => void }

function KeyRow({ apiKey, dailyQuota, onRevoke }: KeyRowProps) {
  const { name, ending, lastUsedAt, expiresAt, isExpired, usedToday } = apiKey
  return (
    <li className={styles.row}>
      <div className={utility.grow}>
        <p className={styles.name}>
          <bdi className={styles.keyName}>{name}</bdi>
          {isExpired && <Tag tone="mute">已过期</Tag>}
        </p>
        <p className={utility.note}>
          尾号 {ending}，<span className={utility.together}>{formatDate(expiresAt)} 到期</span>
        </p>
        <p className={utility.note}>
          <span className={utility.together}>
            {lastUsedAt === null ? '尚未使用' : `最近使用 ${formatHour(lastUsedAt)}`}，
          </span>
          <span className={utility.phrase}>
            今日 {usedToday}/{dailyQuota} 次
          </span>
        </p>
      </div>
      <Chip trackId="api-key-revoke" onClick={onRevoke}>
        撤销<span className={utility.spoken}>{name}</span>
      </Chip>
    </li>
  )
}

const dayLabels = { '30': '30 天', '90': '90 天', '365': '1 年' } as const
const dayOptions = ['30', '90', '365'] as const

/** A form, then the key: it is shown only here. */
function CreateKey({ onDone }: { onDone: () => void }) {
  const [name, setName] = useState('')
  const [days, setDays] = useState<(typeof dayOptions)[number]>('90')
  const [error, setError] = useState('')
  const [key, setKey] = useState<string | null>(null)
  const { isBusy, send } = useSubmission((_code, message) => setError(message))

  const create = async () => {
    if (name.trim() === '') return setError('请输入名称')
    await send(async () => {
      const chosen = apiKeyDays.find((one) => String(one) === days) ?? apiKeyDays[0]
      const created = await callApi(apiKeyRoutes.createApiKey, { name: name.trim(), days: chosen })
      setKey(created.key)
    })
  }

  if (key !== null) return <KeyShownOnce label="密钥" text={key} onDone={onDone} />
  return (
    <SettingForm trackId="api-key-submit" label="创建" isBusy={isBusy} onSubmit={create}>
      <p className={styles.help}>持有密钥的人可以你的身份查询企业，不能查看或修改账号。</p>
      <TextField
        label="名称，如“报表脚本”"
        placeholder="名称，如“报表脚本”"
        maxLength={API_KEY_NAME_LENGTH}
        value={name}
        error={error}
        onChange={(text) => {
          setName(text)
          setError('')
        }}
      />
      <div className={styles.days}>
        <ChoiceField
          label="有效期"
          options={dayOptions}
          labelOf={(option) => dayLabels[option]}
          value={days}
          onChange={setDays}
        />
      </div>
    </SettingForm>
  )
}
