import { useId } from 'react'
import { classNames } from '../lib/class-names.ts'
import { consentOf, useTrackingConsent } from '../platform/tracking/tracking-consent.ts'
import { decideTracking } from '../platform/tracking/tracking-decision.ts'
import { Icon } from '../ui/icon.tsx'
import cell from './setting-cell.module.css'
import styles from './tracking-cell.module.css'

/** Switch of the statistics on this device. Takes effect at once. */
export function TrackingCell() {
  const id = useId()
  const isOn = useTrackingConsent((state) => consentOf(state) === 'agreed')
  return (
    <label className={classNames(cell.cell, cell.withIcon)}>
      <Icon name="info" size={20} className={cell.icon} />
      <span className={styles.label}>
        统计
        <span id={id} className={styles.note}>
          统计页面浏览与点击，仅对本设备生效
        </span>
      </span>
      <input
        track-id="tracking-switch"
        type="checkbox"
        role="switch"
        className={styles.switch}
        aria-label="统计"
        aria-describedby={id}
        aria-checked={isOn}
        checked={isOn}
        onChange={() => decideTracking(isOn ? 'refused' : 'agreed')}
      />
    </label>
  )
}
