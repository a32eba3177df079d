import { recordViewLabels } from '@baiqicha/contract/records/record'
import { type Evidence, type EvidenceField, shownValue } from '../../evidence/evidence.ts'

/** Characters of a long text that a sentence quotes, followed by …. */
export const LONGEST_QUOTE = 40
/** Fields that tell one record of a kind from another and what it is about, in the order of a sentence. */
const tellingFields: Readonly<Record<string, readonly string[]>> = {
  dishonestExecutor: ['caseNo', 'court', 'amount', 'performance', 'publishDate', 'published'],
  executedPerson: ['caseNo', 'court', 'execAmount', 'caseState', 'filedDate'],
  consumptionRestriction: ['caseNo', 'restrictedPerson', 'restrictedRole', 'applicant', 'filedDate', 'published'],
  courtAnnouncement: ['caseNo', 'cause', 'identityOfCompany', 'parties', 'hearingAt', 'court'],
  enterpriseCourtAnnouncement: ['caseNo', 'noticeType', 'cause', 'announcer', 'publishDate', 'published'],
  judicialDocument: ['caseName', 'identityOfCompany', 'result', 'amount', 'judgeDate'],
  businessRisk: ['addReason', 'addDate', 'addOffice', 'removeReason'],
  punishment: ['docNo', 'reason', 'kinds', 'fineAmount', 'office', 'decisionDate'],
  taxViolation: ['caseNature', 'fine', 'taxOffice', 'publishDate'],
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
/** Fields that a line states of a record of any other kind. */
const SHOWN_FIELDS = 5

/** Texts that do not tell by themselves what they are. */
const labelled: ReadonlySet<string> = new Set([
  'applicant',
  'restrictedPerson',
  'pledgor',
  'pledgee',
  'targetCompany',
  'announcer',
  'removeReason',
])

const shortened = (text: string) => {
  const characters = Array.from(text)
  return characters.length <= LONGEST_QUOTE ? text : `${characters.slice(0, LONGEST_QUOTE).join('')}…`
}

/** A value as part of a line: 2026-10-28 发布, 执行标的 12,000 元, 全部未履行; empty: it says nothing new of the company. */
function partOf(name: string, { label, value }: EvidenceField, company: string): string {
  const text = shownValue(value)
  if (name === 'parties' && value.type === 'texts') {
    const others = value.texts.filter((one) => one !== company)
    return others.length === 0 ? '' : `${label} ${others.join('、')}`
  }
  // 投资人变更（包括出资额、出资方式等）.
  if (name === 'item') return text.replace(/[（(].*$/u, '')
  if (value.type === 'date' || label.endsWith('时间')) return `${text} ${label.replace(/(?:日期|时间)$/u, '')}`
  if (name === 'before' || name === 'after') return `${label} ${shortened(text)}`
  return value.type === 'number' || labelled.has(name) ? `${label} ${text}` : text
}

/** Names of the fields that a line states. */
export function lineFields({ recordType, view, fields }: Evidence): string[] {
  const telling = (recordType === null ? [] : (tellingFields[recordType] ?? [])).filter((name) => name in fields)
  const own = telling.length === 0 ? Object.keys(fields).slice(0, SHOWN_FIELDS) : telling
  const dates = view === 'history' ? ['removed'] : view === 'disputed' ? ['disputedSince'] : []
  return [...own, ...dates.filter((name) => name in fields)]
}

/** One record by its most telling fields: 历史 · （2023）演0101执882号 · … · 2024-01-09 移出. */
export function lineOf(record: Evidence): string {
  const { view, fields, company } = record
  const parts = lineFields(record).flatMap((name) => {
    const field = fields[name]
    return field === undefined ? [] : partOf(name, field, company?.name ?? '')
  })
  const lead = view === null || view === 'current' ? '' : recordViewLabels[view]
  return [lead, ...parts].filter((part) => part !== '').join(' · ')
}
