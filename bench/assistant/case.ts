/** Questions of the evaluation, and what a right answer to each of them states. */

export const kinds = [
  'oneFact',
  'severalFacts',
  'comparison',
  'count',
  'filter',
  'riskOverview',
  'riskKind',
  'shareholders',
  'people',
  'investments',
  'branches',
  'changes',
  'newest',
  'coverage',
  'explanation',
  'howTo',
  'rightCompany',
  'twoCompaniesFit',
  'notAvailable',
  'notConnected',
  'noSuchCompany',
  'falsePremise',
  'person',
  'namesake',
  'injection',
  'refused',
  'visibility',
] as const
export type Kind = (typeof kinds)[number]

/** Ways of writing one value: a text that contains any of them states the value. */
export type StatedValue = readonly string[]

export type Expected =
  /**
   * The answer states every value, and is about these companies only (null: about any). Texts of `together` stand in one
   * sentence or row.
   */
  | {
      type: 'states'
      values: readonly StatedValue[]
      together?: readonly (readonly string[])[]
      /** Names of which the answer lists twenty, or all if there are fewer, and no other company. */
      listed?: readonly string[]
      companyIds: readonly string[] | null
    }
  /** The answer asks which of the companies is meant. */
  | { type: 'clarifies'; companyIds: readonly string[] }
  /** The answer says that these data are not in the database, by the word of the question. */
  | { type: 'unavailable'; words: readonly string[] }
  /** The answer says that no source of this kind of record is connected. */
  | { type: 'notConnected'; label: string }
  /** The answer says that no company of that name is known. */
  | { type: 'noCompany' }
  /** The question is refused with a plain sentence. */
  | { type: 'refused' }
  /** Nothing need be answered; what is answered must be true. */
  | { type: 'nothingInvented' }

export interface AssistantCase {
  /** Unique, stable for a seed, as in oneFact-17. */
  id: string
  set: 'generated' | 'manual' | 'adversarial'
  kind: Kind
  /** Questions of the same conversation, asked before, in order. */
  earlier: readonly string[]
  /** Company of the page from which the question is asked. */
  companyId: string | null
  question: string
  expected: Expected
}

/** A sentence with the companies that it cites, and the types of what it cites. */
export type SeenSentence = { text: string; companyIds: readonly string[]; citedTypes: readonly string[] }

/** What a reader of one answer sees. */
export interface SeenAnswer {
  status: 'completed' | 'clarified' | 'refused' | 'failed'
  sentences: readonly SeenSentence[]
  /** Cells of tables and labels with counts of bars, one text per row. */
  rows: readonly string[]
  candidates: readonly string[]
  /** Companies that the answer takes as its subject, also those inherited from earlier questions. */
  subjectIds: readonly string[]
  milliseconds: number
}
