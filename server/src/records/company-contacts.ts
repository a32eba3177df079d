import type { Fact } from '@baiqicha/contract/company-facts'
import type { ContactSource } from '@baiqicha/contract/leads'
import { contactCategories, contactStates } from '@baiqicha/contract/records/contact/contact-type'
import { textOf } from '@baiqicha/contract/records/fields'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { type Clock, chinaDay, isoOf } from '../domain/clock.ts'
import {
  MOST_COMPANIES_OF_SITE,
  type OwnContact,
  ownContactsOf,
  readContactValue,
  readNumberKey,
  siteFlaw,
} from '../domain/contacts/contact-value.ts'
import {
  type Disclosure,
  type LabelledContact,
  labelContacts,
  type MergedContact,
  mergeContacts,
} from '../domain/contacts/published-contact.ts'
import { maskNumbersIn } from '../domain/masking/masking.ts'
import { entriesUpTo, ttlOptions } from '../platform/cache.ts'
import type { Database } from '../platform/database/database.ts'
import { compileOnce, inJsonArrayText, isRealCompany, rowsByKey } from '../platform/database/portable-sql.ts'
import { createSourceReader } from '../platform/database/source-reader.ts'
import type { CompanyTable, SourceTable } from '../platform/database/tables/company.ts'
import { type CompanySubjects, createCompanySubjects } from './company-subjects.ts'
import { originOfFact } from './fact-origin.ts'
import type { HiddenNumbers } from './hidden-numbers.ts'
import { createRecordCoverage, newestAsOf } from './record-coverage.ts'
import { createRecordRevision } from './record-revision.ts'
import {
  createRecordReader,
  isShown,
  type StoredRecord,
  showRecord,
  sourceIdsOf,
  sourcesOf,
  visibilityInSql,
} from './shown-record.ts'
import { subjectRows, valuesWithMark, wantedValues } from './subject-rows.ts'

/** A contact of a company that may be shown today. `number` is whole: only the dial call may send a mobile's. */
export type PublishedContact = LabelledContact & { id: string }

export type CompanyContacts = ReturnType<typeof createCompanyContacts>

export type CompanyContactsDeps = {
  db: Database
  clock: Clock
  includeDemo: boolean
  hiddenNumbers: HiddenNumbers
}

const ownColumns = ['id', 'phones', 'email', 'website', 'contact_source', 'contact_as_of', 'other_origins'] as const
type OwnRow = Pick<CompanyTable, (typeof ownColumns)[number]>

/** Source of an own field. */
const originOf = (company: OwnRow, fact: Fact) =>
  originOfFact(company, fact, { source: company.contact_source, asOf: company.contact_as_of })

const wholeDay = (asOf: string | null) => (asOf !== null && /^\d{4}-\d{2}-\d{2}$/.test(asOf) ? asOf : null)
const yearOf = (asOf: string | null) => (asOf === null ? null : Number(asOf.slice(0, 4)))

/** An own field of the company as a disclosure, with the source of its register data. */
function ownDisclosure(
  company: OwnRow,
  { field, value }: OwnContact,
  sources: ReadonlyMap<string, SourceTable>,
): Disclosure {
  const { source, asOf } = originOf(company, field)
  const known = source === null ? undefined : sources.get(source)
  return {
    value,
    contactName: null,
    positions: [],
    source: {
      category: known?.kind === 'annual-report' ? '年报' : null,
      name: known?.name ?? source ?? '登记信息',
      year: yearOf(asOf),
      date: wholeDay(asOf),
      url: known?.url ?? null,
    },
    state: null,
    area: null,
    operator: null,
    disputedSince: null,
  }
}

const nameOfSource = (category: ContactSource['category'], year: number | null, sourceName: string) =>
  category === '年报' && year !== null ? `${year} 年度报告` : sourceName

/** A record as a disclosure; null when it may not be shown on that day, or is history. */
function disclosureOf(
  record: StoredRecord,
  today: string,
  sources: ReadonlyMap<string, SourceTable>,
): Disclosure | null {
  const shown = showRecord(record, today)
  if (shown === null || shown.view === 'history') return null
  const { stated, masked } = shown
  const value = textOf(stated, 'value')
  // A text that no import stores is never taken for a number.
  if (value === null || readContactValue(value) !== value) return null
  const category = contactCategories.find((word) => word === stated['category']) ?? null
  const year = typeof stated['year'] === 'number' ? stated['year'] : null
  const [source] = sourcesOf(record, sources)
  const url = source?.sourceUrl ?? null
  const positions = masked.fields['positions']
  return {
    value,
    contactName: textOf(stated, 'contactName'),
    positions: Array.isArray(positions) ? positions.filter((one) => typeof one === 'string') : [],
    source: {
      category,
      name: textOf(masked.fields, 'sourceTitle') ?? nameOfSource(category, year, source?.sourceName ?? ''),
      year,
      date: textOf(stated, 'sourceDate'),
      url: url !== null && maskNumbersIn(url) === url ? url : null,
    },
    state: contactStates.find((word) => word === stated['state']) ?? null,
    area: textOf(masked.fields, 'area'),
    operator: textOf(masked.fields, 'operator'),
    disputedSince: shown.view === 'disputed' ? isoOf(record.disputed_at ?? record.updated_at) : null,
  }
}

type Pair = { number_key: string; company_id: string }

const COUNTED_NUMBERS = 50_000
/** Counts are those of the record revision; a change of a company's own number shows after this time. */
const COUNTED_MS = 60_000

const isName = ({ identity }: { identity: string }) => identity.startsWith('n:')

/** False for a site that more companies name than may share one, and for the site of somebody else. */
const isOwnSite = ({ type, number }: Pick<MergedContact, 'type' | 'number'>, companies: number) =>
  type !== '网址' || (companies <= MOST_COMPANIES_OF_SITE && siteFlaw(number) === null)

export function createCompanyContacts(deps: CompanyContactsDeps) {
  const { db, clock, includeDemo, hiddenNumbers } = deps
  const subjects = createCompanySubjects(db, includeDemo)
  const readRecords = createRecordReader(db)
  const findSources = createSourceReader(db, clock)
  const coverages = createRecordCoverage(db, clock)
  const readRevision = createRecordRevision(db)

  const findIds = compileOnce<{ company: string; record_id: string }>(db, ([today = '', ...values]) =>
    subjectRows(db, { values, today, kinds: ['contact'] })
      .where(visibilityInSql(today), '<>', sql.lit('history'))
      .select(['wanted.company as company', 'subject.record_id as record_id']),
  )
  const findOwn = compileOnce(db, ([ids = '']) =>
    db
      .selectFrom('company')
      .select([...ownColumns])
      .where('id', 'in', inJsonArrayText(db, ids)),
  )
  const findHiddenOwn = compileOnce(db, ([ids = '']) =>
    db
      .selectFrom('company_contact')
      .select(['number_key', 'company_id'])
      .where('company_id', 'in', inJsonArrayText(db, ids))
      .where('is_hidden', '=', sql.lit(1)),
  )

  /** Numbers stated today, with the key of the publishing company as stated. */
  const findStated = compileOnce<{ number_key: string; identity: string }>(db, ([today = '', keys = '']) =>
    db
      .selectFrom(rowsByKey(db, 'record_subject', keys, sql`kind = 'contact'`).as('subject'))
      .select(['subject.subject_key as number_key', sql<string>`subject.identity`.as('identity')])
      .distinct()
      .where('subject.identity', 'is not', null)
      .where(isShown(today))
      .where(visibilityInSql(today), '=', sql.lit('current')),
  )
  const ofReaders = includeDemo ? sql<boolean>`true` : isRealCompany
  const withColumn = (column: 'credit_code' | 'registration_number' | 'name_key', mark: string, values: string) =>
    db
      .selectFrom('company')
      .select([sql<string>`${sql.lit(mark)} || ${sql.ref(column)}`.as('identity'), 'id'])
      .where(column, 'in', inJsonArrayText(db, values))
      .where(ofReaders)
  const findIdentities = compileOnce(db, ([codes = '', numbers = '', names = '']) =>
    withColumn('credit_code', 'c:', codes)
      .unionAll(withColumn('registration_number', 'r:', numbers))
      .unionAll(withColumn('name_key', 'n:', names)),
  )
  const findOwnPublishing = compileOnce<Pair>(db, ([keys = '']) =>
    db
      .selectFrom('company_contact as own')
      .innerJoin('company', 'company.id', 'own.company_id')
      .select(['own.number_key', 'own.company_id'])
      .where('own.number_key', 'in', inJsonArrayText(db, keys))
      .where('own.is_hidden', '=', sql.lit(0))
      .where(ofReaders),
  )
  const findPage = compileOnce(db, ([ids = '', limit = '', offset = '']) =>
    db
      .selectFrom('company')
      .select('id')
      .where('id', 'in', inJsonArrayText(db, ids))
      .orderBy('prominence')
      .orderBy('id')
      .limit(sql<number>`cast(${limit} as integer)`)
      .offset(sql<number>`cast(${offset} as integer)`),
  )

  /** Companies by the key they were stated with: a code and a number identify one, a name may be that of several. */
  async function companiesByIdentity(identities: readonly string[]): Promise<Map<string, string[]>> {
    const values = (['c:', 'r:', 'n:'] as const).map((mark) => JSON.stringify(valuesWithMark(identities, mark)))
    const rows = identities.length === 0 ? [] : await findIdentities(values)
    const byIdentity = Map.groupBy(rows, ({ identity }) => identity)
    return new Map(Array.from(byIdentity, ([identity, of]) => [identity, of.map(({ id }) => id)]))
  }

  /** Companies that publish the numbers today, by number. A stated name counts if nothing else names another company. */
  async function publishersOf(numberKeys: readonly string[]): Promise<Map<string, Set<string>>> {
    const keys = JSON.stringify(numberKeys)
    const [stated, own] = await Promise.all([findStated([chinaDay(clock.now()), keys]), findOwnPublishing([keys])])
    const companies = await companiesByIdentity([...new Set(stated.map(({ identity }) => identity))])
    const idsOf = ({ identity }: { identity: string }) => companies.get(identity) ?? []
    const named = await subjects.find([...new Set(stated.filter(isName).flatMap(idsOf))])
    const publishers = new Map(numberKeys.map((key) => [key, new Set<string>()]))
    for (const { number_key, company_id } of own) publishers.get(number_key)?.add(company_id)
    for (const row of stated) {
      for (const id of idsOf(row)) {
        if (!isName(row) || named.get(id)?.namesakeKey === null) publishers.get(row.number_key)?.add(id)
      }
    }
    return publishers
  }

  const counted = new LRUCache<string, number>({ ...entriesUpTo(COUNTED_NUMBERS), ...ttlOptions(clock, COUNTED_MS) })
  let countedUnder = ''

  /** Number of companies by number key. */
  async function sharedCounts(numberKeys: readonly string[]): Promise<Map<string, number>> {
    const state = `${chinaDay(clock.now())} ${await readRevision()}`
    if (state !== countedUnder) counted.clear()
    countedUnder = state
    const wanted = [...new Set(numberKeys)]
    const counts = new Map(
      wanted.flatMap((key): [string, number][] => {
        const known = counted.get(key)
        return known === undefined ? [] : [[key, known]]
      }),
    )
    const missing = wanted.filter((key) => !counts.has(key))
    const publishers = missing.length === 0 ? [] : await publishersOf(missing)
    for (const [key, { size }] of publishers) {
      counts.set(key, size)
      counted.set(key, size)
    }
    return counts
  }

  /** Ids of the shown contact records of each company. */
  async function recordIdsOf(companies: readonly CompanySubjects[], today: string): Promise<Map<string, string[]>> {
    const values = wantedValues(companies)
    const rows = values.length === 0 ? [] : await findIds([today, ...values])
    const byCompany = Map.groupBy(rows, ({ company }) => companies[Number(company)]?.company.id ?? '')
    return new Map(Array.from(byCompany, ([id, of]) => [id, of.map(({ record_id }) => record_id)]))
  }

  async function mergedOf(ids: readonly string[]): Promise<Map<string, MergedContact[]>> {
    const today = chinaDay(clock.now())
    const known = [...(await subjects.find(ids)).values()]
    const wanted = JSON.stringify(known.map(({ company }) => company.id))
    const [recordIds, ownRows, hiddenRows] = await Promise.all([
      recordIdsOf(known, today),
      findOwn([wanted]),
      findHiddenOwn([wanted]),
    ])
    const records = await readRecords([...new Set([...recordIds.values()].flat())])
    const sources = await findSources([
      ...sourceIdsOf(records),
      ...ownRows.flatMap((row) => ownContactsOf(row).flatMap(({ field }) => originOf(row, field).source ?? [])),
    ])
    const byId = new Map(records.map((record) => [record.id, record]))
    const hidden = new Set(hiddenRows.map(({ number_key, company_id }) => `${company_id} ${number_key}`))
    return new Map(
      ownRows.map((row) => {
        const published = (recordIds.get(row.id) ?? []).flatMap((recordId) => {
          const record = byId.get(recordId)
          return record === undefined ? [] : (disclosureOf(record, today, sources) ?? [])
        })
        const own = ownContactsOf(row).map((contact) => ownDisclosure(row, contact, sources))
        const merged = mergeContacts([...published, ...own], row.website)
        return [row.id, merged.filter(({ numberKey }) => !hidden.has(`${row.id} ${numberKey}`))]
      }),
    )
  }

  return {
    /**
     * Contacts by company id, 推荐 first: its disclosures that may be shown today and its own fields, the same number
     * once. Companies without contacts are left out. A constant number of queries.
     */
    async contactsOf(companyIds: readonly string[]): Promise<Map<string, PublishedContact[]>> {
      const ids = [...new Set(companyIds)]
      if (ids.length === 0) return new Map()
      const merged = await mergedOf(ids)
      const counts = await sharedCounts([...merged.values()].flat().map(({ numberKey }) => numberKey))
      const contacts = new Map<string, PublishedContact[]>()
      for (const [id, of] of merged) {
        const own = of.filter((contact) => isOwnSite(contact, counts.get(contact.numberKey) ?? 0))
        if (own.length === 0) continue
        // A contact under objection counts for its own company.
        const labelled = labelContacts(own, (key) => Math.max(1, counts.get(key) ?? 0))
        contacts.set(
          id,
          labelled.map((contact) => ({ ...contact, id: hiddenNumbers.contactIdOf(id, contact.numberKey) })),
        )
      }
      return contacts
    },

    /** Companies with a current contact of this number as typed, the best known first. */
    async companiesWith(
      number: string,
      { limit, offset }: { limit: number; offset: number },
    ): Promise<{ ids: string[]; total: number }> {
      const key = readNumberKey(number)
      if (key === null) return { ids: [], total: 0 }
      const ids = [...((await publishersOf([key])).get(key) ?? [])]
      const page = await findPage([JSON.stringify(ids), String(limit), String(offset)])
      return { ids: page.map(({ id }) => id), total: ids.length }
    },

    /** Whether a source of contacts covers the company, without an id any company, and its newest date. */
    async connectedAsOf(companyId?: string): Promise<{ connected: boolean; asOf: string | null }> {
      if (companyId !== undefined) {
        const company = (await subjects.find([companyId])).get(companyId)?.company
        const feeds = company === undefined ? [] : (await coverages.ofCompany(company))('contact').feeds
        return { connected: feeds.length > 0, asOf: newestAsOf(feeds) }
      }
      const both = await Promise.all(
        (includeDemo ? ([0, 1] as const) : ([0] as const)).map((is_demo) => coverages.feedsOf('contact', { is_demo })),
      )
      const feeds = both.flat()
      return { connected: feeds.length > 0, asOf: newestAsOf(feeds) }
    },
  }
}
