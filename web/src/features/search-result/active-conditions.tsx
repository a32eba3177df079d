import { Chip } from '../../ui/chip.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './active-conditions.module.css'
import { conditionLabels } from './filter-labels.ts'
import { type SearchParams, toggleFilter } from './search-params.ts'

type Props = { params: SearchParams; onChange: (next: SearchParams) => void }

/** Conditions that the filter row only counts, as chips; a tap removes one. */
export function ActiveConditions({ params, onChange }: Props) {
  const labels = conditionLabels(params.filters)
  if (labels.length === 0) return null
  return (
    <ul className={styles.conditions} aria-label="已选条件">
      {labels.map(({ key, label }) => (
        <li key={key}>
          <Chip
            trackId="condition-remove"
            pressed
            onClick={() => onChange({ ...params, filters: toggleFilter(params.filters, key, undefined) })}
          >
            {label}
            <Icon name="close" size={14} />
          </Chip>
        </li>
      ))}
    </ul>
  )
}
