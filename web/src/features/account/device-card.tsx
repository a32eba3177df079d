import type { DeviceType, SignedInDevice } from '@baiqicha/contract/account'
import { accountRoutes } from '@baiqicha/contract/routes/account'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionCell } from '../../domain/page/setting-cell.tsx'
import { SmsCodeFields } from '../../domain/verification/mobile-fields.tsx'
import { formatDate, formatHour } from '../../lib/format.ts'
import { apiQuery, callApi } from '../../platform/api/client.ts'
import type { UserInfo } from '../../platform/session/session-store.ts'
import { useSubmission } from '../../platform/verification/use-form.ts'
import { useSmsCode } from '../../platform/verification/use-sms-code.ts'
import { Chip } from '../../ui/chip.tsx'
import { confirmDialog } from '../../ui/confirm-dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Tag } from '../../ui/tag.tsx'
import { showToast } from '../../ui/toast.tsx'
import utility from '../../ui/utility.module.css'
import styles from './account.module.css'
import { runSettingCall } from './run-setting-call.ts'
import { SettingForm, SettingListCard } from './setting-list-card.tsx'

const deviceNames: Readonly<Record<DeviceType, string>> = {
  wechat: '微信',
  alipay: '支付宝',
  qq: 'QQ',
  android: '安卓设备',
  ios: '苹果手机或平板',
  windows: 'Windows 电脑',
  mac: 'Mac 电脑',
  linux: 'Linux 电脑',
  web: '浏览器',
}

/** Ends sessions of other devices. */
type SignOutTask = {
  title: string
  text: string
  /** Resolves to the sentence for the user. Throws `ApiError`. `code`: empty, or that of the scene `signOut`. */
  run: (code: { smsCode?: string }) => Promise<string>
}

type SignOutOptions = {
  /** Called afterwards, also when ending failed. */
  reload: () => Promise<unknown>
  /** Whether the session proves its number by SMS code first, because a partner opened it. */
  needsCode: boolean
}

/** Ends sessions of other devices after a confirmation, or leaves the task to a sheet that asks for the code. */
function useSignOut({ reload, needsCode }: SignOutOptions) {
  const [pending, setPending] = useState<SignOutTask | null>(null)

  const start = async (task: SignOutTask) => {
    if (needsCode) return setPending(task)
    const { title, text } = task
    if (!(await confirmDialog({ title, text, confirm: '退出', danger: true }))) return
    await runSettingCall(() => task.run({}))
    await reload()
  }

  const signOutOne = ({ id, deviceType }: SignedInDevice) => {
    const name = deviceNames[deviceType]
    return start({
      title: `退出${name}？`,
      text: '该设备需重新登录后使用此账号',
      run: async (code) => {
        await callApi(accountRoutes.signOutDevice, { id, ...code })
        return `已退出${name}`
      },
    })
  }

  const signOutOthers = (count: number) =>
    start({
      title: `退出其他 ${count} 台设备？`,
      text: '本机保持登录；如有陌生设备，建议同时修改密码',
      run: async (code) => {
        const { signedOut } = await callApi(accountRoutes.signOutOtherDevices, code)
        return `已退出 ${signedOut} 台设备`
      },
    })

  const close = async () => {
    setPending(null)
    await reload()
  }

  return { signOutOne, signOutOthers, pending, close }
}

type SignOutFormProps = { task: SignOutTask; phoneMasked: string; onClose: () => void }

/** Proves the number by SMS code before other devices are signed out: for a session that a partner opened. */
function SignOutForm({ task, phoneMasked, onClose }: SignOutFormProps) {
  const sms = useSmsCode({ scene: 'signOut', showMessage: (sentence, icon) => showToast(sentence, { icon }) })
  const { isBusy, send } = useSubmission(sms.refuse)

  const signOut = async () => {
    const smsCode = sms.read()
    if (smsCode === null) return
    await send(async () => {
      showToast(await task.run({ smsCode }), { icon: 'check' })
      onClose()
    })
  }

  return (
    <SettingForm trackId="devices-sign-out-submit" label="退出" isBusy={isBusy} onSubmit={signOut}>
      <p className={styles.help}>{task.text}</p>
      <p className={styles.help}>验证码将发送到 {phoneMasked}</p>
      <SmsCodeFields sms={sms} />
    </SettingForm>
  )
}

const desks: readonly DeviceType[] = ['windows', 'mac', 'linux', 'web']

/** Device with its last use and the origin of its login. The current device has no button: 退出登录 is below. */
function DeviceRow({ device, onSignOut }: { device: SignedInDevice; onSignOut: () => void }) {
  const { deviceType, signedInAt, lastUsedAt, loginSource, isCurrent } = device
  const name = deviceNames[deviceType]
  return (
    <li className={styles.row}>
      <Icon name={desks.includes(deviceType) ? 'desktop' : 'mobile'} size={20} className={styles.icon} />
      <div className={utility.grow}>
        <p className={styles.name}>
          {name}
          {isCurrent && <Tag tone="green">本机</Tag>}
        </p>
        <p className={utility.note}>
          最近使用 <span className={utility.phrase}>{formatHour(lastUsedAt)}</span>
        </p>
        <p className={utility.note}>
          {formatDate(signedInAt)} 登录
          {loginSource !== null && (
            <>
              ，来自 <bdi>{loginSource}</bdi>
            </>
          )}
        </p>
      </div>
      {!isCurrent && (
        <Chip trackId="device-sign-out" onClick={onSignOut}>
          退出<span className={utility.spoken}>{name}</span>
        </Chip>
      )}
    </li>
  )
}

/** Number of devices before 展开. */
const SHOWN_FIRST = 5

/** 设备管理: devices with a session of this account, and buttons to end their sessions. */
export function DeviceCard({ user }: { user: UserInfo }) {
  const [isOpen, setIsOpen] = useState(false)
  const query = useQuery({ ...apiQuery(['devices'], accountRoutes.devices, {}), staleTime: 0 })
  const { signOutOne, signOutOthers, pending, close } = useSignOut({
    reload: query.refetch,
    needsCode: user.loginSource !== null,
  })
  const devices = query.data?.list ?? []
  const others = devices.filter((device) => !device.isCurrent).length
  const shown = isOpen ? devices : devices.slice(0, SHOWN_FIRST)

  return (
    <SettingListCard
      title="设备管理"
      count={query.data && `${devices.length} 台已登录`}
      query={query}
      rows={shown.map((device) => (
        <DeviceRow key={device.id} device={device} onSignOut={() => void signOutOne(device)} />
      ))}
      hasIcons
    >
      {shown.length < devices.length && (
        <ActionCell trackId="devices-all" label={`显示全部 ${devices.length} 台`} onAct={() => setIsOpen(true)} />
      )}
      {others > 0 && (
        <ActionCell
          trackId="devices-sign-out"
          label={`退出其他 ${others} 台设备`}
          isDanger
          onAct={() => void signOutOthers(others)}
        />
      )}
      <Sheet open={pending !== null} onClose={() => void close()} title={pending?.title ?? ''}>
        {pending !== null && <SignOutForm task={pending} phoneMasked={user.phoneMasked} onClose={() => void close()} />}
      </Sheet>
    </SettingListCard>
  )
}
