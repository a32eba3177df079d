import { isPersonName } from '@baiqicha/contract/person-name'
import type { ReactNode } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { Link } from '../../lib/router/router.tsx'
import utility from '../../ui/utility.module.css'
import { companyPath } from './company-path.ts'

type Props = {
  /** `personPath` of the position. */
  to: string
  name: string
  /** Text of the link; absent: the name. */
  children?: ReactNode
}

/** Name of an officer, linked to the page of the person. The name of an organisation is not linked. */
export function PersonLink({ to, name, children = name }: Props) {
  if (name === '-' || !isPersonName(name)) return <bdi>{children}</bdi>
  return (
    <Link track-id="person" to={to} className={classNames(utility.link, utility.tap)}>
      <bdi>{children}</bdi>
    </Link>
  )
}

/** Link to a company's page, labelled with its name. */
export function CompanyLink({ id, name }: { id: string; name: string }) {
  return (
    <Link track-id="company" to={companyPath(id)} className={utility.link}>
      <bdi>{name}</bdi>
    </Link>
  )
}
