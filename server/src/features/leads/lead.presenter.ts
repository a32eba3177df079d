import type { CompanySummary, SearchHit } from '@baiqicha/contract/company-summary'
import type { ContactRow, ContactSummary, LeadRow } from '@baiqicha/contract/leads'
import type { ContactType } from '@baiqicha/contract/records/contact/contact-type'
import type { ContactFilter } from '@baiqicha/contract/search-vocabulary'
import { contactSummaryOf } from '../../domain/contacts/published-contact.ts'
import type { PublishedContact } from '../../records/company-contacts.ts'

const typeOf: Readonly<Record<ContactFilter, ContactType>> = { mobile: '手机', landline: '固话', email: '邮箱' }
const countOf: Readonly<Record<ContactFilter, keyof ContactSummary>> = {
  mobile: 'mobileCount',
  landline: 'landlineCount',
  email: 'emailCount',
}

/** Whether a company publishes a contact of the type that the filter asks for. */
export const hasContact = (contacts: readonly PublishedContact[], filter: ContactFilter | undefined): boolean =>
  filter === undefined || contactSummaryOf(contacts)[countOf[filter]] > 0

const newestDate = (contacts: readonly PublishedContact[]) =>
  contacts
    .flatMap(({ updatedAt }) => updatedAt ?? [])
    .toSorted()
    .at(-1) ?? null

/** A row: the first contact of the filter's type, else the first of all. */
export function leadRowFrom(
  company: CompanySummary,
  contacts: readonly PublishedContact[],
  { matchReason, hitRanges, filter }: Pick<SearchHit, 'matchReason' | 'hitRanges'> & { filter?: ContactFilter },
): LeadRow {
  const first = contacts.find(({ type }) => filter !== undefined && type === typeOf[filter]) ?? contacts[0]
  const [source] = first?.sources ?? []
  return {
    ...company,
    matchReason,
    hitRanges,
    contactSummary: contactSummaryOf(contacts),
    firstContact:
      first === undefined || source === undefined
        ? null
        : { type: first.type, value: first.shown, source, sameNumberCount: first.sameNumberCount },
    updatedAt: newestDate(contacts),
  }
}

/** Whether 同号企业 may be listed: never for a mobile number, whose companies are a fact about a person. */
export const canListSameNumber = ({ type, isCompanyMailbox }: Pick<PublishedContact, 'type' | 'isCompanyMailbox'>) =>
  type === '固话' || isCompanyMailbox

export function contactRowFrom(contact: PublishedContact, canDial: boolean): ContactRow {
  const { id, type, shown, contactName, positions, sources, state, labels, sameNumberCount, area, operator } = contact
  return {
    id,
    type,
    value: shown,
    contactName,
    positions: [...positions],
    sources: [...sources],
    sourceCount: sources.length,
    state,
    labels: [...labels],
    sameNumberCount,
    canListSameNumber: canListSameNumber(contact),
    area,
    operator,
    updatedAt: contact.updatedAt,
    canDial,
    dispute: contact.dispute,
  }
}
