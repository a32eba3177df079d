import type { CompanyDetail } from '@baiqicha/contract/company-detail'
import { type Perspective, perspectives } from '@baiqicha/contract/company-perspective'
import {
  kindTable,
  type RecordGroup,
  type RecordKindKey,
  type SectionKey,
  sectionKeys,
} from '@baiqicha/contract/records/kind-table'
import { isZeroKnown } from '../../domain/record/record-content.ts'
import type { IconName } from '../../ui/icon.tsx'

/** Icon of each section. */
export const sectionIcons: Readonly<Record<SectionKey, IconName>> = {
  shareholderInfo: 'pie',
  keyPerson: 'user',
  branch: 'tree',
  overseasInvest: 'invest',
  changeRecord: 'clock',
  dishonestExecutor: 'gavel',
  executedPerson: 'scale',
  consumptionRestriction: 'ban',
  courtAnnouncement: 'calendar',
  enterpriseCourtAnnouncement: 'news',
  judicialDocument: 'doc',
  businessRisk: 'alert',
  punishment: 'flag',
  taxViolation: 'tax',
  seriousViolation: 'shield',
  equityPledge: 'pledge',
  listEntry: 'ranking',
  reportedRepresentative: 'doc',
}

const sectionsIn = (group: RecordGroup): readonly SectionKey[] =>
  sectionKeys.filter((key) => kindTable[key].group === group)

/** Tabs of a company's page with their kinds of record. */
export const companyTabs = {
  overview: { label: '概览', sections: sectionsIn('overview') },
  legalRisk: { label: '法律风险', sections: sectionsIn('legalRisk') },
  businessRisk: { label: '经营风险', sections: sectionsIn('businessRisk') },
  change: { label: '变更记录', sections: ['changeRecord'] },
} as const satisfies Record<string, { label: string; sections: readonly SectionKey[] }>

/** A tab that lists kinds of record. */
export type SectionTab = keyof typeof companyTabs
export type CompanyTab = SectionTab | Perspective
const perspectiveLabels: Readonly<Record<Perspective, string>> = { jobSeeker: '求职视角', counterparty: '合作视角' }
export const isPerspective = (tab: CompanyTab): tab is Perspective => perspectives.some((one) => one === tab)

const tabKeys = [
  'overview',
  ...perspectives,
  'legalRisk',
  'businessRisk',
  'change',
] as const satisfies readonly CompanyTab[]
/** 求职视角 leads for users who say that they look for work. */
const tabKeysOfJobSeeker = ['jobSeeker', ...tabKeys.filter((key) => key !== 'jobSeeker')] as const

/** Tab of a URL; the overview when unknown. */
export const readTab = (tab: string | null): CompanyTab => tabKeys.find((known) => known === tab) ?? 'overview'

export type CompanySection = CompanyDetail['sections'][number]

/** Sections of a tab in its order. A section that the response omits counts as not connected. */
export const sectionsOf = (tab: SectionTab, sections: readonly CompanySection[]): CompanySection[] =>
  companyTabs[tab].sections.map(
    (key) => sections.find((section) => section.key === key) ?? { key, counts: null, asOf: null },
  )

/** Sections of a tab whose source covers the company, or of which a record is known. */
export const connectedOf = (tab: SectionTab, sections: readonly CompanySection[]): CompanySection[] =>
  sectionsOf(tab, sections).filter(({ counts }) => counts !== null)

/** Sections of tabs whose source does not cover the company, and of which no record is known. */
export const unconnectedOf = (tabs: readonly SectionTab[], sections: readonly CompanySection[]): CompanySection[] =>
  tabs.flatMap((tab) => sectionsOf(tab, sections).filter(({ counts }) => counts === null))

/** Ids of the cards of kinds without a page of their own. */
export const cardId: Readonly<Partial<Record<SectionKey, string>>> = {
  keyPerson: 'key-people',
  branch: 'branches',
  listEntry: 'list-entries',
  reportedRepresentative: 'reported-representatives',
}

/** Whether visitors can read the list; risk lists need a session. */
export const isPublic = (key: RecordKindKey) => kindTable[key].group === 'overview'

/** Whether 0 records of a section are 0 of its kind. */
export const isWholeSection = (section: CompanySection): boolean => section.counts !== null && isZeroKnown(section)

/** Number of current records of a tab; undefined: none is known, and sources do not cover every kind whole. */
export function countOf(tab: SectionTab, sections: readonly CompanySection[]): number | undefined {
  const own = sectionsOf(tab, sections)
  const sum = own.reduce((total, { counts }) => total + (counts?.current ?? 0), 0)
  return sum > 0 || own.every(isWholeSection) ? sum : undefined
}

export const tabItems = (sections: readonly CompanySection[], isJobSeeker = false) =>
  (isJobSeeker ? tabKeysOfJobSeeker : tabKeys).map((key) =>
    isPerspective(key)
      ? { key, label: perspectiveLabels[key] }
      : { key, label: companyTabs[key].label, count: key === 'overview' ? undefined : countOf(key, sections) },
  )
