import * as z from 'zod/mini'
import type { BulkReader } from '../../../platform/database/bulk-session.ts'
import type {
  CompanyKeyTable,
  CompanyKnownNameTable,
  CompanyListingTable,
  CompanyNameTable,
  CompanyPartTable,
  CompanyTable,
} from '../../../platform/database/tables/company.ts'
import type { CompanyRemovalTable } from '../../../platform/database/tables/import.ts'
import { statedRepresentative } from '../../../records/hidden-representatives.ts'
import { type CompanyStatements, qualifiedKey, splitQualifiedKey } from '../parse/sourced-facts.ts'
import type { LoadedBatch } from '../resolve/company-batch.ts'
import { type CompanyDraft, draftOf, draftOfPart, type StoredCompany } from '../resolve/company-draft.ts'
import { type CompanyState, listingRowKey, nameRowKey } from '../resolve/company-state.ts'
import { addsKeyOrName, differ, draftsByKeys, identityOfRow, otherNameKeys } from '../resolve/entity-matching.ts'
import { createLoadedCompanies } from '../resolve/loaded-companies.ts'
import { lookupKeys } from '../resolve/pending-row.ts'
import type { CompanyLookup } from './company-lookup.ts'
import { loadContested, loadPendingRows } from './pending-rows.ts'

const distinct = (values: readonly string[]) => [...new Set(values)]

/** Loads the rows of the companies in the other tables: five queries for any number of companies. */
async function toStoredCompanies(reader: BulkReader, companies: readonly CompanyTable[]): Promise<StoredCompany[]> {
  if (companies.length === 0) return []
  const ids = companies.map((company) => company.id)
  const joined = companies.filter((company) => company.matched_by === 'name').map((company) => company.id)
  const names = await reader.selectIn<CompanyNameTable>('company_name', 'company_id', ids)
  const listings = await reader.selectIn<CompanyListingTable>('company_listing', 'company_id', ids)
  const keys = await reader.selectIn<CompanyKeyTable>('company_key', 'company_id', ids)
  const knownNames = await reader.selectIn<CompanyKnownNameTable>('company_known_name', 'company_id', ids)
  const parts = await reader.selectIn<CompanyPartTable>('company_part', 'company_id', joined)
  const namesById = Map.groupBy(names, (row) => row.company_id)
  const listingsById = Map.groupBy(listings, (row) => row.company_id)
  const keysById = Map.groupBy(keys, (row) => row.company_id)
  const knownNamesById = Map.groupBy(knownNames, (row) => row.company_id)
  const partsById = Map.groupBy(parts, (row) => row.company_id)
  return companies.map((company) => {
    const row = statedRepresentative(company)
    const otherNames = (knownNamesById.get(row.id) ?? []).map((name) => name.name_key)
    const state: CompanyState = {
      row,
      names: new Map((namesById.get(row.id) ?? []).map((name) => [nameRowKey(name), name])),
      listings: new Map((listingsById.get(row.id) ?? []).map((listing) => [listingRowKey(listing), listing])),
      keys: new Set((keysById.get(row.id) ?? []).map((key) => qualifiedKey(key.scheme, key.source_key))),
      knownNames: new Set(row.name_key === '' ? otherNames : [row.name_key, ...otherNames]),
    }
    const own = (partsById.get(row.id) ?? []).toSorted((a, b) => (a.id < b.id ? -1 : 1))
    return {
      state,
      drafts: own.length === 0 ? [draftOf(state)] : own.map((part) => draftOfPart(part.content, row)),
      partTexts: new Map(own.map((part) => [part.id, part.content])),
    }
  })
}

export type CompanyReader = { reader: BulkReader; lookup: CompanyLookup }

export type WantedCompanies = {
  creditCodes: readonly string[]
  registrationNumbers: readonly string[]
  sourceKeys: readonly string[]
}

/** Companies that have any of the codes or keys. Source keys are looked up in all schemes. */
export async function loadByKeys({ reader, lookup }: CompanyReader, wanted: WantedCompanies): Promise<StoredCompany[]> {
  const found = new Map<string, CompanyTable>()
  const add = (rows: readonly CompanyTable[]) => {
    for (const row of rows) found.set(row.id, row)
  }
  add(await lookup('credit_code', distinct(wanted.creditCodes)))
  add(await lookup('registration_number', distinct(wanted.registrationNumbers)))
  const keys = await reader.selectIn<CompanyKeyTable>('company_key', 'source_key', distinct(wanted.sourceKeys))
  const missing = keys.map((key) => key.company_id).filter((id) => !found.has(id))
  add(await reader.selectIn<CompanyTable>('company', 'id', distinct(missing)))
  return toStoredCompanies(reader, [...found.values()])
}

export const loadByIds = async ({ reader }: CompanyReader, ids: readonly string[]): Promise<StoredCompany[]> =>
  toStoredCompanies(reader, await reader.selectIn<CompanyTable>('company', 'id', ids))

/** Companies that have or had one of the names, except those already loaded. */
export async function loadByNames(
  { reader, lookup }: CompanyReader,
  nameKeys: readonly string[],
  loadedIds: ReadonlySet<string>,
): Promise<StoredCompany[]> {
  const wanted = distinct(nameKeys)
  const rows = await lookup('name_key', wanted)
  const found = new Set(rows.map((row) => row.id))
  const nameRows = await reader.selectIn<CompanyKnownNameTable>('company_known_name', 'name_key', wanted)
  const others = nameRows.map((name) => name.company_id).filter((id) => !found.has(id) && !loadedIds.has(id))
  const more = await reader.selectIn<CompanyTable>('company', 'id', distinct(others))
  return toStoredCompanies(
    reader,
    [...rows, ...more].filter((row) => !loadedIds.has(row.id)),
  )
}

/** The ids among these that a stored company has. */
async function existingIds({ lookup }: CompanyReader, ids: readonly string[]): Promise<string[]> {
  const rows = await lookup('id', distinct(ids))
  return rows.map((row) => row.id)
}

/** Loads every company that the rows, or pending rows of the same keys, can match. */
export async function loadBatch(
  from: CompanyReader,
  rows: readonly CompanyStatements[],
  isDemo: boolean,
): Promise<LoadedBatch> {
  const companies = createLoadedCompanies()
  const stored = new Map<CompanyDraft, StoredCompany>()
  const loadedIds = new Set<string>()
  const add = (loaded: readonly StoredCompany[]) => {
    for (const company of loaded) {
      loadedIds.add(company.state.row.id)
      for (const draft of company.drafts) {
        stored.set(draft, company)
        companies.add(draft)
      }
    }
  }

  const pending = await loadPendingRows(from.reader, rows.flatMap(lookupKeys))
  const all = pending.length === 0 ? rows : [...rows, ...pending.map(({ row }) => row)]
  add(
    await loadByKeys(from, {
      creditCodes: all.flatMap((row) => row.creditCode ?? []),
      registrationNumbers: all.flatMap((row) => row.registrationNumber ?? []),
      sourceKeys: all.flatMap((row) => (row.sourceKey === null ? [] : splitQualifiedKey(row.sourceKey)[1])),
    }),
  )

  // A new company, or one that gets a code or name, can merge with any company that ever had one of its names.
  const queued = new Set<string>()
  let names = new Set<string>()
  const queue = (nameKey: string) => {
    if (nameKey !== '' && !queued.has(nameKey)) names.add(nameKey)
  }
  for (const row of all) {
    const matches = draftsByKeys(row, companies)
    if (matches.length === 1 && matches.every((draft) => !addsKeyOrName(row, draft))) continue
    if (row.nameKey !== null) queue(row.nameKey)
    if (matches.length === 0) for (const nameKey of otherNameKeys(row)) queue(nameKey)
    for (const draft of matches) for (const nameKey of draft.knownNames) queue(nameKey)
  }
  const flag = isDemo ? 1 : 0
  while (names.size > 0) {
    const wanted = [...names]
    for (const nameKey of wanted) queued.add(nameKey)
    names = new Set()
    add(await loadByNames(from, wanted, loadedIds))
    for (const nameKey of wanted) {
      for (const draft of companies.named(flag, nameKey)) for (const other of draft.knownNames) queue(other)
    }
  }
  const newcomers = all.filter(
    (row) => row.creditCode === null && row.nameKey !== null && draftsByKeys(row, companies).length === 0,
  )
  const ids = newcomers.map((row) => identityOfRow(row).id)
  for (const id of await existingIds(from, ids)) companies.ids.add(id)
  return { companies, stored, pending, contested: await loadContested(from.reader, all.flatMap(lookupKeys)) }
}

const list = z.array(z.string())

type Removed = Pick<CompanyRemovalTable, 'credit_code' | 'registration_number'>

/** Companies that operators took out. No import brings them back. */
export type Removals = {
  /** Whether the row states a company that was taken out: by a code or key, else by its name unless a code differs. */
  has(row: CompanyStatements): boolean
}

/** Reads all of them: an operator's list, short enough for memory. */
export async function loadRemovals(reader: BulkReader): Promise<Removals> {
  const rows = await reader.select<CompanyRemovalTable>('select * from company_removal', [])
  const codes = new Set(rows.flatMap((row) => row.credit_code ?? []))
  const numbers = new Set(rows.flatMap((row) => row.registration_number ?? []))
  const keys = new Set(rows.flatMap((row) => z.parse(list, JSON.parse(row.source_keys))))
  const byName = new Map<string, Removed[]>()
  for (const row of rows) {
    for (const name of z.parse(list, JSON.parse(row.name_keys))) byName.set(name, [...(byName.get(name) ?? []), row])
  }
  const isEmpty = rows.length === 0
  return {
    has: ({ creditCode, registrationNumber, sourceKey, nameKey }) => {
      if (isEmpty) return false
      if (creditCode !== null && codes.has(creditCode)) return true
      if (sourceKey !== null && keys.has(sourceKey)) return true
      if (creditCode === null && registrationNumber !== null && numbers.has(registrationNumber)) return true
      return (byName.get(nameKey ?? '') ?? []).some(
        (removed) =>
          !differ(removed.credit_code, creditCode) && !differ(removed.registration_number, registrationNumber),
      )
    },
  }
}
