import type { TrackId } from '../../lib/tracker/track-ids.ts'
import { Icon } from '../../ui/icon.tsx'
import styles from './section-grid.module.css'

type Props = { trackId: TrackId; children: string; isOpen: boolean; onToggle: () => void }

/** Quiet row that opens what it counts in place. */
export function FoldRow({ trackId, children, isOpen, onToggle }: Props) {
  return (
    <button track-id={trackId} type="button" className={styles.row} aria-expanded={isOpen} onClick={onToggle}>
      {children}
      <Icon name={isOpen ? 'up' : 'right'} size={14} />
    </button>
  )
}
