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
    about: '失信被执行人指被法院纳入失信名单的被执行人，与“被执行人”不同。',
    aboutHistory: '以下记录已退出失信名单，不代表现状，不计入风险数量。',
  },
  executedPerson: {
    about: '被执行人仅表示案件已进入执行程序，不等于失信被执行人。',
    aboutHistory: '以下案件已结案或已移出，不代表现状，不计入风险数量。',
  },
  consumptionRestriction: {
    about: '由法院对未履行义务的被执行人及其法定代表人等发出的消费限制。',
    aboutHistory: '以下限制已解除或已移出，不代表现状，不计入风险数量。',
    explanation: '企业未履行义务的，法院可限制其法定代表人等高消费，履行后可解除。',
  },
  courtAnnouncement: {
    about: '仅说明案件将要或已经开庭，不代表结果；作为原告不计入风险。',
    explanation: '法院公布的开庭时间和地点。开庭不等于败诉，作为原告不计入风险。',
  },
  enterpriseCourtAnnouncement: {
    about: '多为公告送达：当事人下落不明时公告刊登，期满视为送达，不代表裁判结果。',
    explanation: '法院刊登的公告，多为向下落不明的当事人送达文书，不代表存在过错。',
  },
  judicialDocument: {
    about: '仅本企业为被告的判决计入风险，作为原告不计。',
  },
  businessRisk: {
    about: '多因未按期公示年报或登记住所无法联系被列入，补报、更正后可申请移出。',
    aboutHistory: '以下记录已移出经营异常名录，不代表现状，不计入风险数量。',
  },
  punishment: {
    about: '多个来源的同一处罚合并为一条；公示期满后不再展示。',
    aboutHistory: '以下处罚已信用修复或停止公示，不代表现状，不计入风险数量。',
    explanation: '行政机关对违法行为作出的处罚决定，轻重以处罚类别和金额为准。',
  },
  taxViolation: {
    about: '重大税收违法失信主体自公布之日起公示三年，信用修复后提前停止公示。',
    aboutHistory: '以下案件已停止公布，不代表现状，不计入风险数量。',
    explanation: '税务机关公布的重大税收违法失信案件。',
  },
  seriousViolation: {
    about: '自列入之日起公示三年，满一年可申请信用修复。',
    aboutHistory: '以下记录已移出严重违法失信名单，不代表现状，不计入风险数量。',
    explanation: '严重违法失信名单较经营异常更为严重，符合条件的可申请信用修复。',
  },
  equityPledge: {
    about: '股权出质是以股权担保债务，本身不属于违法；注销或撤销后失效。',
    aboutHistory: '以下出质已注销或撤销，不代表现状。',
    explanation: '股东以所持股权为债务提供担保，属常见商业安排。',
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
    about: '人数来自企业自行公示的年报，员工可能由总公司在异地参保。',
  },
}

/** The notes of a kind; empty: it needs none. */
export const notesOf = (key: RecordKindKey): KindNotes => kindNotes[key] ?? {}
