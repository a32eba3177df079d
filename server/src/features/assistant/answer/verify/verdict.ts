export const rejectionReasons = [
  'uncited',
  'unknownCitation',
  'judgement',
  'unknownEntity',
  'unsupportedWord',
  'unsupportedNumber',
  'unsupportedDate',
  'unsupportedValue',
  'unsupportedView',
  'unsupportedComparison',
  'unsupportedNegation',
  'conditionOmitted',
  'companyOmitted',
  'repeatedValue',
  'unstatedCitation',
] as const
export type RejectionReason = (typeof rejectionReasons)[number]

/** `text`: the stretch that the evidence does not support. */
export type Verdict = { isSupported: true } | { isSupported: false; reason: RejectionReason; text: string }
export type Rejection = Verdict & { isSupported: false }

export const supported: Verdict = { isSupported: true }
export const rejected = (reason: RejectionReason, text: string): Rejection => ({ isSupported: false, reason, text })
