import type { CompanyDraft } from './company-draft.ts'
import type { CompanyState } from './company-state.ts'

/** A stored company and its drafts: one, or several that share a name. */
export type StoredCompany = {
  state: CompanyState
  drafts: CompanyDraft[]
  /** Stored text of each draft by its id; empty for a company of one draft. */
  partTexts: Map<string, string>
}
