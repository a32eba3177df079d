import { type Fact, facts } from '@baiqicha/contract/company-facts'
import type { ContactSource } from '@baiqicha/contract/leads'
import { contactCategories, contactStates } from '@baiqicha/contract/records/contact/contact-type'
import { textOf } from '@baiqicha/contract/records/fields'
import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import type { Clock } from '../domain/clock.ts'
import { type OwnContact, ownContactsOf, readContactValue, readNumberKey } from '../domain/contacts/contact-value.ts'
import {
  type Disclosure,
  type LabelledContact,
  labelContacts,
  type MergedContact,
  mergeContacts,
} from '../domain/contacts/published-contact.ts'
import { maskNumbersIn } from '../domain/records/masked-numbers.ts'
import { compileOnce } from '../platform/database/compile-once.ts'
import type { Database } from '../platform/database/database.ts'
import { inJsonArrayText } from '../platform/database/in-json-array.ts'
import { createSourceReader } from '../platform/database/source-reader.ts'
import type { CompanyTable, SourceTable } from '../platform/database/tables/company.ts'
import { type CompanySubjects, createCompanySubjects } from './company-subjects.ts'
import type { HiddenNumbers } from './hidden-numbers.ts'
import { createRecordFeeds, newestAsOf } from './record-feeds.ts'
import { isShown, todayOf, visibilityInSql } from './record-visibility.ts'
import { createRecordReader, type StoredRecord, showRecord, sourceIdsOf, sourcesOf } from './shown-record.ts'
import { subjectRows, wantedValues, withWanted } from './subject-rows.ts'

/** A contact of a company that may be shown today. `number` is whole: only the dial call may send a mobile's. */
export type PublishedContact = LabelledContact & { id: string }

export interface CompanyContacts {
  /**
   * Contacts by company id, 推荐 first: its disclosures that may be shown today and its own fields, the same number
   * once. Companies without contacts are left out. A constant number of queries.
   */
  contactsOf(companyIds: readonly string[]): Promise<Map<string, PublishedContact[]>>
  /** Companies with a current contact of this number as typed, the best known first. */
  companiesWith(number: string, page: { limit: number; offset: number }): Promise<{ ids: string[]; total: number }>
  /** Whether a source of contacts covers the company, without an id any company, and its newest date. */
  connectedAsOf(companyId?: string): Promise<{ connected: boolean; asOf: string | null }>
}

export type CompanyContactsDeps = {
  db: Database
  clock: Clock
  includeDemo: boolean
  hiddenNumbers: HiddenNumbers
}

const ownColumns = ['id', 'phones', 'email', 'website', 'contact_source', 'contact_as_of', 'other_origins'] as const
type OwnRow = Pick<CompanyTable, (typeof ownColumns)[number]>

const originsJson = z.partialRecord(z.enum(facts), z.tuple([z.string(), z.nullable(z.string())]))

/** Source of an own field: that of the fact if it differs from the group's. */
function originOf(company: OwnRow, fact: Fact): { source: string | null; asOf: string | null } {
  const own = z.parse(originsJson, JSON.parse(company.other_origins))[fact]
  return own === undefined
    ? { source: company.contact_source, asOf: company.contact_as_of }
    : { source: own[0], asOf: own[1] }
}

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
    disputedSince: shown.view === 'disputed' ? new Date(record.disputed_at ?? record.updated_at).toISOString() : null,
  }
}

type Pair = { number_key: string; company_id: string }

export function createCompanyContacts(deps: CompanyContactsDeps): CompanyContacts {
  const { db, clock, includeDemo, hiddenNumbers } = deps
  const subjects = createCompanySubjects(db, includeDemo)
  const readRecords = createRecordReader(db)
  const findSources = createSourceReader(db, clock)
  const feedsFor = createRecordFeeds(db, clock)

  const findIds = compileOnce<{ company: string; record_id: string }>(db, ([today = '', ...values]) =>
    subjectRows(withWanted(db, values), today)
      .where('subject.kind', '=', 'contact')
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

  const demoFilter = includeDemo ? sql`` : sql`and company.is_demo = 0`
  /** Rows of `record_subject` that state one of the numbers today, by the mark of the publishing company's key. */
  const publishing = (keys: string, today: string, mark: string) =>
    sql`subject.subject_key in ${inJsonArrayText(db, keys)} and subject.kind = 'contact' and ${isShown(today)}
      and ${visibilityInSql(today)} = 'current' and substr(subject.identity, 1, 2) = ${sql.lit(mark)} ${demoFilter}`

  /** Companies that certainly publish the numbers: by code, by number, and by their own fields. */
  const certain = (keys: string, today: string): RawBuilder<Pair> => sql<Pair>`
    select subject.subject_key as number_key, company.id as company_id
      from record_subject as subject cross join company
      where ${publishing(keys, today, 'c:')} and company.credit_code = substr(subject.identity, 3)
    union select subject.subject_key, company.id
      from record_subject as subject cross join company
      where ${publishing(keys, today, 'r:')} and company.registration_number = substr(subject.identity, 3)
    union select own.number_key, own.company_id
      from company_contact as own cross join company
      where own.number_key in ${inJsonArrayText(db, keys)} and own.is_hidden = 0
        and company.id = own.company_id ${demoFilter}`

  /** Companies with the stated name; whether it identifies them is decided by `subjects`. */
  const byName = (keys: string, today: string): RawBuilder<Pair> => sql<Pair>`
    select distinct subject.subject_key as number_key, company.id as company_id
      from record_subject as subject cross join company
      where ${publishing(keys, today, 'n:')} and company.name_key = substr(subject.identity, 3)`

  const compiled = <Row>(build: (values: readonly string[]) => RawBuilder<Row>) =>
    compileOnce<Row>(db, (values) => ({ compile: () => build(values).compile(db) }))
  const countCertain = compiled<{ number_key: string; companies: number }>(
    ([today = '', keys = '']) => sql`select number_key, count(*) as companies
      from (${certain(keys, today)}) as certain group by number_key`,
  )
  const findByName = compiled<Pair>(([today = '', keys = '']) => byName(keys, today))
  const findCertain = compiled<Pair>(
    ([today = '', keys = '', ids = '']) => sql`select number_key, company_id
      from (${certain(keys, today)}) as certain where company_id in ${inJsonArrayText(db, ids)}`,
  )
  const findPage = compiled<{ company_id: string }>(
    ([today = '', keys = '', ids = '', limit = '', offset = '']) => sql`select company.id as company_id from company
      where company.id in (select company_id from (${certain(keys, today)}) as certain)
        or company.id in ${inJsonArrayText(db, ids)}
      order by company.prominence, company.id
      limit cast(${limit} as integer) offset cast(${offset} as integer)`,
  )

  /** Companies that state the numbers by name, and that nothing else names: pairs beside `certain`. */
  async function namedPairs(keys: string, today: string): Promise<Pair[]> {
    const pairs = await findByName([today, keys])
    if (pairs.length === 0) return []
    const ids = [...new Set(pairs.map(({ company_id }) => company_id))]
    const [known, already] = await Promise.all([subjects.find(ids), findCertain([today, keys, JSON.stringify(ids)])])
    const pairOf = ({ number_key, company_id }: Pair) => `${number_key} ${company_id}`
    const counted = new Set(already.map(pairOf))
    return pairs.filter((pair) => {
      const isIdentified = known.get(pair.company_id)?.namesakeKey === null
      return isIdentified && !counted.has(pairOf(pair))
    })
  }

  /** Number of companies by number key. */
  async function sharedCounts(numberKeys: readonly string[]): Promise<Map<string, number>> {
    if (numberKeys.length === 0) return new Map()
    const today = todayOf(clock.now())
    const keys = JSON.stringify([...new Set(numberKeys)])
    const [rows, named] = await Promise.all([countCertain([today, keys]), namedPairs(keys, today)])
    const counts = new Map(rows.map(({ number_key, companies }) => [number_key, companies]))
    for (const { number_key } of named) counts.set(number_key, (counts.get(number_key) ?? 0) + 1)
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
    const today = todayOf(clock.now())
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
    async contactsOf(companyIds) {
      const ids = [...new Set(companyIds)]
      if (ids.length === 0) return new Map()
      const merged = await mergedOf(ids)
      const counts = await sharedCounts([...merged.values()].flat().map(({ numberKey }) => numberKey))
      const contacts = new Map<string, PublishedContact[]>()
      for (const [id, of] of merged) {
        if (of.length === 0) continue
        // A contact under objection counts for its own company.
        const labelled = labelContacts(of, (key) => Math.max(1, counts.get(key) ?? 0))
        contacts.set(
          id,
          labelled.map((contact) => ({ ...contact, id: hiddenNumbers.contactIdOf(id, contact.numberKey) })),
        )
      }
      return contacts
    },

    async companiesWith(number, { limit, offset }) {
      const key = readNumberKey(number)
      if (key === null) return { ids: [], total: 0 }
      const today = todayOf(clock.now())
      const keys = JSON.stringify([key])
      const [[certainCount], named] = await Promise.all([countCertain([today, keys]), namedPairs(keys, today)])
      const ids = JSON.stringify(named.map(({ company_id }) => company_id))
      const page = await findPage([today, keys, ids, String(limit), String(offset)])
      return {
        ids: page.map(({ company_id }) => company_id),
        total: (certainCount?.companies ?? 0) + named.length,
      }
    },

    async connectedAsOf(companyId) {
      if (companyId !== undefined) {
        const company = (await subjects.find([companyId])).get(companyId)?.company
        const feeds = company === undefined ? [] : ((await feedsFor(company)).get('contact') ?? [])
        return { connected: feeds.length > 0, asOf: newestAsOf(feeds) }
      }
      const both = await Promise.all(
        [0, 1].map((is_demo) => feedsFor({ is_demo: is_demo === 1 ? 1 : 0, has_listing: 1 })),
      )
      const feeds = both.flatMap((kinds, at) => (at === 1 && !includeDemo ? [] : (kinds.get('contact') ?? [])))
      return { connected: feeds.length > 0, asOf: newestAsOf(feeds) }
    },
  }
}
