import { companyStatuses } from '@baiqicha/contract/company-status'
import { leadFilters } from '@baiqicha/contract/leads'
import {
  ageBandKeys,
  ageBands,
  capitalBandKeys,
  capitalBands,
  contactFilterKeys,
  contactFilters,
  listingFilterKeys,
  listingFilters,
  staffBandKeys,
  staffBands,
} from '@baiqicha/contract/search-vocabulary'
import { chipGroup, type FilterPanel, type FilterValues } from '../../domain/filters/filter-panel.ts'
import { ConditionChips, FilterRow, matchCountText } from '../../domain/filters/filter-row.tsx'
import { useMemberOffer } from '../../platform/membership/use-member-offer.ts'
import { useFilterOptionsQuery } from '../../platform/search/search-queries.ts'
import { useIsVip } from '../../platform/session/session-store.ts'
import { Chip } from '../../ui/chip.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Tag } from '../../ui/tag.tsx'
import { type LeadFilters, leadConditions, readLeadFilters, statusLabel } from './lead-params.ts'
import { useLeadCountQuery } from './lead-queries.ts'
import styles from './leads.module.css'

const isOfMembers = (contact: string) =>
  contactFilterKeys.some((key) => key === contact && leadFilters[key].level === 'vip')

/** Marks a condition that only members have; a tap by anyone else leads to the offer. */
const ofMembers = {
  remark: (
    <span className={styles.member}>
      <Tag tone="vip">会员</Tag>
    </span>
  ),
  isLocked: () => true,
}

const memberNote = (
  <p className={styles.note}>
    <Tag tone="vip">会员</Tag>
    该条件为会员权益
  </p>
)

/** Cells of the filter row; the conditions of members are locked without membership. */
function leadPanels(isVip: boolean): readonly FilterPanel[] {
  const locked = isVip ? {} : ofMembers
  return [
    { subject: '地区', groups: [{ key: 'region', title: '地区', options: 'regions' }] },
    { subject: '行业', groups: [{ key: 'industry', title: '行业', options: 'industries' }] },
    {
      subject: '成立年限',
      note: !isVip && memberNote,
      groups: [{ ...chipGroup('age', '成立年限', ageBandKeys, (key) => ageBands[key].label), ...locked }],
    },
    {
      subject: '筛选',
      groups: [
        {
          ...chipGroup('contact', '联系方式', contactFilterKeys, (key) =>
            isVip || !isOfMembers(key) ? contactFilters[key] : `${contactFilters[key]}（会员）`,
          ),
          isLocked: (contact) => !isVip && isOfMembers(contact),
        },
        chipGroup('status', '登记状态（默认存续）', companyStatuses, (status) => status),
        { ...chipGroup('capital', '注册资本', capitalBandKeys, (key) => capitalBands[key].label), ...locked },
        { ...chipGroup('staff', '人员规模', staffBandKeys, (key) => staffBands[key].label), ...locked },
        { ...chipGroup('listed', '上市状态', listingFilterKeys, (key) => listingFilters[key]), ...locked },
      ],
    },
  ]
}

type Props = { filters: LeadFilters; onChange: (next: LeadFilters) => void }

/** Four cells that open a sheet each. `keyword`: that of the search to which the filters apply. */
export function LeadFilterRow({ keyword, filters, onChange }: Props & { keyword: string }) {
  const offer = useMemberOffer('leads')
  return (
    <FilterRow
      panels={leadPanels(useIsVip())}
      choices={useFilterOptionsQuery()}
      values={filters}
      onApply={(values) => onChange(readLeadFilters(values))}
      onLocked={offer.open}
      renderApplyLabel={(draft, isOpen) => <LeadCount keyword={keyword} draft={draft} isOpen={isOpen} />}
    />
  )
}

function LeadCount({ keyword, draft, isOpen }: { keyword: string; draft: FilterValues; isOpen: boolean }) {
  const { data } = useLeadCountQuery({ keyword, filters: readLeadFilters(draft), sameNumber: null }, isOpen)
  return matchCountText(data)
}

/** The status, which always applies, and the other conditions that the row only counts. A tap removes one. */
export function LeadConditions({ filters, onChange }: Props) {
  const remove = (key: string) => onChange(readLeadFilters({ ...filters, [key]: undefined }))
  return (
    <ConditionChips
      trackId="lead-filter-remove"
      conditions={leadConditions(filters)}
      onRemove={remove}
      first={
        filters.status === undefined ? (
          <span className={styles.default}>{statusLabel(undefined)}</span>
        ) : (
          <Chip trackId="lead-filter-remove" pressed onClick={() => remove('status')}>
            {statusLabel(filters.status)}
            <Icon name="close" size={14} />
          </Chip>
        )
      }
    />
  )
}
