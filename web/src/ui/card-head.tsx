import type { ReactNode } from 'react'
import { Link } from '../lib/router/router.tsx'
import type { TrackId } from '../lib/tracker/track-ids.ts'
import styles from './card.module.css'
import { Icon } from './icon.tsx'

/** Title of a card with a note beside it and an action at the right. */
export function CardHead({
  title,
  aside,
  children,
}: {
  title: string
  aside?: string | undefined
  children?: ReactNode
}) {
  return (
    <div className={styles.head}>
      <h2 className={styles.title}>{title}</h2>
      {aside !== undefined && <span className={styles.aside}>{aside}</span>}
      {children}
    </div>
  )
}

export function CardHeadButton({
  trackId,
  children,
  onClick,
}: {
  trackId: TrackId
  children: ReactNode
  onClick: () => void
}) {
  return (
    <button track-id={trackId} type="button" className={styles.more} onClick={onClick}>
      {children}
      <Icon name="right" size={14} />
    </button>
  )
}

export function CardHeadLink({ trackId, children, to }: { trackId: TrackId; children: ReactNode; to: string }) {
  return (
    <Link track-id={trackId} to={to} className={styles.more}>
      {children}
      <Icon name="right" size={14} />
    </Link>
  )
}
