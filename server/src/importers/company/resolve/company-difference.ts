import { type FollowedFact, factText, isFollowedFact, isSameFact } from '../../../domain/company/followed-facts.ts'
import { isSupersededBy } from '../../../domain/company/provenance.ts'
import type { CompanyListingTable, CompanyNameTable, CompanyTable } from '../../../platform/database/tables/company.ts'
import { subjectKeyOf } from '../../../records/subject-rows.ts'
import type { NewEvent } from '../../file/company-events.ts'
import type { SourcedFacts } from '../parse/sourced-facts.ts'
import { type CompanyDraft, partText, type StoredCompany } from './company-draft.ts'
import { type CompanyState, differs, entriesMissing, sameRow } from './company-state.ts'

/** Stored texts of facts that their own source replaced in this batch. */
export type FactsBefore = Map<FollowedFact, string>

/** Notes the facts of a stored draft that the same source is about to replace. Call it before `applyStatement`. */
export function noteReplacedFacts(before: FactsBefore, draft: CompanyDraft, { origin, facts }: SourcedFacts): void {
  for (const { fact, columns } of facts) {
    if (!isFollowedFact(fact) || before.has(fact)) continue
    const stored = draft.origins.get(fact)
    if (stored?.source !== origin.source || !isSupersededBy(stored, origin) || !differs(draft.row, columns)) continue
    const text = factText(fact, draft.row)
    if (text !== null) before.set(fact, text)
  }
}

/**
 * The replaced facts as events of their company. A fact that the company's page takes from another source or draft has not
 * changed for readers.
 */
export function factEvents(draft: CompanyDraft, before: FactsBefore, { row }: CompanyState): NewEvent[] {
  const subjectKey = subjectKeyOf({
    creditCode: row.credit_code,
    registrationNumber: row.registration_number,
    name: row.name,
  })
  return [...before].flatMap(([fact, stored]) => {
    const origin = draft.origins.get(fact)
    const now = factText(fact, draft.row)
    const isShown = isSameFact(now, factText(fact, row))
    if (subjectKey === null || origin === undefined || !isShown || isSameFact(stored, now)) return []
    return [
      {
        subject_key: subjectKey,
        kind: 'fact' as const,
        change: 'changed' as const,
        record_id: null,
        field: fact,
        value_before: stored,
        value_after: now,
        source_id: origin.source,
        as_of: origin.asOf,
        event_date: null,
      },
    ]
  })
}

/** The resolved company, its drafts, and the stored company of the same id; null for a new one. */
export type CompanyWrite = { state: CompanyState; drafts: readonly CompanyDraft[]; stored: StoredCompany | null }

/** An id that is given up, and the id of the company that has its keys now. */
export type ReplacedCompany = { id: string; replacedBy: string }

type Changes<Row> = { written: readonly Row[]; removed: readonly Row[] }

/** What must be written for one company. */
export type CompanyDifference = {
  row: CompanyTable
  /** The stored row of the id; null: no company has it. */
  before: CompanyTable | null
  names: Changes<CompanyNameTable>
  listings: Changes<CompanyListingTable>
  keys: Changes<string>
  knownNames: Changes<string>
  /** Ids and contents of the parts; of removed parts only the id counts. */
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

/** The name in use is not repeated in `company_known_name`. */
const otherKnownNames = ({ knownNames, row }: CompanyState) =>
  new Set([...knownNames].filter((key) => key !== row.name_key))

const nothing: Changes<never> = { written: [], removed: [] }

const added = <Row>(rows: ReadonlyMap<string, Row> | ReadonlySet<Row>): Changes<Row> =>
  rows.size === 0 ? nothing : { written: [...rows.values()], removed: [] }

/** Fast path for a new company of one draft, as nearly all companies of a first import are. */
const allOf = (state: CompanyState): CompanyDifference => ({
  row: state.row,
  before: null,
  names: added(state.names),
  listings: added(state.listings),
  keys: added(state.keys),
  knownNames: state.knownNames.size === 1 ? nothing : added(otherKnownNames(state)),
  parts: nothing,
})

/** null when nothing must be written. */
export function differenceOf(write: CompanyWrite): CompanyDifference | null {
  const { state, drafts, stored } = write
  if (stored === null && drafts.length === 1) return allOf(state)
  const before = stored?.state
  const partTexts = new Map(drafts.length === 1 ? [] : drafts.map((draft) => [draft.row.id, partText(draft)]))
  const storedTexts = stored?.partTexts ?? new Map<string, string>()
  const difference: CompanyDifference = {
    row: state.row,
    before: before?.row ?? null,
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
  const { row: _row, before: _before, ...lists } = difference
  const isSame = Object.values(lists).every(({ written, removed }) => written.length + removed.length === 0)
  return isSame ? null : difference
}
