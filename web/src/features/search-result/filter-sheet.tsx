import { useState } from 'react'
import { ChoiceColumns } from '../../domain/filters/choice-columns.tsx'
import { formatTotal } from '../../lib/format.ts'
import { useFilterOptionsQuery } from '../../platform/search/use-filter-options-query.ts'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { MoreFilters, StatusFilter } from './filter-groups.tsx'
import { useMatchCountQuery } from './result-queries.ts'
import { type FilterKey, type SearchFilters, type SearchParams, toggleFilter } from './search-params.ts'

export type FilterPanel = 'region' | 'industry' | 'status' | 'more'

const titles: Record<FilterPanel, string> = { region: '地区', industry: '行业', status: '登记状态', more: '筛选' }

/** Conditions of each panel, which 重置 clears. */
export const panelKeys: Record<FilterPanel, readonly FilterKey[]> = {
  region: ['region'],
  industry: ['industry'],
  status: ['status'],
  more: ['within', 'type', 'capital', 'age', 'listed', 'risk'],
}

type Props = {
  panel: FilterPanel
  isOpen: boolean
  params: SearchParams
  onClose: () => void
  onApply: (filters: SearchFilters) => void
}

/**
 * Edits a draft of the filters; the button applies it and shows the number of matches. Give it a new key per opening.
 */
export function FilterSheet({ panel, isOpen, params, onClose, onApply }: Props) {
  const [draft, setDraft] = useState(params.filters)
  const { data: count } = useMatchCountQuery({ ...params, filters: draft }, isOpen)
  const toggle = <K extends FilterKey>(key: K, value: SearchFilters[K]) => setDraft(toggleFilter(draft, key, value))
  const reset = () => setDraft(panelKeys[panel].reduce((left, key) => toggleFilter(left, key, undefined), draft))

  return (
    <Sheet
      open={isOpen}
      onClose={onClose}
      title={titles[panel]}
      foot={
        <>
          <Button trackId="filters-reset" tone="line" onClick={reset}>
            重置
          </Button>
          <Button trackId="filters-apply" onClick={() => onApply(draft)}>
            {count === undefined ? '查看结果' : `查看 ${formatTotal(count)} 家`}
          </Button>
        </>
      }
    >
      {panel === 'region' && (
        <OptionColumns kind="regions" value={draft.region} onChange={(code) => toggle('region', code)} />
      )}
      {panel === 'industry' && (
        <OptionColumns kind="industries" value={draft.industry} onChange={(code) => toggle('industry', code)} />
      )}
      {panel === 'status' && <StatusFilter draft={draft} onToggle={toggle} />}
      {panel === 'more' && <MoreFilters draft={draft} onToggle={toggle} />}
    </Sheet>
  )
}

type OptionColumnsProps = {
  kind: 'regions' | 'industries'
  value: string | undefined
  onChange: (code: string | undefined) => void
}

function OptionColumns({ kind, value, onChange }: OptionColumnsProps) {
  const { data, isError, refetch } = useFilterOptionsQuery()
  return (
    <ChoiceColumns
      label={kind === 'regions' ? '地区' : '行业'}
      choices={data?.[kind]}
      value={value}
      onChange={onChange}
      onRetry={isError ? () => void refetch() : undefined}
    />
  )
}
