import type { CompanyListingTable, CompanyNameTable, CompanyTable } from '../../../platform/database/tables/company.ts'
import type { CompanyDraft } from './company-draft.ts'
import { partText } from './company-parts.ts'
import { type CompanyState, entriesMissing, sameRow } from './company-state.ts'
import type { StoredCompany } from './stored-company.ts'

/** What a company is to be, of which drafts, and what the store holds under its id; null for a new one. */
export type CompanyWrite = { state: CompanyState; drafts: readonly CompanyDraft[]; stored: StoredCompany | null }

/** An id that is given up, and the company that has its codes now. */
export type ReplacedCompany = { id: string; replacedBy: string }

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
  stored: ReadonlyMap<string, Row> | undefined,
): Changes<Row> {
  const removed = [...(stored ?? [])].filter(([key]) => !wanted.has(key)).map(([, row]) => row)
  return { written: entriesMissing(wanted, stored), removed }
}

const changesOfSet = (wanted: ReadonlySet<string>, stored: ReadonlySet<string>): Changes<string> => ({
  written: [...wanted].filter((value) => !stored.has(value)),
  removed: [...stored].filter((value) => !wanted.has(value)),
})

/** The name in use is looked up in the company itself. */
const otherKnownNames = ({ knownNames, row }: CompanyState) =>
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
  knownNames: state.knownNames.size === 1 ? nothing : added(otherKnownNames(state)),
  parts: nothing,
})

/** null where the store knows it all. */
export function differenceOf(write: CompanyWrite): CompanyDifference | null {
  const { state, drafts, stored } = write
  if (stored === null && drafts.length === 1) return allOf(state)
  const before = stored?.state
  const partTexts = new Map(drafts.length === 1 ? [] : drafts.map((draft) => [draft.row.id, partText(draft)]))
  const storedTexts = stored?.partTexts ?? new Map<string, string>()
  const difference: CompanyDifference = {
    row: state.row,
    isNew: before === undefined,
    names: changesOfMap(state.names, before?.names),
    listings: changesOfMap(state.listings, before?.listings),
    keys: changesOfSet(state.keys, before?.keys ?? new Set()),
    knownNames: changesOfSet(otherKnownNames(state), before === undefined ? new Set() : otherKnownNames(before)),
    parts: {
      written: [...partTexts].filter(([id, content]) => storedTexts.get(id) !== content),
      removed: [...storedTexts].filter(([id]) => !partTexts.has(id)),
    },
  }
  if (before === undefined || !sameRow(before.row, state.row)) return difference
  const { row: _row, isNew: _isNew, ...lists } = difference
  const isSame = Object.values(lists).every(({ written, removed }) => written.length + removed.length === 0)
  return isSame ? null : difference
}
