import { companyFacts, type Fact, facts, fieldGroups } from '@baiqicha/contract/company-facts'
import * as z from 'zod/mini'
import { comparableCapital, prominenceOf } from '../../../domain/company/company-size.ts'
import type { Industries } from '../../../domain/company/industries.ts'
import { isSupersededBy, leadingOrigin, type Origin, sameOrigin } from '../../../domain/company/provenance.ts'
import { nameKey } from '../../../domain/names/company-name.ts'
import type { CompanyListingTable, CompanyTable } from '../../../platform/database/tables/company.ts'
import { originOfFact } from '../../../records/fact-origin.ts'
import {
  hasFact,
  qualifiedKey,
  type SourcedFacts,
  type StatedFact,
  type StatedName,
  splitQualifiedKey,
} from '../parse/sourced-facts.ts'
import { type CompanyState, companyColumns, differs, emptyRow, listingRowKey, nameRowKey } from './company-state.ts'

/** A stored company and its drafts: one, or several that share a name. */
export type StoredCompany = {
  state: CompanyState
  drafts: CompanyDraft[]
  /** Stored text of each draft by its id; empty for a company of one draft. */
  partTexts: Map<string, string>
}

/** A company to which statements are applied. */
export type CompanyDraft = CompanyState & {
  origins: Map<Fact, Origin>
  /** Sources that stated two different values for the same date. The later value counts. */
  restatedSources: readonly string[]
}

const none: readonly string[] = []

export function newDraft(is: Pick<CompanyTable, 'id' | 'matched_by' | 'is_demo' | 'created_at'>): CompanyDraft {
  return {
    row: emptyRow(is),
    names: new Map(),
    listings: new Map(),
    keys: new Set(),
    knownNames: new Set(),
    origins: new Map(),
    restatedSources: none,
  }
}

export function draftOf(stored: CompanyState): CompanyDraft {
  const { row } = stored
  const origins = new Map<Fact, Origin>()
  for (const fact of facts) {
    const isStated = fact === 'listings' ? stored.listings.size > 0 : hasFact(row, fact)
    if (!isStated) continue
    const { group } = companyFacts[fact]
    const { source, asOf } = originOfFact(row, fact, { source: row[`${group}_source`], asOf: row[`${group}_as_of`] })
    if (source !== null) origins.set(fact, { source, asOf })
  }
  return {
    row: { ...row },
    names: new Map(stored.names),
    listings: new Map(stored.listings),
    keys: new Set(stored.keys),
    knownNames: new Set(stored.knownNames),
    origins,
    restatedSources: none,
  }
}

/**
 * Replaces older facts and fills missing ones. An empty value overwrites nothing. The result does not depend on the
 * order of statements.
 */
export function applySourcedFacts(draft: CompanyDraft, statement: SourcedFacts): void {
  const { origin } = statement
  for (const { fact, columns } of statement.facts) {
    const before = draft.origins.get(fact)
    if (fact === 'name') addOtherName(draft, columns, origin, before)
    if (before !== undefined) {
      if (!isSupersededBy(before, origin)) continue
      if (sameOrigin(before, origin) && differs(draft.row, columns)) markRestated(draft, origin)
    }
    draft.origins.set(fact, origin)
    Object.assign(draft.row, columns)
  }
  for (const name of statement.names) addName(draft, name, origin)
  applyListings(draft, statement)
}

function markRestated(draft: CompanyDraft, { source }: Origin) {
  if (!draft.restatedSources.includes(source)) draft.restatedSources = [...draft.restatedSources, source]
}

/**
 * Adds the older of two stated names as an alias. It is not a former name (曾用名): no source reported a change of name.
 */
function addOtherName(draft: CompanyDraft, columns: StatedFact['columns'], origin: Origin, before: Origin | undefined) {
  const { name: stated = '', name_key: key = '' } = columns
  if (key !== '') draft.knownNames.add(key)
  if (before === undefined || sameOrigin(before, origin) || key === draft.row.name_key) return
  const older = isSupersededBy(before, origin) ? draft.row.name : stated
  addName(draft, { kind: 'alias', value: older, valid_from: '', valid_to: null }, origin)
}

/** Of several statements of a name the latest last day counts, then the source that is first by its id. */
function addName(draft: CompanyDraft, name: StatedName, origin: Origin) {
  const rowKey = nameRowKey(name)
  const source = name.kind !== 'former' ? null : name.source === undefined ? origin.source : name.source
  const existing = draft.names.get(rowKey)
  if (existing !== undefined) {
    const [before, after] = [existing.valid_to ?? '', name.valid_to ?? '']
    if (before > after || (before === after && !isFirstSource(source, existing.source))) return
  }
  draft.names.set(rowKey, { ...name, source, company_id: draft.row.id, value_key: nameKey(name.value) })
}

const isFirstSource = (a: string | null, b: string | null) => a !== null && (b === null || a < b)

/** Removes the aliases that equal the name in use, the short name or a former name. */
function dropKnownAliases(draft: CompanyDraft) {
  const known = new Set([draft.row.name_key, nameKey(draft.row.short_name ?? '')])
  for (const { kind, value_key: key } of draft.names.values()) if (kind === 'former') known.add(key)
  for (const [rowKey, name] of draft.names) {
    if (name.kind === 'alias' && known.has(name.value_key)) draft.names.delete(rowKey)
  }
}

function applyListings(draft: CompanyDraft, { listings, origin }: SourcedFacts) {
  if (listings.length === 0) return
  const before = draft.origins.get('listings')
  const isNewer = before === undefined || isSupersededBy(before, origin)
  for (const listing of listings) {
    const rowKey = listingRowKey(listing)
    const existing = draft.listings.get(rowKey)
    const stated = { ...listing, company_id: draft.row.id }
    const row = existing === undefined ? stated : isNewer ? filledFrom(stated, existing) : filledFrom(existing, stated)
    if (existing !== undefined && !differs(existing, row)) continue
    if (existing !== undefined && before !== undefined && sameOrigin(before, origin)) markRestated(draft, origin)
    draft.listings.set(rowKey, row)
  }
  if (isNewer) draft.origins.set('listings', origin)
}

const filledFrom = (first: CompanyListingTable, second: CompanyListingTable): CompanyListingTable => ({
  ...first,
  old_code: first.old_code ?? second.old_code,
  board: first.board ?? second.board,
  state: first.state ?? second.state,
  listed_on: first.listed_on ?? second.listed_on,
  delisted_on: first.delisted_on ?? second.delisted_on,
})

/** Derives the columns that follow from the facts. Call it after the last statement. */
export function finishDraft(draft: CompanyDraft, industries: Industries): void {
  const { row } = draft
  dropKnownAliases(draft)
  row.industry_section = industries.sectionOf(row.industry_code)
  row.capital_comparable = comparableCapital(row.capital_value, row.capital_unit, row.capital_currency)
  let isListed = false
  for (const listing of draft.listings.values()) isListed ||= listing.state === '上市'
  row.is_listed = isListed ? 1 : 0
  row.prominence = prominenceOf({
    name: row.name,
    status: row.status,
    businessType: row.business_type,
    isListed,
    isOnCompanyList: row.list_province !== null || row.investor_authority !== null,
    capital: row.capital_comparable,
    foundedOn: row.founded_on,
  })
  writeOrigins(draft)
}

const originColumns = fieldGroups.map((group) => [`${group}_source`, `${group}_as_of`] as const)
const placeOfGroup = new Map(fieldGroups.map((group, place) => [group, place]))
const placeOfFact = new Map(facts.map((fact) => [fact, placeOfGroup.get(companyFacts[fact].group) ?? 0]))

function writeOrigins({ row, origins }: CompanyDraft) {
  const byGroup: [Fact, Origin][][] = fieldGroups.map(() => [])
  for (const entry of origins) byGroup[placeOfFact.get(entry[0]) ?? 0]?.push(entry)
  const others: [Fact, [string, string | null]][] = []
  for (const [place, entries] of byGroup.entries()) {
    const [first] = entries
    const isOne = first !== undefined && entries.every(([, origin]) => sameOrigin(origin, first[1]))
    const leading = isOne ? first[1] : leadingOrigin(entries.map(([, origin]) => origin))
    const [source, asOf] = originColumns[place] ?? ['identity_source', 'identity_as_of']
    row[source] = leading?.source ?? null
    row[asOf] = leading?.asOf ?? null
    if (isOne || leading === null) continue
    for (const [fact, origin] of entries) {
      if (!sameOrigin(origin, leading)) others.push([fact, [origin.source, origin.asOf]])
    }
  }
  row.other_origins = others.length === 0 ? '{}' : JSON.stringify(Object.fromEntries(inOrder(others)))
}

/** Sorts in the order of `facts`, so that the text does not depend on the order of statements. */
const inOrder = <T>(entries: [Fact, T][]) => entries.sort(([a], [b]) => facts.indexOf(a) - facts.indexOf(b))

/** Null values are omitted from the stored text. */
const text = z._default(z.nullable(z.string()), null)

export const storedListing = z.object({
  exchange: z.string(),
  code: z.string(),
  old_code: text,
  board: text,
  state: text,
  listed_on: text,
  delisted_on: text,
})

/** A draft of a merged company as stored. Columns that all drafts of a company share are omitted. */
const partSchema = z.object({
  row: z.looseObject({ id: z.string(), matched_by: z.enum(['creditCode', 'registrationNumber', 'sourceKey', 'name']) }),
  names: z.array(
    z.object({
      kind: z.enum(['former', 'formerShort', 'alias']),
      value: z.string(),
      value_key: z.string(),
      valid_from: z.string(),
      valid_to: text,
      source: text,
    }),
  ),
  listings: z.array(storedListing),
  keys: z.array(z.tuple([z.string(), z.string()])),
  knownNames: z.array(z.string()),
})

const sharedColumns = new Set(['is_demo', 'created_at', 'updated_at', 'only_run'])
const ownColumns = companyColumns.filter((column) => !sharedColumns.has(column)).toSorted()

/** The columns that have a value, in the order of `columns`. */
function withoutNulls(row: object, columns: readonly string[]) {
  const values: Record<string, unknown> = {}
  for (const column of columns) {
    const value: unknown = Reflect.get(row, column)
    if (value !== null) values[column] = value
  }
  return values
}

const rowsInOrder = (rows: ReadonlyMap<string, object>) =>
  [...rows]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, row]) =>
      withoutNulls(
        row,
        Object.keys(row)
          .filter((column) => column !== 'company_id')
          .sort(),
      ),
    )

/** The same text for the same draft, whatever the order of its statements. */
export const partText = ({ row, names, listings, keys, knownNames }: CompanyState): string =>
  JSON.stringify({
    row: withoutNulls(row, ownColumns),
    names: rowsInOrder(names),
    listings: rowsInOrder(listings),
    keys: [...keys].sort().map(splitQualifiedKey),
    knownNames: [...knownNames].sort(),
  })

/** Restores a draft from its stored text and the row of its company. */
export function draftOfPart(content: string, company: Pick<CompanyTable, 'is_demo' | 'created_at'>): CompanyDraft {
  const part = z.parse(partSchema, JSON.parse(content))
  const { id, matched_by } = part.row
  const row = emptyRow({ id, matched_by, is_demo: company.is_demo, created_at: company.created_at })
  Object.assign(row, part.row)
  return draftOf({
    row,
    names: new Map(part.names.map((name) => [nameRowKey(name), { ...name, company_id: id }])),
    listings: new Map(part.listings.map((listing) => [listingRowKey(listing), { ...listing, company_id: id }])),
    keys: new Set(part.keys.map(([scheme, key]) => qualifiedKey(scheme, key))),
    knownNames: new Set(part.knownNames),
  })
}
