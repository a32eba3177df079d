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
  /**
   * Where its records are listed: on a page, on a card of the company page, in the job-seeker card only, or by 找商机
   * only, whose calls have their own limits and masks.
   */
  listedOn: 'page' | 'companyCard' | 'jobSeekerCard' | 'contacts'
  /** Last word of the list's address under /businessRisk, /legalRisk or /overview (SPEC §2). */
  path: string
}

/**
 * Labels and pages of every kind of record, by the word of its routes (DESIGN §10). The web app derives its pages from
 * it, so it is part of the first load: it imports no schema, and the notes are in `kind-notes.ts`.
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
  },
  executedPerson: {
    group: 'legalRisk',
    title: '被执行人',
    shortTitle: '被执行',
    tone: 'amber',
    hasDetail: true,
    listedOn: 'page',
    path: 'executedPerson',
  },
  consumptionRestriction: {
    group: 'legalRisk',
    title: '限制高消费',
    shortTitle: '限高',
    tone: 'red',
    hasDetail: false,
    listedOn: 'page',
    path: 'consumptionRestriction',
  },
  courtAnnouncement: {
    group: 'legalRisk',
    title: '开庭公告',
    hasDetail: true,
    listedOn: 'page',
    path: 'courtAnnouncement',
  },
  enterpriseCourtAnnouncement: {
    group: 'legalRisk',
    title: '法院公告',
    hasDetail: true,
    listedOn: 'page',
    path: 'enterpriseCourtAnnouncement',
  },
  judicialDocument: {
    group: 'legalRisk',
    title: '裁判文书',
    hasDetail: true,
    listedOn: 'page',
    path: 'judicialDocument',
  },
  businessRisk: {
    group: 'businessRisk',
    title: '经营异常',
    tone: 'amber',
    hasDetail: false,
    listedOn: 'page',
    path: 'businessRiskList',
  },
  punishment: {
    group: 'businessRisk',
    title: '行政处罚',
    tone: 'amber',
    hasDetail: true,
    listedOn: 'page',
    path: 'punishmentList',
  },
  taxViolation: {
    group: 'businessRisk',
    title: '税收违法',
    tone: 'red',
    hasDetail: true,
    listedOn: 'page',
    path: 'taxViolationList',
  },
  seriousViolation: {
    group: 'businessRisk',
    title: '严重违法',
    tone: 'red',
    hasDetail: false,
    listedOn: 'page',
    path: 'seriousViolationList',
  },
  equityPledge: {
    group: 'businessRisk',
    title: '股权出质',
    hasDetail: true,
    listedOn: 'page',
    path: 'equityPledgeList',
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
  listEntry: { group: 'overview', title: '榜单', hasDetail: false, listedOn: 'companyCard', path: 'listEntry' },
  reportedRepresentative: {
    group: 'overview',
    title: '历年法定代表人（年报）',
    shortTitle: '年报法定代表人',
    hasDetail: false,
    listedOn: 'companyCard',
    path: 'reportedRepresentative',
  },
  annualEmployees: {
    group: 'overview',
    title: '员工人数',
    hasDetail: false,
    listedOn: 'jobSeekerCard',
    path: 'annualEmployees',
  },
  annualInsurance: {
    group: 'overview',
    title: '参保人数',
    hasDetail: false,
    listedOn: 'jobSeekerCard',
    path: 'annualInsurance',
  },
  contact: { group: 'overview', title: '联系方式', hasDetail: false, listedOn: 'contacts', path: 'contact' },
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
export type LegalRiskKey = (typeof legalRiskKeys)[number]
export const businessRiskKeys = recordKindKeys.filter(isOf('businessRisk'))

export type DetailKindKey = KeyWith<'hasDetail', true>
const hasDetail = (key: RecordKindKey): key is DetailKindKey => kindTable[key].hasDetail
/** Kinds whose records have a page of their own. */
export const detailKindKeys = recordKindKeys.filter(hasDetail)

export type ListedKindKey = Exclude<RecordKindKey, KeyWith<'listedOn', 'contacts'>>
const isListed = (key: RecordKindKey): key is ListedKindKey => kindTable[key].listedOn !== 'contacts'
/** Kinds with a list call of records. Contacts have none: only 找商机 reads them. */
export const listedKindKeys = recordKindKeys.filter(isListed)

export type SectionKey = Exclude<ListedKindKey, KeyWith<'listedOn', 'jobSeekerCard'>>
const isSection = (key: ListedKindKey): key is SectionKey => kindTable[key].listedOn !== 'jobSeekerCard'
/** Kinds of register data with a list call. */
export const overviewKeys = listedKindKeys.filter((key): key is ListedKindKey & KeyWith<'group', 'overview'> =>
  isOf('overview')(key),
)
/** Kinds that are a section of the company page. */
export const sectionKeys = listedKindKeys.filter(isSection)

/** The row of a kind, its optional columns included. */
export const kindRow = (key: RecordKindKey): Readonly<KindRow> => kindTable[key]
/** Label of a kind beside a count. */
export const shortTitleOf = (key: RecordKindKey): string => kindRow(key).shortTitle ?? kindTable[key].title
