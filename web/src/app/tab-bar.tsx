import { classNames } from '../lib/class-names.ts'
import { Link } from '../lib/router/router.tsx'
import { useSession } from '../platform/session/session-store.ts'
import { CriticalIcon as Icon } from '../ui/critical-icon.tsx'
import utility from '../ui/utility.module.css'
import styles from './tab-bar.module.css'

const entries = [
  { key: 'home', path: '/home', label: '首页', icon: 'home' },
  { key: 'user', path: '/user', label: '我的', icon: 'user' },
] as const

/** Tab bar with the two main pages. */
export function TabBar({ current }: { current: 'home' | 'user' }) {
  const { userInfo } = useSession()
  const news = [
    (userInfo?.unreadFeedback ?? 0) > 0 ? '，有新回复' : '',
    (userInfo?.unreadChanges ?? 0) > 0 ? '，有新动态' : '',
  ].join('')
  return (
    <nav className={styles.bar} aria-label="主导航">
      {entries.map(({ key, path, label, icon }) => (
        <Link
          track-id="tab"
          key={key}
          to={path}
          className={classNames(styles.entry, key === current && styles.on)}
          aria-current={key === current ? 'page' : undefined}
        >
          <span className={styles.icon}>
            <Icon name={icon} />
            {key === 'user' && news !== '' && <span className={styles.dot} />}
          </span>
          {label}
          {key === 'user' && news !== '' && <span className={utility.spoken}>{news}</span>}
        </Link>
      ))}
    </nav>
  )
}
