import { type Fact, fieldGroups } from '@baiqicha/contract/company-detail'
import * as z from 'zod/mini'
import { comparableCapital } from '../../../domain/company/capital.ts'
import type { Industries } from '../../../domain/company/industries.ts'
import { prominenceOf } from '../../../domain/company/prominence.ts'
import { givesWay, leadingOrigin, type Origin, sameOrigin } from '../../../domain/company/provenance.ts'
import { nameKey } from '../../../domain/names/company-name.ts'
import type { CompanyListingTable, CompanyTable } from '../../../platform/database/tables/company.ts'
import { factList, groupOf, type StatedFact, tells } from '../parse/company-facts.ts'
import {
  type CompanyState,
  differs,
  emptyRow,
  listingSlot,
  nameSlot,
  type StatedListing,
  type StatedName,
} from './company-state.ts'

/** What one source says of a company at one date. */
export type Statement = {
  origin: Origin
  told: readonly StatedFact[]
  names: readonly StatedName[]
  listings: readonly StatedListing[]
}

/** A company while statements are put together. */
export type CompanyDraft = CompanyState & {
  origins: Map<Fact, Origin>
  /** Sources that said one thing and then, of the same date, another: the later word counts. */
  corrected: readonly string[]
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
    corrected: none,
  }
}

const originsJson = z.partialRecord(z.enum(factList), z.tuple([z.string(), z.nullable(z.string())]))

export function draftOf(stored: CompanyState): CompanyDraft {
  const { row } = stored
  const origins = new Map<Fact, Origin>()
  const others = row.other_origins === '{}' ? {} : z.parse(originsJson, JSON.parse(row.other_origins))
  for (const fact of factList) {
    const isTold = fact === 'listings' ? stored.listings.size > 0 : tells(row, fact)
    if (!isTold) continue
    const [source, asOf] = others[fact] ?? [row[`${groupOf(fact)}_source`], row[`${groupOf(fact)}_as_of`]]
    if (source !== null) origins.set(fact, { source, asOf })
  }
  return {
    row: { ...row },
    names: new Map(stored.names),
    listings: new Map(stored.listings),
    keys: new Set(stored.keys),
    knownNames: new Set(stored.knownNames),
    origins,
    corrected: none,
  }
}

/** Takes over what is newer or not yet known; what a source leaves empty overwrites nothing. Any order gives the same. */
export function applyStatement(draft: CompanyDraft, statement: Statement): void {
  const { origin } = statement
  for (const { fact, columns } of statement.told) {
    const held = draft.origins.get(fact)
    if (fact === 'name') keepOtherName(draft, columns, origin, held)
    if (held !== undefined) {
      if (!givesWay(held, origin)) continue
      if (sameOrigin(held, origin) && differs(draft.row, columns)) correct(draft, origin)
    }
    draft.origins.set(fact, origin)
    Object.assign(draft.row, columns)
  }
  for (const name of statement.names) addName(draft, name)
  applyListings(draft, statement)
}

function correct(draft: CompanyDraft, { source }: Origin) {
  if (!draft.corrected.includes(source)) draft.corrected = [...draft.corrected, source]
}

/** A name told by another source or for another date stays findable. It is no 曾用名: nobody said it was given up. */
function keepOtherName(draft: CompanyDraft, columns: StatedFact['columns'], origin: Origin, held: Origin | undefined) {
  const { name: told = '', name_key: key = '' } = columns
  if (key !== '') draft.knownNames.add(key)
  if (held === undefined || sameOrigin(held, origin) || key === draft.row.name_key) return
  const older = givesWay(held, origin) ? draft.row.name : told
  addName(draft, { kind: 'alias', value: older, valid_from: '', valid_to: null })
}

function addName(draft: CompanyDraft, name: StatedName) {
  const slot = nameSlot(name)
  const held = draft.names.get(slot)
  if (held !== undefined && (held.valid_to ?? '') >= (name.valid_to ?? '')) return
  draft.names.set(slot, { ...name, company_id: draft.row.id, value_key: nameKey(name.value) })
}

/** The name in use is no alias, also where it was one for a while. */
function dropAliasOfName(draft: CompanyDraft) {
  for (const [slot, name] of draft.names) {
    if (name.kind === 'alias' && name.value_key === draft.row.name_key) draft.names.delete(slot)
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
    if (known !== undefined && !differs(known, row)) continue
    if (known !== undefined && held !== undefined && sameOrigin(held, origin)) correct(draft, origin)
    draft.listings.set(slot, row)
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

/** Works out what follows from the facts. */
export function finishDraft(draft: CompanyDraft, industries: Industries): void {
  const { row } = draft
  dropAliasOfName(draft)
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
    capital: row.capital_comparable,
    foundedOn: row.founded_on,
  })
  writeOrigins(draft)
}

const originColumns = fieldGroups.map((group) => [`${group}_source`, `${group}_as_of`] as const)
const placeOfGroup = new Map(fieldGroups.map((group, place) => [group, place]))
const placeOfFact = new Map(factList.map((fact) => [fact, placeOfGroup.get(groupOf(fact)) ?? 0]))

function writeOrigins({ row, origins }: CompanyDraft) {
  const told: [Fact, Origin][][] = fieldGroups.map(() => [])
  for (const entry of origins) told[placeOfFact.get(entry[0]) ?? 0]?.push(entry)
  const others: [Fact, [string, string | null]][] = []
  for (const [place, entries] of told.entries()) {
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

/** In the order of the facts, whichever was told first. */
const inOrder = <T>(entries: [Fact, T][]) => entries.sort(([a], [b]) => factList.indexOf(a) - factList.indexOf(b))
