import type { OfficialSite } from '@baiqicha/contract/records/official-sites'
import { Link } from '../../lib/router/router.tsx'
import { Icon } from '../../ui/icon.tsx'
import utility from '../../ui/utility.module.css'
import styles from './official-links.module.css'

/** Link to an official site in a new window, without referrer. */
export function OfficialSiteButton({ site: { name, label, url } }: { site: OfficialSite }) {
  return (
    <a track-id="official-register" className={styles.site} href={url} target="_blank" rel="noopener noreferrer">
      <Icon name="globe" size={18} />
      <span>{label ?? name}</span>
      <Icon name="right" size={14} />
      <span className={utility.spoken}>，在新窗口打开</span>
    </a>
  )
}

/** URL of 官方核查 of a company. */
export const officialCheckPath = (companyId: string) =>
  `/company/check?${new URLSearchParams({ id: companyId }).toString()}`

/** Link to 官方核查 of a company, which looks like the links to official sites. */
export function OfficialCheckLink({ companyId }: { companyId: string }) {
  return (
    <Link track-id="official-check" to={officialCheckPath(companyId)} className={styles.site}>
      <Icon name="check" size={18} />
      <span>官方核查</span>
      <Icon name="right" size={14} />
    </Link>
  )
}
