import type { ReactNode } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { Link } from '../../lib/router/router.tsx'
import type { TrackId } from '../../lib/tracker/track-ids.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import styles from './setting-cell.module.css'

type SettingCellProps = {
  /** Of a row with a target or handler. */
  trackId?: TrackId
  icon?: IconName
  label: string
  /** Current value, at the right. */
  value?: ReactNode
  /** The value announces something new. */
  isNew?: boolean
  /** Link target or tap handler. A row with neither is read-only. */
  to?: string
  onOpen?: () => void
}

/** Row of a settings card. Adjacent rows have a hairline between them. */
export function SettingCell({ trackId, icon, label, value, isNew = false, to, onOpen }: SettingCellProps) {
  const isTappable = to !== undefined || onOpen !== undefined
  const className = classNames(styles.cell, icon !== undefined && styles.withIcon)
  const content = (
    <>
      {icon !== undefined && <Icon name={icon} size={20} className={styles.icon} />}
      <span className={styles.label}>{label}</span>
      <span className={classNames(styles.value, isNew && styles.new)}>
        {value}
        {isTappable && <Icon name="right" size={16} />}
      </span>
    </>
  )
  if (to !== undefined) {
    return (
      <Link track-id={trackId} data-track-label={label} to={to} className={className}>
        {content}
      </Link>
    )
  }
  if (onOpen === undefined) return <div className={className}>{content}</div>
  return (
    <button track-id={trackId} data-track-label={label} type="button" className={className} onClick={onOpen}>
      {content}
    </button>
  )
}

/** Row for a destructive action: no icon, centred. */
export function ActionCell({
  trackId,
  label,
  isDanger = false,
  onAct,
}: {
  trackId: TrackId
  label: string
  isDanger?: boolean
  onAct: () => void
}) {
  return (
    <button track-id={trackId} type="button" className={isDanger ? styles.danger : styles.act} onClick={onAct}>
      {label}
    </button>
  )
}
