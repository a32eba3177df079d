import type { TrackId } from '../../lib/tracker/track-ids.ts'
import { Icon } from '../../ui/icon.tsx'
import searchLayout from '../../ui/search-layout.module.css'

type BackBarActionProps = {
  trackId: TrackId
  icon: 'home' | 'image' | 'share' | 'refresh' | 'trash' | 'clock' | 'plus'
  label: string
  onClick: () => void
}

/** Icon button at the right end of a `BackBar`. */
export function BackBarAction({ trackId, icon, label, onClick }: BackBarActionProps) {
  return (
    <button track-id={trackId} type="button" className={searchLayout.icon} aria-label={label} onClick={onClick}>
      <Icon name={icon} />
    </button>
  )
}
