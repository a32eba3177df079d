import { useState } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { formatNumber } from '../../lib/format.ts'
import { Chip } from '../../ui/chip.tsx'
import chips from '../../ui/chips.module.css'
import { Icon } from '../../ui/icon.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import utility from '../../ui/utility.module.css'
import facetSheetStyles from './facet-sheet.module.css'
import styles from './record-list-head.module.css'
import { type ListFacet, type RecordListParams, withFacet } from './record-list-params.ts'

type FacetSheetProps = {
  facet: ListFacet
  /** null: no filter. */
  value: string | null
  isOpen: boolean
  onClose: () => void
  onChoose: (value: string | null) => void
}

/** Values of a facet with the number of records of each. */
function FacetSheet({ facet, value, isOpen, onClose, onChoose }: FacetSheetProps) {
  return (
    <Sheet open={isOpen} onClose={onClose} title={facet.label}>
      <ul className={facetSheetStyles.choices}>
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
      className={classNames(facetSheetStyles.choice, isChosen && facetSheetStyles.chosen)}
      aria-pressed={isChosen}
      onClick={onChoose}
    >
      <bdi className={utility.grow}>{children}</bdi>
      {count !== undefined && <span className={facetSheetStyles.count}>{formatNumber(count)} 条</span>}
      {isChosen && <Icon name="check" size={18} />}
    </button>
  )
}

type Facets = RecordListParams['facets']
type Props = {
  facets: readonly ListFacet[]
  /** Number of records with the current filters. */
  total: number
  chosen: Facets
  onChange: (next: Facets) => void
}

/** A facet with the same value on all records filters nothing. */
const canNarrow = ({ options }: ListFacet, total: number) =>
  options.length > 1 || options.some(({ count }) => count !== total)

/** Filters of a list: a facet with one value toggles, a facet with several opens a sheet. */
export function FacetRow({ facets, total, chosen, onChange }: Props) {
  const [sheet, setSheet] = useState<{ facet: ListFacet; isOpen: boolean } | null>(null)
  const shown = facets.filter((facet) => chosen[facet.name] !== undefined || canNarrow(facet, total))
  if (shown.length === 0) return null
  const set = (name: string, value: string | null) => onChange(withFacet(chosen, name, value))

  return (
    <>
      <ul className={`${chips.scrolling} ${styles.facets}`} aria-label="筛选">
        {shown.map((facet) => {
          const value = chosen[facet.name]
          const [only] = facet.options
          const isSwitch = facet.options.length === 1 && only !== undefined && only.value === facet.label
          return (
            <li key={facet.name}>
              {isSwitch ? (
                <Chip
                  trackId="facet"
                  pressed={value !== undefined}
                  onClick={() => set(facet.name, value === undefined ? only.value : null)}
                >
                  {facet.label} {formatNumber(only.count)}
                </Chip>
              ) : (
                <Chip
                  trackId="facet-sheet"
                  pressed={value !== undefined}
                  onClick={() => setSheet({ facet, isOpen: true })}
                >
                  {value !== undefined && <span className={utility.spoken}>{facet.label}：</span>}
                  <bdi className={utility.clip}>{value ?? facet.label}</bdi>
                  <Icon name="down" size={14} />
                </Chip>
              )}
            </li>
          )
        })}
      </ul>
      {sheet !== null && (
        <FacetSheet
          facet={sheet.facet}
          value={chosen[sheet.facet.name] ?? null}
          isOpen={sheet.isOpen}
          onClose={() => setSheet({ ...sheet, isOpen: false })}
          onChoose={(value) => {
            setSheet({ ...sheet, isOpen: false })
            set(sheet.facet.name, value)
          }}
        />
      )}
    </>
  )
}
