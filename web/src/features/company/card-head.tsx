import type { ReactNode } from 'react'
import { Link } from '../../lib/router/router.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './card-head.module.css'

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

export function CardHeadButton({ children, onClick }: { children: ReactNode; onClick: () => void }) {
  return (
    <button type="button" className={styles.more} onClick={onClick}>
      {children}
      <Icon name="right" size={14} />
    </button>
  )
}

export function CardHeadLink({ children, to }: { children: ReactNode; to: string }) {
  return (
    <Link to={to} className={styles.more}>
      {children}
      <Icon name="right" size={14} />
    </Link>
  )
}
