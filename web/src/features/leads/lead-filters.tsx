import { companyStatuses } from '@baiqicha/contract/company-status'
import { leadFilterLevels } from '@baiqicha/contract/leads'
import { type ReactNode, useState } from 'react'
import { ChipGroup } from '../../domain/filters/chip-group.tsx'
import { ChoiceColumns } from '../../domain/filters/choice-columns.tsx'
import { nameOfCode } from '../../domain/filters/choice-names.ts'
import { FilterCell, FilterCells } from '../../domain/filters/filter-cell.tsx'
import { useFilterSheet } from '../../domain/filters/use-filter-sheet.ts'
import { useFilterOptionsQuery } from '../../platform/search/use-filter-options-query.ts'
import { useIsVip } from '../../platform/session/session-store.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Tag } from '../../ui/tag.tsx'
import styles from './lead-filters.module.css'
import {
  ageOptions,
  type LeadFilterKey,
  type LeadFilters,
  leadConditions,
  moreOptions,
  statusLabel,
  toggleLeadFilter,
} from './lead-params.ts'

type Panel = 'region' | 'industry' | 'age' | 'more'
const titles: Record<Panel, string> = { region: '地区', industry: '行业', age: '成立年限', more: '筛选' }
const panelKeys: Record<Panel, readonly LeadFilterKey[]> = {
  region: ['region'],
  industry: ['industry'],
  age: ['age'],
  more: ['status', 'contact', 'capital', 'staff', 'listed'],
}
const statusOptions = companyStatuses.map((value) => ({ value, label: value }))

type Props = { filters: LeadFilters; onChange: (next: LeadFilters) => void }

/** Four cells that open a sheet each. */
export function LeadFilterRow({ filters, onChange }: Props) {
  const { sheet, open, close } = useFilterSheet<Panel>('more')
  const { data: options } = useFilterOptionsQuery()
  const { region, industry, age } = filters
  const count = panelKeys.more.filter((key) => filters[key] !== undefined).length
  const ageLabel = ageOptions.find(({ value }) => value === age)?.label
  return (
    <FilterCells>
      <FilterCell
        label={region === undefined ? '地区' : nameOfCode(options?.regions, region)}
        subject="地区"
        isSet={region !== undefined}
        onOpen={() => open('region')}
      />
      <FilterCell
        label={industry === undefined ? '行业' : nameOfCode(options?.industries, industry)}
        subject="行业"
        isSet={industry !== undefined}
        onOpen={() => open('industry')}
      />
      <FilterCell
        label={ageLabel ?? '成立年限'}
        subject="成立年限"
        isSet={age !== undefined}
        onOpen={() => open('age')}
      />
      <FilterCell
        label={count === 0 ? '筛选' : `筛选 ${count}`}
        subject="筛选"
        isSet={count > 0}
        icon="filter"
        onOpen={() => open('more')}
      />
      <LeadFilterSheet
        key={sheet.key}
        panel={sheet.panel}
        isOpen={sheet.isOpen}
        filters={filters}
        onClose={close}
        onApply={(next) => {
          close()
          onChange(next)
        }}
      />
    </FilterCells>
  )
}

type SheetProps = {
  panel: Panel
  isOpen: boolean
  filters: LeadFilters
  onClose: () => void
  onApply: (filters: LeadFilters) => void
}

/** Edits a draft of the filters, which the button applies. Give it a new key per opening. */
function LeadFilterSheet({ panel, isOpen, filters, onClose, onApply }: SheetProps) {
  const [draft, setDraft] = useState(filters)
  const { data: options, isError, refetch } = useFilterOptionsQuery()
  const toggle = <K extends LeadFilterKey>(key: K, value: LeadFilters[K]) =>
    setDraft(toggleLeadFilter(draft, key, value))
  const reset = () => setDraft(panelKeys[panel].reduce((left, key) => toggleLeadFilter(left, key, undefined), draft))
  const columns = { onRetry: isError ? () => void refetch() : undefined }
  return (
    <Sheet
      open={isOpen}
      onClose={onClose}
      title={titles[panel]}
      foot={
        <>
          <Button tone="line" onClick={reset}>
            重置
          </Button>
          <Button onClick={() => onApply(draft)}>查看结果</Button>
        </>
      }
    >
      {panel === 'region' && (
        <ChoiceColumns
          label="地区"
          choices={options?.regions}
          value={draft.region}
          onChange={(code) => toggle('region', code)}
          {...columns}
        />
      )}
      {panel === 'industry' && (
        <ChoiceColumns
          label="行业"
          choices={options?.industries}
          value={draft.industry}
          onChange={(code) => toggle('industry', code)}
          {...columns}
        />
      )}
      {panel === 'age' && (
        <>
          <MemberNote />
          <ChipGroup
            title="成立年限"
            isTitleShown={false}
            options={ageOptions}
            value={draft.age}
            onChoose={(value) => toggle('age', value)}
          />
        </>
      )}
      {panel === 'more' && <MoreFilters draft={draft} onToggle={toggle} />}
    </Sheet>
  )
}

/** The mark of a condition that only members have; the server refuses it to others with a sentence. */
function MemberMark() {
  return (
    <span className={styles.member}>
      <Tag tone="vip">会员</Tag>
    </span>
  )
}

function MemberNote() {
  return useIsVip() ? null : (
    <p className={styles.note}>
      <Tag tone="vip">会员</Tag>
      该条件为会员权益
    </p>
  )
}

type MoreProps = {
  draft: LeadFilters
  onToggle: <K extends LeadFilterKey>(key: K, value: LeadFilters[K]) => void
}

function MoreFilters({ draft, onToggle }: MoreProps) {
  const isVip = useIsVip()
  const ofMembers: ReactNode = isVip ? null : <MemberMark />
  const contactLabel = (value: (typeof moreOptions.contact)[number]['value'], label: string) =>
    !isVip && leadFilterLevels[value] === 'vip' ? `${label}（会员）` : label
  return (
    <>
      <ChipGroup
        title="联系方式"
        options={moreOptions.contact.map(({ value, label }) => ({ value, label: contactLabel(value, label) }))}
        value={draft.contact}
        onChoose={(value) => onToggle('contact', value)}
      />
      <ChipGroup
        title={`登记状态：默认${statusLabel(undefined)}`}
        options={statusOptions}
        value={draft.status === 'active' ? undefined : draft.status}
        onChoose={(value) => onToggle('status', value)}
      />
      <ChipGroup
        title="注册资本"
        remark={ofMembers}
        options={moreOptions.capital}
        value={draft.capital}
        onChoose={(value) => onToggle('capital', value)}
      />
      <ChipGroup
        title="人员规模"
        remark={ofMembers}
        options={moreOptions.staff}
        value={draft.staff}
        onChoose={(value) => onToggle('staff', value)}
      />
      <ChipGroup
        title="上市状态"
        remark={ofMembers}
        options={moreOptions.listed}
        value={draft.listed}
        onChoose={(value) => onToggle('listed', value)}
      />
    </>
  )
}

/** The status, which always applies, and the other conditions that the row only counts. A tap removes one. */
export function LeadConditions({ filters, onChange }: Props) {
  return (
    <ul className={styles.conditions} aria-label="已选条件">
      <li>
        {filters.status === undefined ? (
          <span className={styles.default}>{statusLabel(undefined)}</span>
        ) : (
          <Removable label={statusLabel(filters.status)} onRemove={() => onChange(without(filters, 'status'))} />
        )}
      </li>
      {leadConditions(filters).map(({ key, label }) => (
        <li key={key}>
          <Removable label={label} onRemove={() => onChange(without(filters, key))} />
        </li>
      ))}
    </ul>
  )
}

const without = (filters: LeadFilters, key: LeadFilterKey) => toggleLeadFilter(filters, key, undefined)

function Removable({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <Chip pressed onClick={onRemove}>
      {label}
      <Icon name="close" size={14} />
    </Chip>
  )
}
