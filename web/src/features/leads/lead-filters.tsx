import { companyStatuses } from '@baiqicha/contract/company-status'
import { type ContactFilter, leadFilterLevels } from '@baiqicha/contract/leads'
import { type ReactNode, useState } from 'react'
import { ChipGroup } from '../../domain/filters/chip-group.tsx'
import { ChoiceColumns } from '../../domain/filters/choice-columns.tsx'
import { nameOfCode } from '../../domain/filters/choice-names.ts'
import { FilterCell, FilterCells } from '../../domain/filters/filter-cell.tsx'
import { useFilterSheet } from '../../domain/filters/use-filter-sheet.ts'
import { formatTotal } from '../../lib/format.ts'
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
import { useLeadCountQuery } from './lead-queries.ts'
import { useMemberOffer } from './use-member-offer.ts'

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
type RowProps = Props & { keyword: string }

/** Four cells that open a sheet each. `keyword`: that of the search to which the filters apply. */
export function LeadFilterRow({ keyword, filters, onChange }: RowProps) {
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
        keyword={keyword}
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
  keyword: string
  filters: LeadFilters
  onClose: () => void
  onApply: (filters: LeadFilters) => void
}

/** Edits a draft of the filters; the button applies it and shows the number of matches. Give it a new key per opening. */
function LeadFilterSheet({ panel, isOpen, keyword, filters, onClose, onApply }: SheetProps) {
  const [draft, setDraft] = useState(filters)
  const { data: count } = useLeadCountQuery({ keyword, filters: draft, sameNumber: null }, isOpen)
  const offer = useMemberOffer('leads')
  const isVip = useIsVip()
  const { data: options, isError, refetch } = useFilterOptionsQuery()
  const toggle = <K extends LeadFilterKey>(key: K, value: LeadFilters[K]) =>
    setDraft(toggleLeadFilter(draft, key, value))
  const reset = () => setDraft(panelKeys[panel].reduce((left, key) => toggleLeadFilter(left, key, undefined), draft))
  const columns = { onRetry: isError ? () => void refetch() : undefined }
  const openOffer = () => {
    onClose()
    offer.open()
  }
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
            onChoose={isVip ? (value) => toggle('age', value) : openOffer}
          />
        </>
      )}
      {panel === 'more' && <MoreFilters draft={draft} onToggle={toggle} onLocked={openOffer} />}
    </Sheet>
  )
}

/** The mark of a condition that only members have. */
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
  /** A choice that only members have. */
  onLocked: () => void
}

function MoreFilters({ draft, onToggle, onLocked }: MoreProps) {
  const isVip = useIsVip()
  const ofMembers: ReactNode = isVip ? null : <MemberMark />
  const isLocked = (contact: ContactFilter) => !isVip && leadFilterLevels[contact] === 'vip'
  return (
    <>
      <ChipGroup
        title="联系方式"
        options={moreOptions.contact.map(({ value, label }) => ({
          value,
          label: isLocked(value) ? `${label}（会员）` : label,
        }))}
        value={draft.contact}
        onChoose={(value) => (isLocked(value) ? onLocked() : onToggle('contact', value))}
      />
      <ChipGroup
        title={`登记状态（默认存续）`}
        options={statusOptions}
        value={draft.status === 'active' ? undefined : draft.status}
        onChoose={(value) => onToggle('status', value)}
      />
      <ChipGroup
        title="注册资本"
        remark={ofMembers}
        options={moreOptions.capital}
        value={draft.capital}
        onChoose={isVip ? (value) => onToggle('capital', value) : onLocked}
      />
      <ChipGroup
        title="人员规模"
        remark={ofMembers}
        options={moreOptions.staff}
        value={draft.staff}
        onChoose={isVip ? (value) => onToggle('staff', value) : onLocked}
      />
      <ChipGroup
        title="上市状态"
        remark={ofMembers}
        options={moreOptions.listed}
        value={draft.listed}
        onChoose={isVip ? (value) => onToggle('listed', value) : onLocked}
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
    <Chip trackId="lead-filter-remove" pressed onClick={onRemove}>
      {label}
      <Icon name="close" size={14} />
    </Chip>
  )
}
