import { type FollowedFact, factText, isFollowedFact, isSameFact } from '../../../domain/company/followed-facts.ts'
import { isSupersededBy } from '../../../domain/company/provenance.ts'
import { subjectKeyOf } from '../../../records/subject-rows.ts'
import type { NewEvent } from '../../file/company-events.ts'
import type { SourcedFacts } from '../parse/sourced-facts.ts'
import type { CompanyDraft } from './company-draft.ts'
import { type CompanyState, differs } from './company-state.ts'

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
