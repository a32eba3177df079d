import type { RecordKindKey } from './kind-table.ts'

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
    about: '失信被执行人是被法院列入失信名单的人；被执行人仅表示进入执行程序，两者不同。',
    aboutHistory: '以下记录已退出失信名单，不代表现状，也不计入企业标签与风险数量。',
  },
  executedPerson: {
    about: '被执行人≠失信被执行人：仅表示进入执行程序。',
    aboutHistory: '以下案件已结案或已移出，不代表现状，也不计入企业标签与风险数量。',
  },
  consumptionRestriction: {
    about: '限制消费令由法院对未履行义务的被执行人及其法定代表人等发出，限制非生活或经营必需的消费。',
    aboutHistory: '以下限制已解除或已移出，不代表现状，也不计入企业标签与风险数量。',
    explanation:
      '企业未按执行通知履行义务时，法院可以限制企业及其法定代表人、主要负责人等高消费，例如乘坐飞机、高铁一等座。履行后可以解除。',
  },
  courtAnnouncement: {
    about: '开庭公告只说明案件将要或已经开庭，不代表结果；作为原告不是风险。',
    explanation: '法院公布的开庭时间和地点。开庭不等于败诉，作为原告开庭不是风险。',
  },
  enterpriseCourtAnnouncement: {
    about: '法院公告多为公告送达：法院联系不到当事人时登报或上网刊登，满期视为送达，不代表结果。',
    explanation: '法院刊登的公告，例如向联系不上的当事人送达文书。有公告不等于有过错。',
  },
  judicialDocument: {
    about: '只有本企业作为被告的判决计入风险；作为原告不是风险。',
  },
  businessRisk: {
    about: '经营异常多为未按期公示年报或住所无法联系，补报或更正后可以移出，不等于违法。',
    aboutHistory: '以下记录已移出经营异常名录，不代表现状，也不计入风险数量。',
  },
  punishment: {
    about: '同一决定书在多个来源公示时合并为一条，来源都列出；公示期满后不再显示。',
    aboutHistory: '以下处罚已完成信用修复或停止公示，不代表现状，也不计入风险数量。',
    explanation: '行政机关对违法行为作出的处罚决定。轻重差别很大，请看处罚类别和金额。',
  },
  taxViolation: {
    about: '税务机关公布的重大税收违法失信主体，自公布之日起公示三年，提前修复的提前停止公示。',
    aboutHistory: '以下案件已停止公布，不代表现状，也不计入风险数量。',
    explanation: '税务机关公布的重大税收违法失信案件。',
  },
  seriousViolation: {
    about: '列入严重违法失信名单自列入之日起公示三年，满一年可以申请信用修复。',
    aboutHistory: '以下记录已移出严重违法失信名单，不代表现状，也不计入风险数量。',
    explanation: '企业被列入严重违法失信名单，比经营异常严重；符合条件时可以申请信用修复并移出。',
  },
  equityPledge: {
    about: '股权出质是以股权担保债务，本身不是违法；注销或撤销后为无效。',
    aboutHistory: '以下出质已注销或撤销，不代表现状。',
    explanation: '股东以所持股权作担保融资，是常见的商业安排。',
  },
  listEntry: {
    about: '企业自愿参加榜单，未上榜不代表任何评价；营业收入为企业申报口径。',
  },
  reportedRepresentative: {
    about: '各年度报告记载的法定代表人，不代表变更登记日期。',
  },
  annualEmployees: {
    about: '人数来自上市公司年度报告，多为集团合并口径，不等于参保人数。',
  },
  annualInsurance: {
    about: '人数来自企业自行公示的年报；总公司可能在其他地方为员工参保。',
  },
}

/** The notes of a kind; empty: it needs none. */
export const notesOf = (key: RecordKindKey): KindNotes => kindNotes[key] ?? {}
