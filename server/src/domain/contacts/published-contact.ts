import { AGENCY_COMPANIES, type ContactLabel, type ContactSource } from '@baiqicha/contract/leads'
import { type ContactState, type ContactType, contactTypeOf } from '@baiqicha/contract/records/contact/contact-type'
import { publicEmail } from '../company/company-contact.ts'
import { maskMobile } from '../masking/masking.ts'
import { createPersonMasks } from '../masking/person-mask.ts'
import { numberKeyOf } from './contact-value.ts'

/** One disclosure of a contact: a record, or an own field of the company. */
export type Disclosure = {
  value: string
  contactName: string | null
  positions: readonly string[]
  source: ContactSource
  state: ContactState | null
  area: string | null
  operator: string | null
  /** Start of an objection to the record; null for none. */
  disputedSince: string | null
}

/** A contact of a company with every source. `number` is whole and is sent by the dial call only. */
export type MergedContact = {
  numberKey: string
  type: ContactType
  number: string
  /** For output: mobile numbers are masked, and mailboxes that are not at the company's own domain. */
  shown: string
  /** As in 杨**. */
  contactName: string | null
  positions: readonly string[]
  /** Newest first. */
  sources: readonly ContactSource[]
  state: ContactState
  area: string | null
  operator: string | null
  /** Newest date of the sources. */
  updatedAt: string | null
  /** A mailbox at the company's own domain. */
  isCompanyMailbox: boolean
  dispute: { since: string } | null
}

export type LabelledContact = MergedContact & { sameNumberCount: number; labels: readonly ContactLabel[] }

/** A person for output: the surname alone, as in 杨**. */
export const maskContactName = (name: string): string =>
  createPersonMasks([name])
    .name(name)
    .replace(/(?<=.)某{1,2}\d*/gu, '**')

/** Sort key of a disclosure: a year without a date comes before the days of that year. */
const dayOf = ({ date, year }: ContactSource) => date ?? (year === null ? '' : String(year))
const newestFirst = (a: Disclosure, b: Disclosure) => {
  const [dayA, dayB] = [dayOf(a.source), dayOf(b.source)]
  if (dayA !== dayB) return dayA < dayB ? 1 : -1
  return a.source.name < b.source.name ? -1 : 1
}

function shownValue(value: string, type: ContactType, website: string | null): string {
  if (type === '手机') return maskMobile(value)
  return type === '邮箱' ? (publicEmail(value, website) ?? '') : value
}

const firstOf = <T>(disclosures: readonly Disclosure[], of: (one: Disclosure) => T | null): T | null =>
  disclosures.map(of).find((value) => value !== null) ?? null

/** Disclosures of one company as contacts: the same number is one contact with all its sources. */
export function mergeContacts(disclosures: readonly Disclosure[], website: string | null): MergedContact[] {
  const byKey = Map.groupBy(disclosures, ({ value }) => numberKeyOf(value))
  return Array.from(byKey, ([numberKey, same]) => {
    const [newest, ...older] = same.toSorted(newestFirst)
    if (newest === undefined) throw new Error('A contact needs a disclosure')
    const all = [newest, ...older]
    const type = contactTypeOf(newest.value)
    const shown = shownValue(newest.value, type, website)
    const named = all.find(({ contactName }) => contactName !== null)
    const dates = all.flatMap(({ source }) => source.date ?? []).toSorted()
    const disputes = all.flatMap(({ disputedSince }) => disputedSince ?? []).toSorted()
    return {
      numberKey,
      type,
      number: newest.value,
      shown,
      contactName: firstOf(all, ({ contactName }) => (contactName === null ? null : maskContactName(contactName))),
      positions: (named ?? newest).positions,
      sources: all.map(({ source }) => source),
      state: firstOf(all, ({ state }) => (state === '未知' ? null : state)) ?? '未知',
      area: firstOf(all, ({ area }) => area),
      operator: firstOf(all, ({ operator }) => operator),
      updatedAt: dates.at(-1) ?? null,
      isCompanyMailbox: type === '邮箱' && shown === newest.value,
      dispute: disputes[0] === undefined ? null : { since: disputes[0] },
    }
  })
}

/** An agency is known by its phone; a mailbox or a site of many companies is that of a group or a platform. */
const isAgency = ({ type }: Pick<MergedContact, 'type'>, sameNumberCount: number) =>
  (type === '固话' || type === '手机') && sameNumberCount >= AGENCY_COMPANIES

/** Day of the newest annual report or own site that publishes the contact; null when it cannot be recommended. */
function recommendedBy(contact: MergedContact, sameNumberCount: number): string | null {
  if (contact.type === '网址' || contact.state === '空号') return null
  if (sameNumberCount >= AGENCY_COMPANIES) return null
  const days = contact.sources
    .filter(({ category }) => category === '年报' || category === '官网')
    .map(dayOf)
    .toSorted()
  return days.at(-1) ?? null
}

/** Order within one day: a landline reaches the company, a mobile number a person. */
const typeRank = (type: ContactType) => ['固话', '手机', '邮箱', '网址'].indexOf(type)

/**
 * Labels the contacts of one company and sorts them: 推荐 first, then the newest. 推荐 is one contact of the newest annual
 * report or own site that is not 空号 and not shared by `AGENCY_COMPANIES`.
 */
export function labelContacts(
  contacts: readonly MergedContact[],
  sameNumberCountOf: (numberKey: string) => number,
): LabelledContact[] {
  const counted = contacts.map((contact) => {
    const sameNumberCount = sameNumberCountOf(contact.numberKey)
    const day = recommendedBy(contact, sameNumberCount)
    return { contact, sameNumberCount, day, newest: contact.sources[0] === undefined ? '' : dayOf(contact.sources[0]) }
  })
  const byType = (a: MergedContact, b: MergedContact) =>
    typeRank(a.type) - typeRank(b.type) || (a.numberKey < b.numberKey ? -1 : 1)
  const [recommended] = counted
    .filter(({ day }) => day !== null)
    .toSorted((a, b) => {
      const [dayA, dayB] = [a.day ?? '', b.day ?? '']
      return dayA === dayB ? byType(a.contact, b.contact) : dayA < dayB ? 1 : -1
    })
  return counted
    .toSorted((a, b) => {
      if (a === recommended || b === recommended) return a === recommended ? -1 : 1
      return a.newest === b.newest ? byType(a.contact, b.contact) : a.newest < b.newest ? 1 : -1
    })
    .map((one) => ({
      ...one.contact,
      sameNumberCount: one.sameNumberCount,
      labels: [
        ...(one === recommended ? (['推荐'] as const) : []),
        ...(isAgency(one.contact, one.sameNumberCount) ? (['疑似代理记账'] as const) : []),
      ],
    }))
}

/** Numbers of contacts by type that have a filter. */
export function contactSummaryOf(contacts: readonly { type: ContactType }[]) {
  const countOf = (type: ContactType) => contacts.filter((one) => one.type === type).length
  return { mobileCount: countOf('手机'), landlineCount: countOf('固话'), emailCount: countOf('邮箱') }
}
