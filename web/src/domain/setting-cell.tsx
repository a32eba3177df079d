import type { ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'
import { Link } from '../lib/router/router.tsx'
import { Icon } from '../ui/icon.tsx'
import type { IconName } from '../ui/icon-paths.ts'
import styles from './setting-cell.module.css'

type SettingCellProps = {
  icon?: IconName
  label: string
  /** The present value, at the right. */
  value?: ReactNode
  /** A page to go to, or what a tap does. A row with neither only tells. */
  to?: string
  onOpen?: () => void
}

/** A row of a card of settings. Rows that follow each other are divided by a hairline. */
export function SettingCell({ icon, label, value, to, onOpen }: SettingCellProps) {
  const isTappable = to !== undefined || onOpen !== undefined
  const className = classNames(styles.cell, icon !== undefined && styles.withIcon)
  const content = (
    <>
      {icon !== undefined && <Icon name={icon} size={20} className={styles.icon} />}
      <span className={styles.label}>{label}</span>
      <span className={styles.value}>
        {value}
        {isTappable && <Icon name="right" size={16} />}
      </span>
    </>
  )
  if (to !== undefined) {
    return (
      <Link to={to} className={className}>
        {content}
      </Link>
    )
  }
  if (onOpen === undefined) return <div className={className}>{content}</div>
  return (
    <button type="button" className={className} onClick={onOpen}>
      {content}
    </button>
  )
}

/** A row that ends or deletes something: no icon, centred. */
export function ActionCell({
  label,
  isDanger = false,
  onAct,
}: {
  label: string
  isDanger?: boolean
  onAct: () => void
}) {
  return (
    <button type="button" className={isDanger ? styles.danger : styles.act} onClick={onAct}>
      {label}
    </button>
  )
}
