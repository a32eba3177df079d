import type { ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'
import { Icon } from './icon.tsx'
import styles from './info-note.module.css'
import utility from './utility.module.css'

const icons = { info: 'info', amber: 'alert', past: 'clock' } as const

/** Blue note; amber when it limits what the page states, grey for the past. */
export function InfoNote({ children, tone = 'info' }: { children: ReactNode; tone?: keyof typeof icons }) {
  return (
    <div className={classNames(styles.note, tone !== 'info' && styles[tone])}>
      <Icon name={icons[tone]} size={16} className={styles.icon} />
      <div className={utility.grow}>{children}</div>
    </div>
  )
}

/** Banner directly below the bar or the tabs of every page with fictional data. */
export function DemoStrip({ text = '演示数据：本页企业、人物与案件均为虚构' }: { text?: string | undefined }) {
  return (
    <p className={styles.strip}>
      <Icon name="info" size={16} />
      <span>{text}</span>
    </p>
  )
}
