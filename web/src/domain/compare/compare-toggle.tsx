import { COMPARED_MOST } from '@baiqicha/contract/compared-ids'
import { classNames } from '../../lib/class-names.ts'
import { Icon } from '../../ui/icon.tsx'
import { showToast } from '../../ui/toast.tsx'
import type { ChosenCompany, CompareControl } from './compare-control.ts'
import styles from './compare-toggle.module.css'

const showBasketFull = () => showToast(`最多对比 ${COMPARED_MOST} 家企业`)

/** Choice of a company in a row, in the place of 关注 while the user chooses. */
export function CompareToggle({
  company,
  control,
}: {
  company: ChosenCompany & { name: string }
  control: CompareControl
}) {
  const isChosen = control.chosen?.some(({ id }) => id === company.id) ?? false
  return (
    <button
      track-id="compare-choose"
      data-track-label="对比"
      type="button"
      className={classNames(styles.toggle, isChosen && styles.on)}
      aria-label={`对比${company.name}`}
      aria-pressed={isChosen}
      onClick={() => control.toggle(company) || showBasketFull()}
    >
      <span className={styles.circle}>{isChosen && <Icon name="check" size={14} />}</span>
    </button>
  )
}

/** Begins or ends the choice, above a list of companies. */
export function CompareStart({ control: { chosen, start, cancel } }: { control: CompareControl }) {
  return (
    <button
      track-id="compare-start"
      type="button"
      className={styles.start}
      aria-pressed={chosen !== null}
      onClick={() => (chosen === null ? start() : cancel())}
    >
      <Icon name="vs" size={14} />
      对比
    </button>
  )
}
