import styles from './demo-strip.module.css'
import { Icon } from './icon.tsx'

/** Banner directly below the bar or the tabs of every page with fictional data. */
export function DemoStrip({ text = '演示数据：本页企业、人物与案件均为虚构' }: { text?: string | undefined }) {
  return (
    <p className={styles.strip}>
      <Icon name="info" size={16} />
      <span>{text}</span>
    </p>
  )
}
