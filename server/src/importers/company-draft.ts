import { type Fact, factsByGroup, fieldGroups } from '@baiqicha/contract/company-detail'
import * as z from 'zod/mini'
import { comparableCapital } from '../domain/capital.ts'
import { nameKey } from '../domain/company-name.ts'
import type { Industries } from '../domain/industries.ts'
import { prominenceOf } from '../domain/prominence.ts'
import { givesWay, leadingOrigin, type Origin, sameOrigin } from '../domain/provenance.ts'
import type { CompanyListingTable, CompanyNameTable, CompanyTable } from '../platform/database/tables/company.ts'
import { type FactValues, factColumns, factList, groupOf, tells } from './company-facts.ts'

export type StatedName = Pick<CompanyNameTable, 'kind' | 'value' | 'valid_from' | 'valid_to'>
type StatedListing = Omit<CompanyListingTable, 'company_id'>

/** What one source says of a company at one date. */
export type Statement = {
  origin: Origin
  values: FactValues
  names: readonly StatedName[]
  listings: readonly StatedListing[]
}

/** A company while statements are put together; `stored` is what the store holds of it, null for a new one. */
export type CompanyDraft = {
  row: CompanyTable
  stored: CompanyTable | null
  origins: Map<Fact, Origin>
  names: Map<string, CompanyNameTable>
  listings: Map<string, CompanyListingTable>
  /** Keys as scheme and key in one text. */
  keys: Set<string>
  newNames: Set<CompanyNameTable>
  goneNames: Set<CompanyNameTable>
  newListings: Set<CompanyListingTable>
  newKeys: Set<string>
}

const emptyRow: Omit<CompanyTable, 'id' | 'matched_by' | 'is_demo' | 'created_at' | 'updated_at'> = {
  credit_code: null,
  registration_number: null,
  name: '',
  name_key: '',
  name_english: null,
  short_name: null,
  status: null,
  status_raw: null,
  business_type: null,
  joint_stock_type: null,
  legal_representative: null,
  legal_representative_title: null,
  capital_value: null,
  capital_unit: null,
  capital_currency: null,
  capital_comparable: null,
  paid_in_value: null,
  paid_in_unit: null,
  paid_in_currency: null,
  founded_on: null,
  approved_on: null,
  term_from: null,
  term_to: null,
  authority: null,
  region_code: null,
  industry_code: null,
  industry_section: null,
  address: null,
  mail_address: null,
  scope: null,
  website: null,
  email: null,
  phones: '[]',
  staff_size: null,
  staff_year: null,
  insured_count: null,
  insured_year: null,
  taxpayer_type: null,
  customs_code: null,
  ended_on: null,
  ended_reason: null,
  ended_office: null,
  identity_source: null,
  identity_as_of: null,
  registration_source: null,
  registration_as_of: null,
  people_source: null,
  people_as_of: null,
  capital_source: null,
  capital_as_of: null,
  contact_source: null,
  contact_as_of: null,
  listing_source: null,
  listing_as_of: null,
  other_origins: '{}',
  prominence: 0,
  is_listed: 0,
}

const nothingNew = () => ({
  newNames: new Set<CompanyNameTable>(),
  goneNames: new Set<CompanyNameTable>(),
  newListings: new Set<CompanyListingTable>(),
  newKeys: new Set<string>(),
})

export function newDraft(is: Pick<CompanyTable, 'id' | 'matched_by' | 'is_demo' | 'created_at'>): CompanyDraft {
  return {
    row: { ...emptyRow, ...is, updated_at: is.created_at },
    stored: null,
    origins: new Map(),
    names: new Map(),
    listings: new Map(),
    keys: new Set(),
    ...nothingNew(),
  }
}

const nameSlot = (name: StatedName) => `${name.kind}\n${name.value}\n${name.valid_from}`
const listingSlot = (listing: StatedListing) => `${listing.exchange}\n${listing.code}`
export const keySlot = (scheme: string, key: string) => `${scheme}\n${key}`

const originsJson = z.partialRecord(z.enum(factList), z.tuple([z.string(), z.nullable(z.string())]))

export type StoredParts = {
  names: readonly CompanyNameTable[]
  listings: readonly CompanyListingTable[]
  keys: readonly string[]
}

export function draftOf(stored: CompanyTable, parts: StoredParts): CompanyDraft {
  const draft: CompanyDraft = {
    row: { ...stored },
    stored,
    origins: new Map(),
    names: new Map(parts.names.map((name) => [nameSlot(name), name])),
    listings: new Map(parts.listings.map((listing) => [listingSlot(listing), listing])),
    keys: new Set(parts.keys),
    ...nothingNew(),
  }
  const others = stored.other_origins === '{}' ? {} : z.parse(originsJson, JSON.parse(stored.other_origins))
  for (const fact of factList) {
    const isTold = fact === 'listings' ? parts.listings.length > 0 : tells(stored, fact)
    if (!isTold) continue
    const [source, asOf] = others[fact] ?? [stored[`${groupOf(fact)}_source`], stored[`${groupOf(fact)}_as_of`]]
    if (source !== null) draft.origins.set(fact, { source, asOf })
  }
  return draft
}

/** Takes over what is newer or not yet known; what a source leaves empty overwrites nothing. Any order gives the same. */
export function applyStatement(draft: CompanyDraft, statement: Statement): void {
  for (const fact of factList) {
    if (fact === 'listings' || !tells(statement.values, fact)) continue
    const held = draft.origins.get(fact)
    if (fact === 'name') keepOtherName(draft, statement, held)
    if (held !== undefined && !givesWay(held, statement.origin)) continue
    draft.origins.set(fact, statement.origin)
    for (const column of factColumns[fact]) Object.assign(draft.row, { [column]: statement.values[column] ?? null })
  }
  for (const name of statement.names) addName(draft, name)
  applyListings(draft, statement)
}

/** A name told by another source or for another date stays findable. It is no 曾用名: nobody said it was given up. */
function keepOtherName(draft: CompanyDraft, { values, origin }: Statement, held: Origin | undefined) {
  const told = values.name ?? ''
  if (held === undefined || sameOrigin(held, origin) || nameKey(told) === nameKey(draft.row.name)) return
  const older = givesWay(held, origin) ? draft.row.name : told
  addName(draft, { kind: 'alias', value: older, valid_from: '', valid_to: null })
}

function addName(draft: CompanyDraft, name: StatedName) {
  const slot = nameSlot(name)
  const held = draft.names.get(slot)
  if (held !== undefined && (held.valid_to ?? '') >= (name.valid_to ?? '')) return
  const row = { ...name, company_id: draft.row.id, value_key: nameKey(name.value) }
  if (held !== undefined) draft.newNames.delete(held)
  draft.names.set(slot, row)
  draft.newNames.add(row)
}

/** The name in use is no alias, also where it was one for a while. */
function dropAliasOfName(draft: CompanyDraft) {
  for (const [slot, name] of draft.names) {
    if (name.kind !== 'alias' || name.value_key !== draft.row.name_key) continue
    draft.names.delete(slot)
    if (!draft.newNames.delete(name)) draft.goneNames.add(name)
  }
}

function applyListings(draft: CompanyDraft, { listings, origin }: Statement) {
  if (listings.length === 0) return
  const held = draft.origins.get('listings')
  const isNewer = held === undefined || givesWay(held, origin)
  for (const listing of listings) {
    const slot = listingSlot(listing)
    const known = draft.listings.get(slot)
    const told = { ...listing, company_id: draft.row.id }
    const row = known === undefined ? told : isNewer ? filledFrom(told, known) : filledFrom(known, told)
    if (known !== undefined && sameValues(known, row)) continue
    if (known !== undefined) draft.newListings.delete(known)
    draft.listings.set(slot, row)
    draft.newListings.add(row)
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

function sameValues<T extends object>(a: T, b: T): boolean {
  return Object.entries(a).every(([column, value]) => Reflect.get(b, column) === value)
}

/** Works out what follows from the facts. Answers whether the store has to be told anything. */
export function finishDraft(draft: CompanyDraft, industries: Industries, now: number): boolean {
  const { row } = draft
  row.name_key = nameKey(row.name)
  dropAliasOfName(draft)
  row.industry_section = industries.sectionOf(row.industry_code)
  row.capital_comparable = comparableCapital(row.capital_value, row.capital_unit, row.capital_currency)
  const isListed = [...draft.listings.values()].some((listing) => listing.state === '上市')
  row.is_listed = isListed ? 1 : 0
  row.prominence = prominenceOf({
    name: row.name,
    status: row.status,
    businessType: row.business_type,
    isListed,
    capital: row.capital_comparable,
    foundedOn: row.founded_on,
  })
  writeOrigins(draft)
  const changedParts = draft.newNames.size + draft.goneNames.size + draft.newListings.size + draft.newKeys.size
  if (draft.stored !== null && changedParts === 0 && sameValues(draft.stored, row)) return false
  row.updated_at = now
  return true
}

function writeOrigins({ row, origins }: CompanyDraft) {
  const others: Record<string, [string, string | null]> = {}
  for (const group of fieldGroups) {
    const told = factsByGroup[group].flatMap((fact: Fact) => {
      const origin = origins.get(fact)
      return origin === undefined ? [] : [{ fact, origin }]
    })
    const leading = leadingOrigin(told.map(({ origin }) => origin))
    row[`${group}_source`] = leading?.source ?? null
    row[`${group}_as_of`] = leading?.asOf ?? null
    for (const { fact, origin } of told) {
      if (leading !== null && !sameOrigin(origin, leading)) others[fact] = [origin.source, origin.asOf]
    }
  }
  row.other_origins = JSON.stringify(others)
}
