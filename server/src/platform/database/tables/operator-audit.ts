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
  | 'contentDrafted'
  | 'membershipChanged'
  | 'contentPictureAdded'
  | 'agreementDrafted'
  | 'agreementPublished'
  | 'feedbackContactShown'
  | 'feedbackTaken'
  | 'feedbackAnswered'
  | 'feedbackClosed'
  | 'feedbackReopened'
  | 'sourceAdded'
  | 'importUploaded'
  | 'importMappingSaved'
  | 'importUploadDiscarded'
  | 'importStopRequested'
  | 'importFinished'
  | 'importStopped'
  | 'importUndone'
  | 'importRejectsExported'
  | 'companyHidden'
  | 'companyRemoved'
  | 'companyLifted'
  | 'numberHidden'
  | 'numberShown'
  | 'trackingExported'
  | 'trackingDayExported'
  | 'trackingRolledUp'
  | 'trackingDropped'
  | 'storeBackedUp'
  | 'storeRestored'
  | 'backupTested'
  | 'evidenceShown'
  | 'operatorAdded'
  | 'operatorRolesChanged'
  | 'operatorTotpReset'
  | 'operatorSessionsEnded'
  | 'operatorSetUp'
  | 'operatorSignedIn'
  | 'operatorSignInFailed'
  | 'operatorCodeRefused'
  | 'correctionReopened'
  | 'userShown'
  | 'userSessionsEnded'
  | 'userLocked'
  | 'userUnlocked'
  | 'feedbackWithdrawn'
  | 'auditExported'
  | 'serviceTested'

/** What operators changed. Append-only: triggers refuse updates, and deletes before the end of the retention. */
export type OperatorAuditTable = {
  id: string
  at: Instant
  /** The place of the action and the name of the person, as in `cli:zhang`; `owner:sms` for the owner of a number. */
  operator: string
  action: OperatorAction
  /** Id or number of what was changed. */
  subject: string
  /** JSON of the changed fields, masked; null: it did not exist. */
  before: string | null
  /** null: it does not exist any more, or the action changes nothing. */
  after: string | null
  reason: string | null
  /** Place in the chain, from 1; null: written by a version without the chain. */
  number: number | null
  /** Where the step was taken: an address, or the name of the machine. */
  origin: string | null
  /** Hash of the row before (operator-audit.ts); empty for the first. */
  previous_hash: string | null
}

/** The last row of the chain. Its lock makes concurrent writers append one after the other. */
export type OperatorAuditHeadTable = {
  only_row: 1
  number: number
  hash: string
  /** The last row that the retention erased, and its hash; 0 and empty: it erased none. */
  erased_number: number
  erased_hash: string
}
