import { classNames } from '../../lib/class-names.ts'
import { formatNumber } from '../../lib/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import utility from '../../ui/utility.module.css'
import styles from './facet-sheet.module.css'
import type { ListFacet } from './record-list-params.ts'

type Props = {
  facet: ListFacet
  /** null: no filter. */
  value: string | null
  isOpen: boolean
  onClose: () => void
  onChoose: (value: string | null) => void
}

/** Values of a facet with the number of records of each. */
export function FacetSheet({ facet, value, isOpen, onClose, onChoose }: Props) {
  return (
    <Sheet open={isOpen} onClose={onClose} title={facet.label}>
      <ul className={styles.choices}>
        <li>
          <Choice isChosen={value === null} onChoose={() => onChoose(null)}>
            全部
          </Choice>
        </li>
        {facet.options.map((option) => (
          <li key={option.value}>
            <Choice isChosen={option.value === value} count={option.count} onChoose={() => onChoose(option.value)}>
              {option.value}
            </Choice>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}

type ChoiceProps = { isChosen: boolean; count?: number; onChoose: () => void; children: string }

function Choice({ isChosen, count, onChoose, children }: ChoiceProps) {
  return (
    <button
      track-id="facet-choice"
      type="button"
      className={classNames(styles.choice, isChosen && styles.chosen)}
      aria-pressed={isChosen}
      onClick={onChoose}
    >
      <bdi className={utility.grow}>{children}</bdi>
      {count !== undefined && <span className={styles.count}>{formatNumber(count)} 条</span>}
      {isChosen && <Icon name="check" size={18} />}
    </button>
  )
}
