import type { ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'
import { Icon } from './icon.tsx'
import styles from './info-note.module.css'

/** A word aside, blue; amber where it limits what the page says. */
export function InfoNote({ children, tone = 'info' }: { children: ReactNode; tone?: 'info' | 'amber' }) {
  return (
    <div className={classNames(styles.note, tone === 'amber' && styles.amber)}>
      <Icon name={tone === 'amber' ? 'alert' : 'info'} size={16} className={styles.icon} />
      <div>{children}</div>
    </div>
  )
}
