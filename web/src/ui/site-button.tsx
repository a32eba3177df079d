import type { ReactNode } from 'react'
import type { TrackId } from '../lib/tracker/track-ids.ts'
import { Icon } from './icon.tsx'
import styles from './site-button.module.css'
import utility from './utility.module.css'

/** Link to another site in a new window, without referrer. `url` is fixed by the app, never by a source. */
export function SiteButton({ trackId, url, children }: { trackId: TrackId; url: string; children: ReactNode }) {
  return (
    <a track-id={trackId} className={styles.site} href={url} target="_blank" rel="noopener noreferrer">
      <Icon name="globe" size={18} />
      <span>{children}</span>
      <span className={utility.spoken}>，在新窗口打开</span>
    </a>
  )
}
