import { recordTerms } from '../explained-terms.ts'
import type { RecordKindKey } from './kind-table.ts'

/** What the number of insured people counts. */
export const INSURED_NOTE = '数据来自企业年报；部分员工可能由总部异地参保。'
/** What the number of employees counts. */
export const EMPLOYEES_NOTE = '数据来自年报，多为集团合并口径，非参保人数。'

export type KindNotes = {
  /** Note above its list and above each record. */
  about?: string
  /** Note above its history. */
  aboutHistory?: string
  /** Text of 名词解释; absent: `about`. */
  explanation?: string
}

/** Notes of the kinds that need one. Only pages of records load them. */
const kindNotes: Readonly<Partial<Record<RecordKindKey, KindNotes>>> = {
  dishonestExecutor: {
    about: recordTerms.失信被执行人.text,
    aboutHistory: '以下记录已退出失信名单，不代表现状，不计入风险数量。',
  },
  executedPerson: {
    about: recordTerms.被执行人.text,
    aboutHistory: '以下案件已结案或已移出，不代表现状，不计入风险数量。',
  },
  consumptionRestriction: {
    about: '由法院对未履行义务的被执行人及其法定代表人等发出的消费限制。',
    aboutHistory: '以下限制已解除或已移出，不代表现状，不计入风险数量。',
    explanation: recordTerms.限制高消费.text,
  },
  courtAnnouncement: {
    about: '仅说明案件将要或已经开庭，不代表结果；作为原告不计入风险。',
    explanation: recordTerms.开庭公告.text,
  },
  enterpriseCourtAnnouncement: {
    about: '多为公告送达：当事人下落不明时公告刊登，期满视为送达，不代表裁判结果。',
    explanation: recordTerms.法院公告.text,
  },
  judicialDocument: {
    about: recordTerms.裁判文书.text,
  },
  businessRisk: {
    about: recordTerms.经营异常.text,
    aboutHistory: '以下记录已移出经营异常名录，不代表现状，不计入风险数量。',
  },
  punishment: {
    about: '多个来源的同一处罚合并为一条；公示期满后不再展示。',
    aboutHistory: '以下处罚已信用修复或停止公示，不代表现状，不计入风险数量。',
    explanation: recordTerms.行政处罚.text,
  },
  taxViolation: {
    about: '重大税收违法失信主体自公布之日起公示三年，信用修复后提前停止公示。',
    aboutHistory: '以下案件已停止公布，不代表现状，不计入风险数量。',
    explanation: recordTerms.税收违法.text,
  },
  seriousViolation: {
    about: '自列入之日起公示三年，满一年可申请信用修复。',
    aboutHistory: '以下记录已移出严重违法失信名单，不代表现状，不计入风险数量。',
    explanation: recordTerms.严重违法.text,
  },
  equityPledge: {
    about: '股权出质是以股权担保债务，本身不属于违法；注销或撤销后失效。',
    aboutHistory: '以下出质已注销或撤销，不代表现状。',
    explanation: recordTerms.股权出质.text,
  },
  listEntry: {
    about: '企业自愿参加榜单，未上榜不代表任何评价；营业收入为企业申报口径。',
  },
  reportedRepresentative: {
    about: '由年度报告识别，约 2% 可能有误，请以年报原文为准；不代表变更登记日期。',
  },
  annualEmployees: {
    about: EMPLOYEES_NOTE,
  },
  annualInsurance: {
    about: INSURED_NOTE,
  },
}

/** The notes of a kind; empty: it needs none. */
export const notesOf = (key: RecordKindKey): KindNotes => kindNotes[key] ?? {}
