import type { OfficialSite } from '@baiqicha/contract/records/official-sites'
import { Icon } from '../../ui/icon.tsx'
import utility from '../../ui/utility.module.css'
import styles from './official-site-button.module.css'

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
