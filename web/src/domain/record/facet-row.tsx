import { useState } from 'react'
import { formatNumber } from '../../lib/format.ts'
import { Chip } from '../../ui/chip.tsx'
import chips from '../../ui/chips.module.css'
import { ChoiceList } from '../../ui/choice-list.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import utility from '../../ui/utility.module.css'
import styles from './record-list-head.module.css'
import { type ListFacet, type RecordListParams, withFacet } from './record-list-params.ts'

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
        <Sheet open={sheet.isOpen} onClose={() => setSheet({ ...sheet, isOpen: false })} title={sheet.facet.label}>
          <ChoiceList
            trackId="facet-choice"
            choices={[
              { value: null, label: '全部' },
              ...sheet.facet.options.map(({ value, count }) => ({
                value,
                label: value,
                aside: `${formatNumber(count)} 条`,
              })),
            ]}
            value={chosen[sheet.facet.name] ?? null}
            onChoose={(value) => {
              setSheet({ ...sheet, isOpen: false })
              set(sheet.facet.name, value)
            }}
          />
        </Sheet>
      )}
    </>
  )
}
