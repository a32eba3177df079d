import { Link } from '../../lib/router/router.tsx'
import { Card } from '../../ui/card.tsx'
import { CriticalIcon as Icon } from '../../ui/critical-icon.tsx'
import styles from './function-card.module.css'

const functions = [
  { path: '/riskSearch', icon: 'shield', title: '查风险', caption: '司法与经营风险' },
  { path: '/phoneSearch', icon: 'phone', title: '找商机', caption: '公开联系方式' },
  { path: '/peopleSearch', icon: 'gavel', title: '查企业失信', caption: '失信被执行人' },
] as const

export function FunctionCard() {
  return (
    <Card as="nav" label="功能" className={styles.card}>
      {functions.map(({ path, icon, title, caption }) => (
        <Link track-id="function" key={path} to={path} className={styles.cell}>
          <span className={styles.tile}>
            <Icon name={icon} />
          </span>
          <span className={styles.title}>{title}</span>
          <span className={styles.caption}>{caption}</span>
        </Link>
      ))}
    </Card>
  )
}
