import { Link } from '../../lib/router/router.tsx'
import utility from '../../ui/utility.module.css'
import { companyPath } from './company-path.ts'

/** Link to a company's page, labelled with its name. */
export function CompanyLink({ id, name }: { id: string; name: string }) {
  return (
    <Link track-id="company" to={companyPath(id)} className={utility.link}>
      <bdi>{name}</bdi>
    </Link>
  )
}
