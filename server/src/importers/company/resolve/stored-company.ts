import type { CompanyDraft } from './company-draft.ts'
import type { CompanyState } from './company-state.ts'

/** A company as the store has it, and the drafts it is made of: one, or several that share a name. */
export type StoredCompany = {
  state: CompanyState
  drafts: CompanyDraft[]
  /** What is kept of each draft, by its id; empty for a company of one. */
  partTexts: Map<string, string>
}
