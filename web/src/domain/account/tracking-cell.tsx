import { useId } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { Icon } from '../../ui/icon.tsx'
import cell from '../page/setting-cell.module.css'
import styles from './tracking-cell.module.css'

type Props = { isOn: boolean; onSwitch: () => void }

/** Switch of the statistics on this device. */
export function TrackingCell({ isOn, onSwitch }: Props) {
  const id = useId()
  return (
    <label className={classNames(cell.cell, cell.withIcon)}>
      <Icon name="info" size={20} className={cell.icon} />
      <span className={styles.label}>
        使用统计
        <span id={id} className={styles.note}>
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
