import type { Industries } from '../../../domain/company/industries.ts'
import type { StoredCompany } from '../store/company-store.ts'
import { type CompanyDifference, differenceOf, type GoneCompany } from '../store/save-companies.ts'
import type { CompanyBatch } from './company-batch.ts'
import { type CompanyDraft, finishDraft } from './company-draft.ts'
import { assignId, canMerge, joinDrafts } from './entity-matching.ts'

/** What a batch comes to. */
export type ResolvedBatch = {
  differences: CompanyDifference[]
  gone: GoneCompany[]
  /** Ids that had been given up and are a company's again. */
  revived: string[]
  /** Companies that rows spoke of: those that are new, and those that were known and changed. */
  created: number
  changed: number
  /** Sources that took back what they had said of the same date. */
  corrected: ReadonlySet<string>
}

/** Which drafts are one company each, and what of it the store does not know yet. */
export function resolveCompanies(batch: CompanyBatch, industries: Industries, now: number): ResolvedBatch {
  const { homes, touched } = batch
  const groups = groupsOf(batch)
  const before = companiesOf([...groups.flat(), ...batch.merged.keys()], homes)
  const settled: ResolvedBatch = {
    differences: [],
    gone: [],
    revived: [],
    created: 0,
    changed: 0,
    corrected: new Set(),
  }
  const idOf = new Map<CompanyDraft, string>()
  for (const group of groups) {
    for (const draft of group) {
      assignId(draft)
      finishDraft(draft, industries)
    }
    const [first] = group
    if (first === undefined) continue
    const state = group.length === 1 ? first : joinDrafts(group, industries)
    const { id } = state.row
    for (const draft of group) idOf.set(draft, id)
    const difference = differenceOf({ state, drafts: group, stored: before.get(id)?.stored ?? null })
    if (difference === null) continue
    state.row.updated_at = now
    settled.differences.push(difference)
    const wasKnown = group.some((draft) => homes.has(draft))
    if (wasKnown && !before.has(id)) settled.revived.push(id)
    if (!group.some((draft) => touched.has(draft))) continue
    if (wasKnown) settled.changed += 1
    else settled.created += 1
  }
  const live = new Set(idOf.values())
  for (const [id, { leading }] of before) {
    const heir = idOf.get(batch.merged.get(leading) ?? leading)
    if (!live.has(id) && heir !== undefined) settled.gone.push({ id, now: heir })
  }
  settled.corrected = new Set([...touched].flatMap((draft) => draft.corrected))
  return settled
}

/** Drafts that are one company, for all that rows of the batch spoke of. */
function groupsOf({ companies, homes, touched, regrouped, merged }: CompanyBatch): CompanyDraft[][] {
  const groups: CompanyDraft[][] = []
  const grouped = new Set<CompanyDraft>()
  const group = (drafts: CompanyDraft[]) => {
    groups.push(drafts)
    for (const draft of drafts) grouped.add(draft)
  }
  const ofHome = (draft: CompanyDraft) => homes.get(draft)?.drafts ?? [draft]
  for (const draft of regrouped) {
    if (grouped.has(draft) || merged.has(draft)) continue
    const related = companies.relatedByName(draft)
    if (canMerge(related)) group(related)
    // Namesakes: what was joined by the name stands alone again.
    else for (const one of related) if (one === draft || (!grouped.has(one) && ofHome(one).length > 1)) group([one])
  }
  for (const draft of touched) if (!grouped.has(draft)) group(ofHome(draft).filter((one) => !merged.has(one)))
  return groups
}

type CompanyBefore = { stored: StoredCompany; leading: CompanyDraft }

/** The stored companies of the drafts by their ids, and the draft that each has its id from. */
function companiesOf(drafts: readonly CompanyDraft[], homes: CompanyBatch['homes']): Map<string, CompanyBefore> {
  const companies = new Map<string, CompanyBefore>()
  for (const draft of drafts) {
    const stored = homes.get(draft)
    if (stored === undefined || companies.has(stored.state.row.id)) continue
    const { id } = stored.state.row
    companies.set(id, { stored, leading: stored.drafts.find((one) => one.row.id === id) ?? draft })
  }
  return companies
}
