import { AGENCY_COMPANIES, type ContactSource, type ContactSummary, type ContactType } from '@baiqicha/contract/leads'

/** Evidence in one line, as in 2025 年度报告 · 2026-03-28 公开. */
export const sourceText = ({ name, date }: ContactSource) => (date === null ? name : `${name} · ${date} 公开`)

/** Label of a number that several companies publish; null: only this one, or too few to say. */
export const sameNumberLabel = (count: number) =>
  count >= AGENCY_COMPANIES ? `疑似代理记账（同号 ${count} 家）` : count > 1 ? `同号 ${count} 家` : null

/** Number of contacts of each type, as in 固话 2 · 手机 1; 网址 is no contact of a person. */
export function summaryText({ landlineCount, mobileCount, emailCount }: ContactSummary): string {
  const parts: [ContactType, number][] = [
    ['固话', landlineCount],
    ['手机', mobileCount],
    ['邮箱', emailCount],
  ]
  return parts.flatMap(([type, count]) => (count > 0 ? [`${type} ${count}`] : [])).join(' · ')
}

export const countContacts = ({ landlineCount, mobileCount, emailCount }: ContactSummary) =>
  landlineCount + mobileCount + emailCount
