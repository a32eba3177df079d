import type { HitRanges } from '@baiqicha/contract/company-summary'
import { splitAtHits } from './hit-ranges.ts'
import styles from './hit-text.module.css'

/** Text with its hits highlighted. Renders text only, never markup. */
export function HitText({ text, ranges }: { text: string; ranges: HitRanges }) {
  let at = 0
  return splitAtHits(text, ranges).map((piece) => {
    const key = at
    at += piece.text.length
    return piece.isHit ? (
      <em key={key} className={styles.hit}>
        {piece.text}
      </em>
    ) : (
      piece.text
    )
  })
}
