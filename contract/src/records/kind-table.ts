// No schema is in here: what only searches loads no more than this.

/** Every kind by the word of its routes (DESIGN §10): those under /legalRisk, /businessRisk and /company/overview. */
export const legalRiskKeys = [
  'dishonestExecutor',
  'executedPerson',
  'consumptionRestriction',
  'courtAnnouncement',
  'enterpriseCourtAnnouncement',
  'judicialDocument',
] as const
export const businessRiskKeys = [
  'businessRisk',
  'punishment',
  'taxViolation',
  'seriousViolation',
  'equityPledge',
] as const
export const overviewKeys = [
  'shareholderInfo',
  'keyPerson',
  'branch',
  'overseasInvest',
  'changeRecord',
  'annualInsurance',
] as const
export const recordKindKeys = [...legalRiskKeys, ...businessRiskKeys, ...overviewKeys] as const
export type RecordKindKey = (typeof recordKindKeys)[number]
export type RecordGroup = 'legalRisk' | 'businessRisk' | 'overview'

/** How grave a record is, as facts and never as a score (PRODUCT B15). All that is history is 提示. */
export const severities = ['高', '中', '提示'] as const
export type Severity = (typeof severities)[number]
