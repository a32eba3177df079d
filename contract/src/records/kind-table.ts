export type RecordGroup = 'legalRisk' | 'businessRisk' | 'overview'

/** Severity of a record, as a fact and never as a score (PRODUCT B15). Every record of the history is 提示. */
export const severities = ['高', '中', '提示'] as const
export type Severity = (typeof severities)[number]

export type KindRow = {
  /** First word of its routes, and the tab of the company page that lists it. */
  group: RecordGroup
  /** Title of its list page and label of its section. */
  title: string
  /** Label beside a count in a narrow row; absent: the title. */
  shortTitle?: string
  /** Colour of its count while current records exist; absent: neutral. */
  tone?: 'red' | 'amber'
  /** Whether one record has a page of its own. */
  hasDetail: boolean
  /** Where its records are listed: on a page, on a card of the company page, or in the job-seeker card only. */
  listedOn: 'page' | 'companyCard' | 'jobSeekerCard'
  /** Last word of the list's address under /businessRisk, /legalRisk or /overview (SPEC §2). */
  path: string
  /** Note above its list and above each record. */
  about?: string
  /** Note above its history. */
  aboutHistory?: string
  /** Text of 名词解释; absent: `about`. */
  explanation?: string
}

/**
 * Labels and pages of every kind of record, by the word of its routes (DESIGN §10). This file imports no schema, so that
 * the shell of the web app can load it.
 */
export const kindTable = {
  dishonestExecutor: {
    group: 'legalRisk',
    title: '失信被执行人',
    shortTitle: '失信',
    tone: 'red',
    hasDetail: true,
    listedOn: 'page',
    path: 'dishonestExecutor',
    about: '失信被执行人是被法院列入失信名单的人；被执行人仅表示进入执行程序，两者不同。',
    aboutHistory: '以下记录已退出失信名单，不代表现状，也不计入企业标签与风险数量。',
  },
  executedPerson: {
    group: 'legalRisk',
    title: '被执行人',
    shortTitle: '被执行',
    tone: 'amber',
    hasDetail: true,
    listedOn: 'page',
    path: 'executedPerson',
    about: '被执行人≠失信被执行人：仅表示进入执行程序。',
    aboutHistory: '以下案件已结案或已移出，不代表现状，也不计入企业标签与风险数量。',
  },
  consumptionRestriction: {
    group: 'legalRisk',
    title: '限制高消费',
    shortTitle: '限高',
    tone: 'red',
    hasDetail: false,
    listedOn: 'page',
    path: 'consumptionRestriction',
    about: '限制消费令由法院对未履行义务的被执行人及其法定代表人等发出，限制非生活或经营必需的消费。',
    aboutHistory: '以下限制已解除或已移出，不代表现状，也不计入企业标签与风险数量。',
    explanation:
      '企业未按执行通知履行义务时，法院可以限制企业及其法定代表人、主要负责人等高消费，例如乘坐飞机、高铁一等座。履行后可以解除。',
  },
  courtAnnouncement: {
    group: 'legalRisk',
    title: '开庭公告',
    hasDetail: true,
    listedOn: 'page',
    path: 'courtAnnouncement',
    about: '开庭公告只说明案件将要或已经开庭，不代表结果；作为原告不是风险。',
    explanation: '法院公布的开庭时间和地点。开庭不等于败诉，作为原告开庭不是风险。',
  },
  enterpriseCourtAnnouncement: {
    group: 'legalRisk',
    title: '法院公告',
    hasDetail: true,
    listedOn: 'page',
    path: 'enterpriseCourtAnnouncement',
    about: '法院公告多为公告送达：法院联系不到当事人时登报或上网刊登，满期视为送达，不代表结果。',
    explanation: '法院刊登的公告，例如向联系不上的当事人送达文书。有公告不等于有过错。',
  },
  judicialDocument: {
    group: 'legalRisk',
    title: '裁判文书',
    hasDetail: true,
    listedOn: 'page',
    path: 'judicialDocument',
    about: '只有本企业作为被告的判决计入风险；作为原告不是风险。',
  },
  businessRisk: {
    group: 'businessRisk',
    title: '经营异常',
    tone: 'amber',
    hasDetail: false,
    listedOn: 'page',
    path: 'businessRiskList',
    about: '经营异常多为未按期公示年报或住所无法联系，补报或更正后可以移出，不等于违法。',
    aboutHistory: '以下记录已移出经营异常名录，不代表现状，也不计入风险数量。',
  },
  punishment: {
    group: 'businessRisk',
    title: '行政处罚',
    tone: 'amber',
    hasDetail: true,
    listedOn: 'page',
    path: 'punishmentList',
    about: '同一决定书在多个来源公示时合并为一条，来源都列出；公示期满后不再显示。',
    aboutHistory: '以下处罚已完成信用修复或停止公示，不代表现状，也不计入风险数量。',
    explanation: '行政机关对违法行为作出的处罚决定。轻重差别很大，请看处罚类别和金额。',
  },
  taxViolation: {
    group: 'businessRisk',
    title: '税收违法',
    tone: 'red',
    hasDetail: true,
    listedOn: 'page',
    path: 'taxViolationList',
    about: '税务机关公布的重大税收违法失信主体，自公布之日起公示三年，提前修复的提前停止公示。',
    aboutHistory: '以下案件已停止公布，不代表现状，也不计入风险数量。',
    explanation: '税务机关公布的重大税收违法失信案件。',
  },
  seriousViolation: {
    group: 'businessRisk',
    title: '严重违法',
    tone: 'red',
    hasDetail: false,
    listedOn: 'page',
    path: 'seriousViolationList',
    about: '列入严重违法失信名单自列入之日起公示三年，满一年可以申请信用修复。',
    aboutHistory: '以下记录已移出严重违法失信名单，不代表现状，也不计入风险数量。',
    explanation: '企业被列入严重违法失信名单，比经营异常严重；符合条件时可以申请信用修复并移出。',
  },
  equityPledge: {
    group: 'businessRisk',
    title: '股权出质',
    hasDetail: true,
    listedOn: 'page',
    path: 'equityPledgeList',
    about: '股权出质是以股权担保债务，本身不是违法；注销或撤销后为无效。',
    aboutHistory: '以下出质已注销或撤销，不代表现状。',
    explanation: '股东以所持股权作担保融资，是常见的商业安排。',
  },
  shareholderInfo: {
    group: 'overview',
    title: '股东信息',
    hasDetail: false,
    listedOn: 'page',
    path: 'shareholderInfo',
  },
  keyPerson: { group: 'overview', title: '主要人员', hasDetail: false, listedOn: 'companyCard', path: 'keyPerson' },
  branch: { group: 'overview', title: '分支机构', hasDetail: false, listedOn: 'companyCard', path: 'branch' },
  overseasInvest: {
    group: 'overview',
    title: '对外投资',
    hasDetail: false,
    listedOn: 'page',
    path: 'overseasInvest',
  },
  changeRecord: { group: 'overview', title: '变更记录', hasDetail: false, listedOn: 'page', path: 'changeRecord' },
  annualInsurance: {
    group: 'overview',
    title: '参保人数',
    hasDetail: false,
    listedOn: 'jobSeekerCard',
    path: 'annualInsurance',
    about: '人数来自企业自行公示的年报；总公司可能在其他地方为员工参保。',
  },
} as const satisfies Readonly<Record<string, KindRow>>

type Table = typeof kindTable
export type RecordKindKey = keyof Table
/** Keys of the kinds whose row has the value in the column. */
type KeyWith<Column extends keyof KindRow, Value> = {
  [Key in RecordKindKey]: Table[Key][Column & keyof Table[Key]] extends Value ? Key : never
}[RecordKindKey]

const isKey = (key: string): key is RecordKindKey => key in kindTable
/** Every kind, in the order of the pages. */
export const recordKindKeys: readonly RecordKindKey[] = Object.keys(kindTable).filter(isKey)

const isOf =
  <Group extends RecordGroup>(group: Group) =>
  (key: RecordKindKey): key is KeyWith<'group', Group> =>
    kindTable[key].group === group

export const legalRiskKeys = recordKindKeys.filter(isOf('legalRisk'))
export const businessRiskKeys = recordKindKeys.filter(isOf('businessRisk'))
export const overviewKeys = recordKindKeys.filter(isOf('overview'))

export type DetailKindKey = KeyWith<'hasDetail', true>
const hasDetail = (key: RecordKindKey): key is DetailKindKey => kindTable[key].hasDetail
/** Kinds whose records have a page of their own. */
export const detailKindKeys = recordKindKeys.filter(hasDetail)

export type SectionKey = Exclude<RecordKindKey, KeyWith<'listedOn', 'jobSeekerCard'>>
const isSection = (key: RecordKindKey): key is SectionKey => kindTable[key].listedOn !== 'jobSeekerCard'
/** Kinds that are a section of the company page. */
export const sectionKeys = recordKindKeys.filter(isSection)

/** The row of a kind, its optional columns included. */
export const kindRow = (key: RecordKindKey): Readonly<KindRow> => kindTable[key]
/** Label of a kind beside a count. */
export const shortTitleOf = (key: RecordKindKey): string => kindRow(key).shortTitle ?? kindTable[key].title
