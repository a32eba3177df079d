/**
 * Fields that tell one record of a kind from another and what it is about, in the order of a sentence.
 */
export const tellingFields: Readonly<Record<string, readonly string[]>> = {
  dishonestExecutor: ['caseNo', 'court', 'performance', 'publishDate', 'published'],
  executedPerson: ['caseNo', 'court', 'execAmount', 'filedDate'],
  consumptionRestriction: ['caseNo', 'restrictedPerson', 'restrictedRole', 'applicant', 'filedDate', 'published'],
  courtAnnouncement: ['caseNo', 'cause', 'identityOfCompany', 'hearingAt', 'court'],
  enterpriseCourtAnnouncement: ['caseNo', 'noticeType', 'cause', 'announcer', 'publishDate', 'published'],
  judicialDocument: ['caseName', 'identityOfCompany', 'result', 'amount', 'judgeDate'],
  businessRisk: ['addReason', 'addDate', 'addOffice', 'removeReason'],
  punishment: ['docNo', 'reason', 'kinds', 'fineAmount', 'office', 'decisionDate'],
  taxViolation: ['caseNature', 'taxOffice', 'publishDate'],
  seriousViolation: ['addReason', 'addDate', 'addOffice', 'removeReason'],
  equityPledge: ['registerNo', 'pledgor', 'pledgee', 'targetCompany', 'amount', 'registerDate'],
  shareholderInfo: ['name', 'percent', 'subscribedAmount'],
  keyPerson: ['name', 'positions', 'appointedDate'],
  branch: ['name', 'status', 'legalRep', 'foundedDate'],
  overseasInvest: ['name', 'percent', 'subscribedAmount', 'status', 'investDate'],
  changeRecord: ['changeDate', 'item', 'before', 'after'],
  annualEmployees: ['year', 'employees', 'reportDate'],
  annualInsurance: ['year', 'insuredCount'],
  reportedRepresentative: ['name', 'year', 'reportDate'],
  listEntry: ['listName', 'publisher', 'year', 'rank'],
}
