import type { ReactNode } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-paths.ts'
import utility from '../../ui/utility.module.css'
import styles from './filter-row.module.css'

/** Row of cells that open a filter each. */
export const FilterCells = ({ children }: { children: ReactNode }) => <div className={styles.row}>{children}</div>

type Props = {
  label: string
  /** What the cell filters; read aloud when the label shows a choice. */
  subject: string
  isSet: boolean
  icon?: IconName
  onOpen: () => void
}

/** A cell with a choice shows it in bold. */
export function FilterCell({ label, subject, isSet, icon = 'down', onOpen }: Props) {
  return (
    <button
      track-id="filter"
      type="button"
      className={classNames(styles.cell, isSet && styles.set)}
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      {!label.startsWith(subject) && <span className={utility.spoken}>{subject}：</span>}
      <span className={utility.clip}>{label}</span>
      <Icon name={icon} size={14} />
    </button>
  )
}
