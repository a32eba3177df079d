import { isLiveStatus } from '@baiqicha/contract/company-status'
import { type CompanySummary, riskLabels } from '@baiqicha/contract/company-summary'
import { Tag } from '../../ui/tag.tsx'
import styles from './company-row.module.css'

export type CompanyTag = { label: string; tone: 'green' | 'red' | 'info' | 'demo' }

export type TaggedCompany = Pick<
  CompanySummary,
  | 'status'
  | 'businessType'
  | 'jointStockType'
  | 'isDishonestDebtor'
  | 'isJudgmentDebtor'
  | 'isConsumptionRestricted'
  | 'isDemo'
>

const shown = (value: string | null): value is string =>
  value !== null && value.trim() !== '' && value !== '-' && value !== '其他'

/** Tone of a registration status: only 存续 and 迁出 are live. */
export const statusTone = (status: string) => (isLiveStatus(status) ? 'green' : 'red')

/** Tags of a company in display order: status, type, risk, demonstration (SPEC §3). */
export function listCompanyTags(company: TaggedCompany): CompanyTag[] {
  const tags: CompanyTag[] = []
  if (shown(company.status)) tags.push({ label: company.status, tone: statusTone(company.status) })
  for (const kind of new Set([company.businessType, company.jointStockType])) {
    if (shown(kind)) tags.push({ label: kind, tone: 'info' })
  }
  if (company.isDishonestDebtor) tags.push({ label: riskLabels.dishonestDebtor, tone: 'red' })
  if (company.isJudgmentDebtor) tags.push({ label: riskLabels.judgmentDebtor, tone: 'red' })
  if (company.isConsumptionRestricted) tags.push({ label: riskLabels.consumptionRestriction, tone: 'red' })
  if (company.isDemo) tags.push({ label: '演示数据', tone: 'demo' })
  return tags
}

/** Tags of a company, wrapped over several lines if needed. `note` adds a grey tag. */
export function CompanyTags({ company, note }: { company: TaggedCompany; note?: string | undefined }) {
  const tags = listCompanyTags(company)
  if (tags.length === 0 && note === undefined) return null
  return (
    <span className={styles.tags}>
      {tags.map((tag) => (
        <Tag key={`${tag.tone}${tag.label}`} tone={tag.tone}>
          {tag.label}
        </Tag>
      ))}
      {note !== undefined && <Tag tone="mute">{note}</Tag>}
    </span>
  )
}
