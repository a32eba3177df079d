import type { Industries } from '../../../domain/company/industries.ts'
import type { NewEvent } from '../../file/company-events.ts'
import type { CompanyBatch } from './company-batch.ts'
import { type CompanyDifference, differenceOf, factEvents, type ReplacedCompany } from './company-difference.ts'
import { type CompanyDraft, finishDraft, type StoredCompany } from './company-draft.ts'
import { assignId, canMerge, mergeDrafts } from './entity-matching.ts'

/** A company of the batch, the stored company of the same id, and what must be written for it; null: nothing. */
export type ResolvedGroup = {
  id: string
  drafts: readonly CompanyDraft[]
  stored: StoredCompany | null
  difference: CompanyDifference | null
}

/** Result of resolving one batch. */
export type ResolvedBatch = {
  companies: ResolvedGroup[]
  differences: CompanyDifference[]
  replaced: ReplacedCompany[]
  /** Ids that had been given up and belong to a company again. */
  revivedIds: string[]
  /** Number of new and of changed companies that rows of the batch are about. */
  created: number
  changed: number
  /** Changed facts of companies. */
  events: NewEvent[]
  /** Sources that stated two different values for the same date. */
  restatedSources: ReadonlySet<string>
  /** Names of the batch that two companies with different codes or keys have. */
  sharedNames: readonly string[]
}

const none: ReadonlyMap<string, StoredCompany> = new Map()

/** Groups the drafts into companies and compares them with the store. `rebuilt`: stored companies whose drafts are new. */
export function resolveCompanies(
  batch: CompanyBatch,
  industries: Industries,
  now: number,
  rebuilt: ReadonlyMap<string, StoredCompany> = none,
): ResolvedBatch {
  const { stored, touched } = batch
  const { groups, namesakes } = groupsOf(batch)
  const before = storedCompaniesOf([...groups.flat(), ...batch.merged.keys()], stored)
  const resolved: ResolvedBatch = {
    companies: [],
    differences: [],
    replaced: [],
    revivedIds: [],
    created: 0,
    changed: 0,
    events: [],
    restatedSources: new Set(),
    sharedNames: [],
  }
  const idOf = new Map<CompanyDraft, string>()
  for (const group of groups) {
    for (const draft of group) {
      assignId(draft)
      finishDraft(draft, industries)
    }
    const [first] = group
    if (first === undefined) continue
    const state = group.length === 1 ? first : mergeDrafts(group, industries)
    const { id } = state.row
    for (const draft of group) idOf.set(draft, id)
    const ofSameId = before.get(id)?.company ?? rebuilt.get(id) ?? null
    const difference = differenceOf({ state, drafts: group, stored: ofSameId })
    resolved.companies.push({ id, drafts: group, stored: ofSameId, difference })
    if (difference === null) continue
    state.row.updated_at = now
    resolved.differences.push(difference)
    for (const draft of group) {
      const replaced = batch.replacedFacts.get(draft)
      if (replaced !== undefined) resolved.events.push(...factEvents(draft, replaced, state))
    }
    const isStored = group.some((draft) => stored.has(draft))
    if (isStored && !before.has(id)) resolved.revivedIds.push(id)
    if (!group.some((draft) => touched.has(draft))) continue
    if (isStored) resolved.changed += 1
    else resolved.created += 1
  }
  const currentIds = new Set(idOf.values())
  for (const [id, { leading }] of before) {
    const replacedBy = idOf.get(batch.merged.get(leading) ?? leading)
    if (!currentIds.has(id) && replacedBy !== undefined) resolved.replaced.push({ id, replacedBy })
  }
  resolved.sharedNames = namesakes.flatMap(sharedNamesOf)
  resolved.restatedSources = new Set([...touched].flatMap((draft) => draft.restatedSources))
  return resolved
}

/**
 * Groups of drafts that are one company each, for all drafts that the batch touched; and the drafts that a name
 * connects although they are several companies.
 */
function groupsOf({ companies, stored, touched, regrouped, merged }: CompanyBatch) {
  const groups: CompanyDraft[][] = []
  const namesakes: CompanyDraft[][] = []
  const grouped = new Set<CompanyDraft>()
  const group = (drafts: CompanyDraft[]) => {
    groups.push(drafts)
    for (const draft of drafts) grouped.add(draft)
  }
  const storedGroup = (draft: CompanyDraft) => stored.get(draft)?.drafts ?? [draft]
  for (const draft of regrouped) {
    if (grouped.has(draft) || merged.has(draft)) continue
    const related = companies.relatedByName(draft)
    if (canMerge(related)) {
      group(related)
      continue
    }
    namesakes.push(related)
    // A company that was merged by this name is split again.
    for (const one of related) if (one === draft || (!grouped.has(one) && storedGroup(one).length > 1)) group([one])
  }
  for (const draft of touched) if (!grouped.has(draft)) group(storedGroup(draft).filter((one) => !merged.has(one)))
  return { groups, namesakes }
}

/** Names that several of the drafts have today. */
function sharedNamesOf(drafts: readonly CompanyDraft[]): string[] {
  const byName = Map.groupBy(drafts, ({ row }) => row.name_key)
  return [...byName.values()].flatMap(([first, second]) => (first && second ? [first.row.name] : []))
}

type CompanyBefore = { company: StoredCompany; leading: CompanyDraft }

/** The stored companies of the drafts by id, with the draft that gave the company its id. */
function storedCompaniesOf(
  drafts: readonly CompanyDraft[],
  stored: CompanyBatch['stored'],
): Map<string, CompanyBefore> {
  const companies = new Map<string, CompanyBefore>()
  for (const draft of drafts) {
    const company = stored.get(draft)
    if (company === undefined || companies.has(company.state.row.id)) continue
    const { id } = company.state.row
    companies.set(id, { company, leading: company.drafts.find((one) => one.row.id === id) ?? draft })
  }
  return companies
}
