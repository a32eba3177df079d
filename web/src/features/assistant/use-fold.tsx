import { useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import styles from './answer-card.module.css'

/** The first rows of a list, and a button for the rest; a list that is a little longer is shown whole. */
export function useFold<Row>(rows: readonly Row[], shown: number, unit: string) {
  const [isOpen, setIsOpen] = useState(false)
  const isFolded = !isOpen && rows.length > shown + 2
  const unfold = isFolded ? (
    <button track-id="unfold" type="button" className={styles.more} onClick={() => setIsOpen(true)}>
      展开全部 {rows.length} {unit}
      <Icon name="down" size={16} />
    </button>
  ) : null
  return { shown: isFolded ? rows.slice(0, shown) : rows, unfold }
}
