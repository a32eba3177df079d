import { Link } from '../../lib/router/router.tsx'
import styles from './company-link.module.css'
import { companyPath } from './company-path.ts'

/** Link to a company's page, labelled with its name. */
export function CompanyLink({ id, name }: { id: string; name: string }) {
  return (
    <Link track-id="company" to={companyPath(id)} className={styles.link}>
      <bdi>{name}</bdi>
    </Link>
  )
}
