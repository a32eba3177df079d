import type { Example } from '@baiqicha/contract/home'
import { Link } from '../../lib/router/router.tsx'
import { Icon } from '../../ui/icon.tsx'
import { InfoNote } from '../../ui/info-note.tsx'
import { companyPath } from '../company-path.ts'
import { RecentlyViewed } from './recently-viewed.tsx'
import styles from './search-panel.module.css'

/** Content below a search field for a visitor: suggestions need a session. */
export function VisitorPanel({ examples }: { examples: readonly Example[] }) {
  return (
    <>
      <div className={styles.note}>
        <InfoNote>登录后显示联想结果</InfoNote>
      </div>
      {examples.length > 0 && (
        <section>
          <h2 className={styles.title}>示例企业</h2>
          <ul>
            {examples.map(({ id, name }) => (
              <li key={id} className={styles.example}>
                <Link to={companyPath(id)} className={styles.link}>
                  <Icon name="search" size={16} className={styles.icon} />
                  <bdi>{name}</bdi>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      <RecentlyViewed viewed={null} />
    </>
  )
}
