import { shortTitleOf } from '@baiqicha/contract/records/kind-table'
import { useEffect, useRef } from 'react'
import type { RiskKind } from '../../domain/search/risk-search-path.ts'
import { Chip } from '../../ui/chip.tsx'
import chips from '../../ui/chips.module.css'
import styles from './kind-chips.module.css'
import { riskKinds } from './risk-params.ts'

type Props = { value: RiskKind | undefined; onChange: (kind: RiskKind | undefined) => void }

/** Scrolling filter by kind: only companies with a current record of the selected kind. */
export function KindChips({ value, onChange }: Props) {
  const list = useRef<HTMLUListElement>(null)

  useEffect(() => {
    const chosen = list.current?.querySelector<HTMLElement>(`[data-kind="${value ?? ''}"]`)
    if (!list.current || !chosen) return
    list.current.scrollLeft = chosen.offsetLeft - (list.current.clientWidth - chosen.offsetWidth) / 2
  }, [value])

  return (
    <ul ref={list} className={`${chips.scrolling} ${styles.kinds}`} aria-label="按风险类别筛选">
      <li data-kind="">
        <Chip trackId="all" pressed={value === undefined} onClick={() => onChange(undefined)}>
          全部
        </Chip>
      </li>
      {riskKinds.map((kind) => (
        <li key={kind} data-kind={kind}>
          <Chip
            trackId="risk-kind"
            pressed={kind === value}
            onClick={() => onChange(kind === value ? undefined : kind)}
          >
            有{shortTitleOf(kind)}
          </Chip>
        </li>
      ))}
    </ul>
  )
}
