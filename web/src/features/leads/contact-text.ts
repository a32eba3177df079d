import {
  AGENCY_COMPANIES,
  type ContactRow,
  type ContactSource,
  type ContactSummary,
  type LeadDetail,
} from '@baiqicha/contract/leads'
import { type ContactType } from '@baiqicha/contract/records/contact/contact-type'
import { phoneLink } from '../../domain/contacts/contact-links.ts'

/** Evidence in one line, as in 2025 年度报告 · 2026-03-28 公开. */
export const sourceText = ({ name, date }: ContactSource) => (date === null ? name : `${name} · ${date} 公开`)

type Shared = { type: ContactType; sameNumberCount: number }

/** Whether so many companies publish the phone number that it is probably that of an agency; never said of other contacts. */
export const isAgencyNumber = ({ type, sameNumberCount }: Shared) =>
  (type === '固话' || type === '手机') && sameNumberCount >= AGENCY_COMPANIES

/** Label of a contact that several companies publish; null: only this one does, or it is a web address. */
export function sameNumberLabel(contact: Shared): string | null {
  const { type, sameNumberCount: count } = contact
  if (count <= 1 || type === '网址') return null
  if (isAgencyNumber(contact)) return `疑似代理记账（同号 ${count} 家）`
  return `${type === '邮箱' ? '同邮箱' : '同号'} ${count} 家`
}

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

/** Whether a tap reaches the contact: a masked number can be read only, and a dead one answers nobody. */
function isCallable({ type, value, state, canDial }: ContactRow, canDialMobiles: boolean): boolean {
  if (state === '空号' || state === '停机') return false
  return type === '手机' ? canDialMobiles && canDial : type === '固话' && phoneLink(value) !== null
}

/** Contacts by type: those that can be called first, then 推荐, then in the order of the server. */
export function contactGroups({ contacts, canDialMobiles }: Pick<LeadDetail, 'contacts' | 'canDialMobiles'>) {
  const rankOf = (contact: ContactRow) =>
    (isCallable(contact, canDialMobiles) ? 2 : 0) + (contact.labels.includes('推荐') ? 1 : 0)
  const sorted = [...contacts].sort((a, b) => rankOf(b) - rankOf(a))
  const types = [...new Set(sorted.map(({ type }) => type))]
  return types.map((type) => ({ type, contacts: sorted.filter((contact) => contact.type === type) }))
}

/** Entry and title of the form that hides a number. */
export const HIDE_NUMBER = '号码屏蔽申请'

/** Note above contacts while no source of contacts is connected: they come from the register data of the companies. */
export const unconnectedNote = (types: readonly ContactType[]) =>
  types.every((type) => type === '网址') ? '电话未接入，仅展示登记的网址' : '联系方式未接入，仅展示登记的号码'
