import type { BulkSession } from '../platform/database/bulk-session.ts'
import type {
  CompanyKeyTable,
  CompanyListingTable,
  CompanyNameTable,
  CompanyTable,
} from '../platform/database/tables/company.ts'
import { type CompanyDraft, draftOf, keySlot } from './company-draft.ts'
import { changeTable, companyTable, keyTable, listingTable, nameTable } from './company-tables.ts'

const distinct = (values: readonly string[]) => [...new Set(values)]

/** Companies with all their parts, as drafts. */
async function draftsOf(session: BulkSession, companies: readonly CompanyTable[]): Promise<CompanyDraft[]> {
  const ids = companies.map((company) => company.id)
  const names = await session.selectIn<CompanyNameTable>('company_name', 'company_id', ids)
  const listings = await session.selectIn<CompanyListingTable>('company_listing', 'company_id', ids)
  const keys = await session.selectIn<CompanyKeyTable>('company_key', 'company_id', ids)
  const [namesById, listingsById, keysById] = [
    Map.groupBy(names, (row) => row.company_id),
    Map.groupBy(listings, (row) => row.company_id),
    Map.groupBy(keys, (row) => row.company_id),
  ]
  return companies.map((company) =>
    draftOf(company, {
      names: namesById.get(company.id) ?? [],
      listings: listingsById.get(company.id) ?? [],
      keys: (keysById.get(company.id) ?? []).map((row) => keySlot(row.scheme, row.source_key)),
    }),
  )
}

export type WantedCompanies = {
  creditCodes: readonly string[]
  registrationNumbers: readonly string[]
  sourceKeys: readonly string[]
}

/** The companies that any of the codes or keys may mean. Keys are looked up in all schemes. */
export async function loadByKeys(session: BulkSession, wanted: WantedCompanies): Promise<CompanyDraft[]> {
  const found = new Map<string, CompanyTable>()
  const add = (rows: readonly CompanyTable[]) => {
    for (const row of rows) found.set(row.id, row)
  }
  add(await session.selectIn<CompanyTable>('company', 'credit_code', distinct(wanted.creditCodes)))
  add(await session.selectIn<CompanyTable>('company', 'registration_number', distinct(wanted.registrationNumbers)))
  const keys = await session.selectIn<CompanyKeyTable>('company_key', 'source_key', distinct(wanted.sourceKeys))
  const missing = keys.map((key) => key.company_id).filter((id) => !found.has(id))
  add(await session.selectIn<CompanyTable>('company', 'id', distinct(missing)))
  return draftsOf(session, [...found.values()])
}

/** Which of the ids are taken. */
export async function takenIds(session: BulkSession, ids: readonly string[]): Promise<string[]> {
  const rows = await session.selectIn<CompanyTable>('company', 'id', distinct(ids))
  return rows.map((row) => row.id)
}

/** Companies of these names, but for those at hand already. */
export async function loadByNames(
  session: BulkSession,
  nameKeys: readonly string[],
  atHand: ReadonlySet<string>,
): Promise<CompanyDraft[]> {
  const rows = await session.selectIn<CompanyTable>('company', 'name_key', distinct(nameKeys))
  return draftsOf(
    session,
    rows.filter((row) => !atHand.has(row.id)),
  )
}

/** Writes what is new of each draft, and one change for each. */
export async function saveDrafts(session: BulkSession, drafts: readonly CompanyDraft[], at: number): Promise<void> {
  await session.write(
    companyTable,
    drafts.map((draft) => draft.row),
  )
  await session.remove(
    nameTable,
    drafts.flatMap((draft) => [...draft.goneNames]),
  )
  await session.write(
    nameTable,
    drafts.flatMap((draft) => [...draft.newNames]),
  )
  await session.write(
    listingTable,
    drafts.flatMap((draft) => [...draft.newListings]),
  )
  await session.write(
    keyTable,
    drafts.flatMap((draft) =>
      [...draft.newKeys].map((slot) => {
        const [scheme = '', source_key = ''] = slot.split('\n')
        return { scheme, source_key, company_id: draft.row.id }
      }),
    ),
  )
  await session.write(
    changeTable,
    drafts.map((draft) => ({ company_id: draft.row.id, at })),
  )
}
