import type { BulkSession } from '../../../platform/database/bulk-session.ts'
import type { CompanyListingTable, CompanyNameTable, CompanyTable } from '../../../platform/database/tables/company.ts'
import type { CompanyDraft } from '../resolve/company-draft.ts'
import { type CompanyState, entriesMissing, keyOfSlot, sameRow } from '../resolve/company-state.ts'
import { partText } from './company-parts.ts'
import type { StoredCompany } from './company-store.ts'
import {
  changeTable,
  companyTable,
  formerIdTable,
  keyTable,
  listingTable,
  nameTable,
  partTable,
  toldNameTable,
} from './company-tables.ts'

/** What a company is to be, of which drafts, and what the store holds under its id; null for a new one. */
export type CompanyWrite = { state: CompanyState; drafts: readonly CompanyDraft[]; stored: StoredCompany | null }

/** An id that is given up, and the company that has its codes now. */
export type GoneCompany = { id: string; now: string }

type Changes<Row> = { written: readonly Row[]; removed: readonly Row[] }

/** What the store has to be told of a company. */
export type CompanyDifference = {
  row: CompanyTable
  /** No company of the store has its id. */
  isNew: boolean
  names: Changes<CompanyNameTable>
  listings: Changes<CompanyListingTable>
  keys: Changes<string>
  knownNames: Changes<string>
  /** Ids and contents; of those removed, only the ids. */
  parts: Changes<[string, string]>
}

function changesOfMap<Row extends object>(
  wanted: ReadonlyMap<string, Row>,
  held: ReadonlyMap<string, Row> | undefined,
): Changes<Row> {
  const removed = [...(held ?? [])].filter(([slot]) => !wanted.has(slot)).map(([, row]) => row)
  return { written: entriesMissing(wanted, held), removed }
}

const changesOfSet = (wanted: ReadonlySet<string>, held: ReadonlySet<string>): Changes<string> => ({
  written: [...wanted].filter((value) => !held.has(value)),
  removed: [...held].filter((value) => !wanted.has(value)),
})

/** The name in use is looked up in the company itself. */
const otherToldNames = ({ knownNames, row }: CompanyState) =>
  new Set([...knownNames].filter((key) => key !== row.name_key))

const nothing: Changes<never> = { written: [], removed: [] }

const added = <Row>(rows: ReadonlyMap<string, Row> | ReadonlySet<Row>): Changes<Row> =>
  rows.size === 0 ? nothing : { written: [...rows.values()], removed: [] }

/** As nearly all companies of a first import are: new, and of one draft. */
const allOf = (state: CompanyState): CompanyDifference => ({
  row: state.row,
  isNew: true,
  names: added(state.names),
  listings: added(state.listings),
  keys: added(state.keys),
  knownNames: state.knownNames.size === 1 ? nothing : added(otherToldNames(state)),
  parts: nothing,
})

/** null where the store knows it all. */
export function differenceOf(write: CompanyWrite): CompanyDifference | null {
  const { state, drafts, stored } = write
  if (stored === null && drafts.length === 1) return allOf(state)
  const held = stored?.state
  const partTexts = new Map(drafts.length === 1 ? [] : drafts.map((draft) => [draft.row.id, partText(draft)]))
  const heldTexts = stored?.partTexts ?? new Map<string, string>()
  const difference: CompanyDifference = {
    row: state.row,
    isNew: held === undefined,
    names: changesOfMap(state.names, held?.names),
    listings: changesOfMap(state.listings, held?.listings),
    keys: changesOfSet(state.keys, held?.keys ?? new Set()),
    knownNames: changesOfSet(otherToldNames(state), held === undefined ? new Set() : otherToldNames(held)),
    parts: {
      written: [...partTexts].filter(([id, content]) => heldTexts.get(id) !== content),
      removed: [...heldTexts].filter(([id]) => !partTexts.has(id)),
    },
  }
  if (held === undefined || !sameRow(held.row, state.row)) return difference
  const { row: _row, isNew: _isNew, ...lists } = difference
  const isSame = Object.values(lists).every(({ written, removed }) => written.length + removed.length === 0)
  return isSame ? null : difference
}

export type SavedCompanies = {
  differences: readonly CompanyDifference[]
  gone: readonly GoneCompany[]
  /** Ids that had been given up and are a company's again. */
  revived: readonly string[]
}

/** Writes what differs, and one change for each company that differs or is gone. */
export async function saveCompanies(
  session: BulkSession,
  { differences, gone, revived }: SavedCompanies,
  at: number,
): Promise<void> {
  // What takes a code, a key or a name from another comes after it was given up.
  await session.remove(
    companyTable,
    gone.map(({ id }) => ({ id })),
  )
  const each = <Row extends Record<string, string | number | null>>(
    rowsOf: (difference: CompanyDifference, companyId: string) => readonly Row[],
  ) => differences.flatMap((difference) => rowsOf(difference, difference.row.id))
  await session.remove(
    nameTable,
    each(({ names }) => names.removed),
  )
  await session.remove(
    listingTable,
    each(({ listings }) => listings.removed),
  )
  await session.remove(
    keyTable,
    each(({ keys }, id) => keys.removed.map((slot) => keyRow(slot, id))),
  )
  await session.remove(
    toldNameTable,
    each(({ knownNames }, company_id) => knownNames.removed.map((name_key) => ({ name_key, company_id }))),
  )
  await session.remove(
    partTable,
    each(({ parts }) => parts.removed.map(([id]) => ({ id }))),
  )

  await session.insert(
    companyTable,
    each(({ row, isNew }) => (isNew ? [row] : [])),
  )
  await session.write(
    companyTable,
    each(({ row, isNew }) => (isNew ? [] : [row])),
  )
  await session.write(
    nameTable,
    each(({ names }) => names.written),
  )
  await session.write(
    listingTable,
    each(({ listings }) => listings.written),
  )
  await session.write(
    keyTable,
    each(({ keys }, id) => keys.written.map((slot) => keyRow(slot, id))),
  )
  await session.write(
    toldNameTable,
    each(({ knownNames }, company_id) => knownNames.written.map((name_key) => ({ name_key, company_id }))),
  )
  await session.write(
    partTable,
    each(({ parts }, company_id) => parts.written.map(([id, content]) => ({ id, company_id, content }))),
  )
  const changed = [...gone.map(({ id }) => id), ...differences.map(({ row }) => row.id)]
  await session.write(
    changeTable,
    changed.map((company_id) => ({ company_id, at })),
  )
  await forwardIds(session, gone, revived)
}

/** Old addresses, and what users kept of them, lead to the company that has the codes now. */
async function forwardIds(session: BulkSession, gone: readonly GoneCompany[], revived: readonly string[]) {
  for (const { id, now } of gone) {
    await session.execute('update company_former_id set company_id = ? where company_id = ?', [now, id])
    await session.execute(
      `insert into view_history (user_id, company_id, position, viewed_at)
       select user_id, ?, position, viewed_at from view_history where company_id = ? on conflict do nothing`,
      [now, id],
    )
    await session.execute('delete from view_history where company_id = ?', [id])
    await session.execute(
      `insert into company_views (company_id, views) select ?, views from company_views where company_id = ?
       on conflict (company_id) do update set views = company_views.views + excluded.views`,
      [now, id],
    )
    await session.execute('delete from company_views where company_id = ?', [id])
  }
  await session.write(
    formerIdTable,
    gone.map(({ id, now }) => ({ id, company_id: now })),
  )
  await session.remove(
    formerIdTable,
    revived.map((id) => ({ id })),
  )
}

function keyRow(slot: string, company_id: string) {
  const [scheme, source_key] = keyOfSlot(slot)
  return { scheme, source_key, company_id }
}
