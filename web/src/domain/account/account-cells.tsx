import { useId, useState } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { Card } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import { confirmDialog } from '../../ui/confirm-dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { showToast } from '../../ui/toast.tsx'
import cell from '../page/setting-cell.module.css'
import { ActionCell, SettingCell } from '../page/setting-cell.tsx'
import shared from '../page/shared.module.css'
import styles from './account-cells.module.css'

/** 退出登录, after a confirmation. */
export function LogoutCard({ onLogout }: { onLogout: () => Promise<void> }) {
  const confirmAndLogOut = async () => {
    const isSure = await confirmDialog({
      title: '退出登录？',
      text: '退出后需要重新登录才能搜索企业',
      confirm: '退出',
      danger: true,
    })
    if (!isSure) return
    await onLogout()
    showToast('已退出登录', { icon: 'check' })
  }
  return (
    <Card>
      <ActionCell trackId="logout" label="退出登录" onAct={() => void confirmAndLogOut()} />
    </Card>
  )
}

type Props = { isOn: boolean; onSwitch: () => void }

/** Switch of the statistics on this device. */
export function TrackingCell({ isOn, onSwitch }: Props) {
  const id = useId()
  return (
    <label className={classNames(cell.cell, cell.withIcon)}>
      <Icon name="info" size={20} className={cell.icon} />
      <span className={styles.label}>
        使用统计
        <span id={id} className={shared.noteLine}>
          记录页面浏览与点击，仅对本设备生效
        </span>
      </span>
      <input
        track-id="tracking-switch"
        type="checkbox"
        role="switch"
        className={styles.switch}
        aria-label="使用统计"
        aria-describedby={id}
        aria-checked={isOn}
        checked={isOn}
        onChange={onSwitch}
      />
    </label>
  )
}

type Theme = 'system' | 'light' | 'dark'
type Appearance = { theme: Theme; isElder: boolean }
type AppearanceCellProps = { appearance: Appearance; onChange: (change: Partial<Appearance>) => void }

const themes: Readonly<Record<Theme, string>> = { system: '跟随系统', light: '浅色', dark: '深色' }
const themeKeys: readonly Theme[] = ['system', 'light', 'dark']
const sizes = [
  { isElder: false, label: '标准' },
  { isElder: true, label: '大字' },
] as const

/** Text size and colour theme. A choice takes effect immediately. */
export function AppearanceCell({ appearance: { theme, isElder }, onChange }: AppearanceCellProps) {
  const [isOpen, setIsOpen] = useState(false)
  const size = isElder ? '大字' : '标准'
  return (
    <>
      <SettingCell
        trackId="appearance"
        icon="eye"
        label="字体与外观"
        value={theme === 'system' ? size : `${size}，${themes[theme]}`}
        onOpen={() => setIsOpen(true)}
      />
      <Sheet open={isOpen} onClose={() => setIsOpen(false)} title="字体与外观">
        <div className={shared.formBody}>
          <fieldset className={styles.choice}>
            <legend className={styles.choiceTitle}>字体大小</legend>
            {sizes.map((option) => (
              <Chip
                trackId="text-size"
                key={option.label}
                block
                pressed={option.isElder === isElder}
                onClick={() => onChange({ isElder: option.isElder })}
              >
                {option.label}
              </Chip>
            ))}
          </fieldset>
          <fieldset className={styles.choice}>
            <legend className={styles.choiceTitle}>颜色</legend>
            {themeKeys.map((key) => (
              <Chip trackId="theme" key={key} block pressed={key === theme} onClick={() => onChange({ theme: key })}>
                {themes[key]}
              </Chip>
            ))}
          </fieldset>
        </div>
      </Sheet>
    </>
  )
}
