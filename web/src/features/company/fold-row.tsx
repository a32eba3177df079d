import { Icon } from '../../ui/icon.tsx'
import styles from './fold-row.module.css'

type Props = { children: string; isOpen: boolean; onToggle: () => void }

/** Quiet row that opens what it counts in place. */
export function FoldRow({ children, isOpen, onToggle }: Props) {
  return (
    <button type="button" className={styles.row} aria-expanded={isOpen} onClick={onToggle}>
      {children}
      <Icon name={isOpen ? 'up' : 'right'} size={14} />
    </button>
  )
}
