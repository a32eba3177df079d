import type { CompanySummary } from '@baiqicha/contract/company-summary'
import {
  type dialSchema,
  type LeadDetail,
  type LeadFilter,
  type LeadRow,
  type LeadSearchAnswer,
  type LeadSearchQuery,
  leadFilterKeys,
  leadFilters,
} from '@baiqicha/contract/leads'
import { DEFAULT_LEAD_STATUS, TOTAL_LIMIT } from '@baiqicha/contract/search-vocabulary'
import type * as z from 'zod/mini'
import { type Clock, chinaDay } from '../../domain/clock.ts'
import { readNumberKey } from '../../domain/contacts/contact-value.ts'
import { contactSummaryOf } from '../../domain/contacts/published-contact.ts'
import { maskContactsIn } from '../../domain/masking/masking.ts'
import { withoutUndefined } from '../../domain/without-undefined.ts'
import type { Hmac } from '../../platform/crypto/hmac.ts'
import type { Database } from '../../platform/database/database.ts'
import { notFound } from '../../platform/http/refusal.ts'
import type { CompanyContacts, PublishedContact } from '../../records/company-contacts.ts'
import type { CompanyFilters, CompanyHit, CompanyHits, CompanySearch } from '../../search/company-search.ts'
import type { Caller, ContactQuota } from './contact-quota.service.ts'
import { canListSameNumber, contactRowFrom, hasContact, leadRowFrom } from './lead.presenter.ts'
import {
  contactNotFound,
  dialsOff,
  filtersRefused,
  keywordRefused,
  mobileExportRefused,
  notDialable,
} from './leads.refusals.ts'
import { mayDial, readLeadKeyword } from './leads.rules.ts'

export type LeadsDeps = {
  db: Database
  clock: Clock
  hmac: Hmac
  index: Pick<CompanySearch, 'search'>
  companies: { listSummaries(ids: readonly string[]): Promise<CompanySummary[]> }
  contacts: CompanyContacts
  /** Those of the companies that pass the filters, in the same order. */
  passing: (companyIds: readonly string[], filters: CompanyFilters) => Promise<readonly string[]>
  levelOf: (userId: string) => Promise<'registered' | 'vip'>
  quota: ContactQuota
  /** Whether the operator allows 拨打 of mobiles. */
  dialMobiles: boolean
}

export type Lead = { company: CompanySummary; contacts: readonly PublishedContact[] }
type Window = { offset: number; limit: number }
/** Companies of one query. `byNumber`: those that publish one number. */
type Found = Pick<CompanyHits, 'total' | 'totalCapped' | 'didYouMean' | 'usedKeyword' | 'tooBroad'> & {
  hits: readonly CompanyHit[]
  byNumber: boolean
  cutKeyword?: string
}

export function createLeadsService(deps: LeadsDeps) {
  const { db, clock, hmac, index, companies, contacts, passing, levelOf, quota, dialMobiles } = deps

  /** Companies that publish a number. Filters apply to them as to all others. */
  async function byNumber(
    number: string,
    shownOf: (contact: PublishedContact) => boolean,
    query: LeadSearchQuery,
    window: Window,
  ) {
    const known = await contacts.companiesWith(number, { offset: 0, limit: TOTAL_LIMIT })
    const ids = await passing(known.ids, indexFiltersOf(query))
    const page = ids.slice(window.offset, window.offset + window.limit)
    const published = await contacts.contactsOf(page)
    const hits = page.flatMap((companyId): CompanyHit[] => {
      const text = published.get(companyId)?.find(shownOf)?.shown
      return text === undefined
        ? []
        : [{ companyId, matchReason: { field: 'phone', text }, hitRanges: [[0, text.length]] }]
    })
    return { hits, total: ids.length, totalCapped: known.total > known.ids.length, byNumber: true }
  }

  /** 同号企业 of a landline or company mailbox. */
  async function bySameNumber(query: LeadSearchQuery, window: Window): Promise<Found> {
    const { companyId = '', sameNumberAs } = query
    const own = (await contacts.contactsOf([companyId])).get(companyId) ?? []
    const contact = own.find(({ id }) => id === sameNumberAs)
    if (contact === undefined || !canListSameNumber(contact)) throw contactNotFound()
    return byNumber(contact.number, ({ numberKey }) => numberKey === contact.numberKey, query, window)
  }

  async function byIndex(keyword: string | null, query: LeadSearchQuery, window: Window): Promise<Found> {
    const filters = indexFiltersOf(query)
    const found = await index.search({
      keyword,
      within: 'companyFacts',
      filters,
      sort: 'relevance',
      exact: false,
      ...window,
    })
    return { ...found, byNumber: false }
  }

  /** The number of a search by mobile number is one reveal, also when it finds nothing. */
  async function spendMobile(number: string, companyIds: readonly string[], caller: Caller): Promise<void> {
    await quota.spend(caller, {
      kind: 'reveal',
      subject: hmac('lead-number', number).slice(0, 32),
      auditKind: 'mobileSearched',
      audited: companyIds.join(' '),
    })
  }

  async function find(query: LeadSearchQuery, window: Window, caller: Caller | null): Promise<Found> {
    if (query.sameNumberAs !== undefined) return bySameNumber(query, window)
    const read = readLeadKeyword(query.keyword)
    if (read.type === 'refused') throw keywordRefused(read.message)
    if (read.type === 'none') return byIndex(null, query, window)
    if (read.type === 'text') {
      const { text, cut } = read.keyword
      return { ...(await byIndex(text, query, window)), ...(cut !== undefined && { cutKeyword: cut }) }
    }
    const { number, isMobile } = read
    if (isMobile && caller === null) throw mobileExportRefused()
    const numberKey = readNumberKey(number)
    const found = await byNumber(number, (contact) => contact.numberKey === numberKey, query, window)
    if (isMobile && caller !== null) {
      await spendMobile(
        number,
        found.hits.map(({ companyId }) => companyId),
        caller,
      )
    }
    return found
  }

  async function load(ids: readonly string[]) {
    const [summaries, published] = await Promise.all([companies.listSummaries(ids), contacts.contactsOf(ids)])
    const summaryById = new Map(summaries.map((company) => [company.id, company]))
    return (id: string) => {
      const company = summaryById.get(id)
      return company === undefined ? null : { company, contacts: published.get(id) ?? [] }
    }
  }

  /** Hits whose company still publishes what the filter asks for; the index may lag behind the database. */
  async function confirmed(found: Found, { contact }: LeadSearchQuery) {
    const lead = await load(found.hits.map(({ companyId }) => companyId))
    return found.hits.flatMap((hit) => {
      const one = lead(hit.companyId)
      return one === null || !hasContact(one.contacts, contact) ? [] : [{ hit, ...one }]
    })
  }

  async function admit(query: LeadSearchQuery, userId: string): Promise<void> {
    const refused = memberFiltersIn(query)
    if (refused.length > 0 && (await levelOf(userId)) !== 'vip') throw filtersRefused(refused)
  }

  const mayDialNow = (contact: PublishedContact, status: string | null) =>
    dialMobiles && mayDial({ contact, status, today: chinaDay(clock.now()) })

  return {
    async search(query: LeadSearchQuery, caller: Caller): Promise<LeadSearchAnswer> {
      await admit(query, caller.session.userId)
      const { page, pageSize, contact: filter } = query
      const found = await find(query, { offset: (page - 1) * pageSize, limit: pageSize }, caller)
      const [rows, connected] = await Promise.all([confirmed(found, query), contacts.connectedAsOf()])
      const { total, totalCapped, didYouMean, usedKeyword, tooBroad, cutKeyword } = found
      return {
        list: rows.map(
          ({ hit, company, contacts: published }): LeadRow =>
            leadRowFrom(company, published, { ...hit, ...(filter !== undefined && { filter }) }),
        ),
        total,
        totalCapped,
        page,
        pageSize,
        connected: connected.connected,
        asOf: connected.asOf,
        byNumber: found.byNumber,
        ...withoutUndefined({ didYouMean, usedKeyword, cutKeyword }),
        ...(tooBroad === true && { tooBroad }),
      }
    },

    /** The contacts of a company, for one reveal. */
    async detail(companyId: string, caller: Caller): Promise<LeadDetail> {
      const { userId } = caller.session
      const [lead, connected, row] = await Promise.all([
        load([companyId]),
        contacts.connectedAsOf(companyId),
        db.selectFrom('company').select('address').where('id', '=', companyId).executeTakeFirst(),
      ])
      const one = lead(companyId)
      if (one === null) throw notFound()
      const { company, contacts: published } = one
      // A website is public on the company page already: without another contact nothing is revealed.
      const { left, isRepeated } = published.every(({ type }) => type === '网址')
        ? { left: await quota.left(userId, 'reveal'), isRepeated: false }
        : await quota.spend(caller, {
            kind: 'reveal',
            subject: companyId,
            auditKind: 'contactsRevealed',
            audited: companyId,
          })
      return {
        company,
        address: row?.address == null ? null : maskContactsIn(row.address),
        connected: connected.connected,
        asOf: connected.asOf,
        contacts: published.map((contact) => contactRowFrom(contact, mayDialNow(contact, company.status))),
        contactSummary: contactSummaryOf(published),
        revealsLeft: left,
        isRepeated,
        canDialMobiles: dialMobiles,
        dialsLeft: await quota.left(userId, 'dial'),
      }
    },

    async dial(
      { companyId, contactId }: { companyId: string; contactId: string },
      caller: Caller,
    ): Promise<z.output<typeof dialSchema>> {
      if (!dialMobiles) throw dialsOff()
      const one = (await load([companyId]))(companyId)
      const contact = one?.contacts.find(({ id }) => id === contactId)
      if (one === null || contact === undefined) throw contactNotFound()
      if (!mayDialNow(contact, one.company.status)) throw notDialable()
      const { left } = await quota.spend(caller, {
        kind: 'dial',
        subject: companyId,
        auditKind: 'mobileDialled',
        audited: `${companyId} ${contactId}`,
      })
      return { number: contact.number, dialsLeft: left }
    },

    /** Rows of an export: no reveals, and never by mobile number. */
    async rowsForExport(query: LeadSearchQuery, window: Window): Promise<{ rows: readonly Lead[]; isLast: boolean }> {
      const found = await find(query, window, null)
      return { rows: await confirmed(found, query), isLast: found.hits.length < window.limit }
    },
  }
}
export type LeadsService = ReturnType<typeof createLeadsService>

/** Filters of a query that only members have. */
function memberFiltersIn({ keyword, contact, status, ...others }: LeadSearchQuery): LeadFilter[] {
  const { region, industry, capital, age, listed, staff } = others
  const isUsed: Record<LeadFilter, boolean> = {
    keyword: keyword.trim() !== '',
    region: region !== undefined,
    industry: industry !== undefined,
    status: status !== DEFAULT_LEAD_STATUS,
    mobile: contact === 'mobile',
    landline: contact === 'landline',
    email: contact === 'email',
    age: age !== undefined,
    capital: capital !== undefined,
    staff: staff !== undefined,
    listed: listed !== undefined,
  }
  return leadFilterKeys.filter((filter) => isUsed[filter] && leadFilters[filter].level === 'vip')
}

/** Filters for the index. */
function indexFiltersOf(query: LeadSearchQuery): CompanyFilters {
  const { region, industry, capital, age, listed, status, contact, staff } = query
  return {
    ...(status === DEFAULT_LEAD_STATUS ? { activeOrUnstated: true } : { status }),
    ...withoutUndefined({ region, industry, capital, age, listed, contact, staff }),
  }
}
