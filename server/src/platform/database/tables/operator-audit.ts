import type { Instant } from './company.ts'

/** Actions of an operator that write a row. */
export type OperatorAction =
  | 'correctionExamined'
  | 'correctionDecided'
  | 'suppressionAdded'
  | 'suppressionRemoved'
  | 'updatesDone'
  | 'inclusionsDone'
  | 'contentPublished'
  | 'contentRestored'
  | 'feedbackContactShown'
  | 'feedbackTaken'
  | 'feedbackAnswered'
  | 'feedbackClosed'
  | 'feedbackReopened'
  | 'numberHidden'
  | 'numberShown'
  | 'trackingReported'
  | 'trackingExported'
  | 'trackingDayExported'
  | 'trackingRolledUp'
  | 'trackingDropped'
  | 'storeBackedUp'
  | 'storeRestored'

/** What operators changed. Append-only: a trigger refuses updates, and only the retention job deletes rows. */
export type OperatorAuditTable = {
  id: string
  at: Instant
  /** The place of the action and the name of the person, as in `cli:zhang`. */
  operator: string
  action: OperatorAction
  /** Id or number of what was changed. */
  subject: string
  /** JSON of the changed fields, masked; null: it did not exist. */
  before: string | null
  /** null: it does not exist any more, or the action changes nothing. */
  after: string | null
  reason: string | null
}
