import { Link } from '../lib/router/router.tsx'
import styles from './company-link.module.css'
import { companyPath } from './company-path.ts'

/** A company by its name, as the link to its page. */
export function CompanyLink({ id, name }: { id: string; name: string }) {
  return (
    <Link to={companyPath(id)} className={styles.link}>
      <bdi>{name}</bdi>
    </Link>
  )
}
