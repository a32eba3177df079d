import { numberKeyOf, ownContactsOf } from '../../../domain/contacts/contact-value.ts'
import { type BulkSession, type BulkTable, ignoredRows, replacedRows } from '../../../platform/database/bulk-session.ts'
import type { CompanyContactTable, CompanyTable } from '../../../platform/database/tables/company.ts'
import { type LoadHiddenNumbersDeps, loadHiddenNumbers } from '../../../records/hidden-numbers.ts'
import { withoutSuppressedRepresentative } from '../../../records/hidden-representatives.ts'
import { loadSuppressions } from '../../../records/suppressions.ts'
import { splitQualifiedKey } from '../parse/sourced-facts.ts'
import type { CompanyDifference, ReplacedCompany } from '../resolve/company-difference.ts'

const companyTable = replacedRows('company', 'id')
const nameTable = replacedRows('company_name', 'company_id', 'kind', 'value', 'valid_from')
const listingTable = replacedRows('company_listing', 'company_id', 'exchange', 'code')
const keyTable = replacedRows('company_key', 'scheme', 'source_key')
const knownNameTable = ignoredRows('company_known_name', 'name_key', 'company_id')
const partTable = replacedRows('company_part', 'id')
export const formerIdTable = replacedRows('company_former_id', 'id')
const changeTable = ignoredRows('company_change')

export type SavedCompanies = {
  differences: readonly CompanyDifference[]
  replaced: readonly ReplacedCompany[]
  /** Ids that had been given up and belong to a company again. */
  revivedIds: readonly string[]
  /** Ids that no company has any more; absent: none. */
  removed?: readonly string[]
}

type Row = Record<string, string | number | null>
type RowsOf = (difference: CompanyDifference, companyId: string) => readonly Row[]

/** The tables with rows of a company beside its own row. */
const furtherTables: readonly { table: BulkTable; removed: RowsOf; written: RowsOf }[] = [
  { table: nameTable, removed: ({ names }) => names.removed, written: ({ names }) => names.written },
  { table: listingTable, removed: ({ listings }) => listings.removed, written: ({ listings }) => listings.written },
  {
    table: keyTable,
    removed: ({ keys }, id) => keys.removed.map((key) => keyRow(key, id)),
    written: ({ keys }, id) => keys.written.map((key) => keyRow(key, id)),
  },
  {
    table: knownNameTable,
    removed: ({ knownNames }, company_id) => knownNames.removed.map((name_key) => ({ name_key, company_id })),
    written: ({ knownNames }, company_id) => knownNames.written.map((name_key) => ({ name_key, company_id })),
  },
  {
    table: partTable,
    removed: ({ parts }) => parts.removed.map(([id]) => ({ id })),
    written: ({ parts }, company_id) => parts.written.map(([id, content]) => ({ id, company_id, content })),
  },
]

/**
 * Writes the differences without suppressed representatives, their contacts, and one change per company that differs, is replaced
 * or removed.
 */
export async function saveCompanies(
  deps: LoadHiddenNumbersDeps,
  { differences: resolved, replaced, revivedIds, removed: removedIds = [] }: SavedCompanies,
  at: number,
): Promise<void> {
  const { session } = deps
  // Before any company is locked, as for an operator who suppresses a person.
  const suppressions = await loadSuppressions(deps)
  const differences = resolved.map((difference) => ({
    ...difference,
    row: withoutSuppressedRepresentative(difference.row, suppressions),
  }))
  const formerIds = [...removedIds, ...replaced.map(({ id }) => id)]
  const each = (rowsOf: RowsOf) => differences.flatMap((difference) => rowsOf(difference, difference.row.id))
  // Removals come first: a code, key or name must be free before another company gets it.
  await session.remove(
    companyTable,
    formerIds.map((id) => ({ id })),
  )
  for (const { table, removed } of furtherTables) await session.remove(table, each(removed))

  await session.insert(
    companyTable,
    each(({ row, before }) => (before === null ? [row] : [])),
  )
  await updateCompanies(session, differences)
  for (const { table, written } of furtherTables) await session.write(table, each(written))
  const changed = [...formerIds, ...differences.map(({ row }) => row.id)]
  await session.write(
    changeTable,
    changed.map((company_id) => ({ company_id, at })),
  )
  await forwardIds(session, replaced, revivedIds)
  await saveOwnContacts(deps, differences)
}

/** Columns of indexes. Writing one, even unchanged, writes a page of its index for each row. */
const indexed = ['credit_code', 'registration_number', 'name_key', 'founded_on', 'is_demo', 'lei'] as const

/** Writes the stored companies, without the indexed columns that do not change. */
async function updateCompanies(session: BulkSession, differences: readonly CompanyDifference[]) {
  const rowsByKept = new Map<string, { kept: readonly string[]; rows: CompanyTable[] }>()
  for (const { row, before } of differences) {
    if (before === null) continue
    const kept = indexed.filter((column) => row[column] === before[column])
    const group = rowsByKept.get(kept.join()) ?? { kept, rows: [] }
    rowsByKept.set(kept.join(), group)
    group.rows.push(row)
  }
  for (const { kept, rows } of rowsByKept.values()) await session.write(companyTable, rows, kept)
}

/** Redirects old ids, and moves follows, the view history and view counts of users to the company that has the keys now. */
async function forwardIds(session: BulkSession, replaced: readonly ReplacedCompany[], revivedIds: readonly string[]) {
  for (const { id, replacedBy } of replaced) {
    await session.execute('update company_former_id set company_id = ? where company_id = ?', [replacedBy, id])
    await session.execute(
      `insert into view_history (user_id, company_id, position, viewed_at)
       select user_id, ?, position, viewed_at from view_history where company_id = ? on conflict do nothing`,
      [replacedBy, id],
    )
    await session.execute('delete from view_history where company_id = ?', [id])
    await session.execute(
      `insert into follow (user_id, company_id, group_name, position, followed_at, from_seq)
       select user_id, ?, group_name, position, followed_at, from_seq from follow where company_id = ?
       on conflict do nothing`,
      [replacedBy, id],
    )
    await session.execute('delete from follow where company_id = ?', [id])
    await session.execute(
      `insert into company_views (company_id, views) select ?, views from company_views where company_id = ?
       on conflict (company_id) do update set views = company_views.views + excluded.views`,
      [replacedBy, id],
    )
    await session.execute('delete from company_views where company_id = ?', [id])
  }
  await session.write(
    formerIdTable,
    replaced.map(({ id, replacedBy }) => ({ id, company_id: replacedBy })),
  )
  await session.remove(
    formerIdTable,
    revivedIds.map((id) => ({ id })),
  )
}

function keyRow(key: string, company_id: string) {
  const [scheme, source_key] = splitQualifiedKey(key)
  return { scheme, source_key, company_id }
}

const contactTable = replacedRows('company_contact', 'number_key', 'company_id')

const idOf = ({ number_key, company_id }: Pick<CompanyContactTable, 'number_key' | 'company_id'>) =>
  `${company_id} ${number_key}`

/** Writes the contacts in the own fields of the companies; a hidden number stays hidden. */
async function saveOwnContacts(deps: LoadHiddenNumbersDeps, differences: readonly CompanyDifference[]): Promise<void> {
  const { session } = deps
  const pairs = differences.flatMap(({ row }) =>
    ownContactsOf(row).map(({ value }) => ({ number_key: numberKeyOf(value), company_id: row.id })),
  )
  const changedIds = differences.flatMap(({ row, before }) => (before === null ? [] : [row.id]))
  const stored = await session.selectIn<CompanyContactTable>('company_contact', 'company_id', changedIds)
  const wanted = new Set(pairs.map(idOf))
  const known = new Set(stored.map(idOf))
  const added = pairs.filter((pair) => !known.has(idOf(pair)))
  await session.remove(
    contactTable,
    stored.filter((row) => !wanted.has(idOf(row))).map(({ number_key, company_id }) => ({ number_key, company_id })),
  )
  if (added.length === 0) return
  const hidden = await loadHiddenNumbers(
    deps,
    added.map(({ number_key }) => number_key),
  )
  await session.write(
    contactTable,
    added.map((pair) => ({ ...pair, is_hidden: hidden.has(pair.number_key) ? 1 : 0 })),
  )
}
