import type { Example } from '@baiqicha/contract/home'
import { Link } from '../../lib/router/router.tsx'
import { Icon } from '../../ui/icon.tsx'
import { companyPath } from '../company/company-path.ts'
import styles from './example-list.module.css'

/** Companies to try the search with. Absent without any. */
export function ExampleList({ examples }: { examples: readonly Example[] }) {
  if (examples.length === 0) return null
  return (
    <section>
      <h2 className={styles.title}>示例企业</h2>
      <ul>
        {examples.map(({ id, name }) => (
          <li key={id} className={styles.example}>
            <Link track-id="example-row" to={companyPath(id)} className={styles.link}>
              <Icon name="search" size={16} className={styles.icon} />
              <bdi>{name}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
