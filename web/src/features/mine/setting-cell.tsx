import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-paths.ts'
import styles from './mine-page.module.css'

type SettingCellProps = { icon: IconName; label: string; value?: string; onOpen: () => void }

/** A row that opens something; its present value stands at the right. */
export function SettingCell({ icon, label, value, onOpen }: SettingCellProps) {
  return (
    <button type="button" className={styles.cell} onClick={onOpen}>
      <Icon name={icon} size={20} className={styles.cellIcon} />
      <span>{label}</span>
      <span className={styles.cellValue}>
        {value}
        <Icon name="right" size={16} />
      </span>
    </button>
  )
}
