import type { ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'
import styles from './tag.module.css'

export type TagTone = 'info' | 'red' | 'green' | 'amber' | 'mute' | 'vip' | 'demo'

export function Tag({ tone = 'info', children }: { tone?: TagTone; children: ReactNode }) {
  return <span className={classNames(styles.tag, styles[tone])}>{children}</span>
}
