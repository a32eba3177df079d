import type { DeviceType, SignedInDevice } from '@baiqicha/contract/account'
import { formatDate, formatHour } from '../../lib/format.ts'
import { Chip } from '../../ui/chip.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Tag } from '../../ui/tag.tsx'
import utility from '../../ui/utility.module.css'
import { deviceNames } from './device-names.ts'
import styles from './settings.module.css'

const desks: readonly DeviceType[] = ['windows', 'mac', 'linux', 'web']

/** Device with its last use and the origin of its login. The current device has no button: 退出登录 is below. */
export function DeviceRow({ device, onSignOut }: { device: SignedInDevice; onSignOut: () => void }) {
  const { deviceType, signedInAt, lastUsedAt, loginSource, isCurrent } = device
  const name = deviceNames[deviceType]
  return (
    <div className={styles.row}>
      <Icon name={desks.includes(deviceType) ? 'desktop' : 'mobile'} size={20} className={styles.icon} />
      <div className={utility.grow}>
        <p className={styles.name}>
          {name}
          {isCurrent && <Tag tone="green">本机</Tag>}
        </p>
        <p className={styles.caption}>最近使用 {formatHour(lastUsedAt)}</p>
        <p className={styles.caption}>
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
    </div>
  )
}
