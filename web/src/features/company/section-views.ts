import type { CompanyDetail, SectionKey } from '@baiqicha/contract/company-detail'
import type { IconName } from '../../ui/icon-paths.ts'

/** How a kind of record is shown; `tone` is that of its count while records stand. */
type SectionView = { label: string; icon: IconName; tone?: 'red' | 'amber' }

export const sectionViews: Record<SectionKey, SectionView> = {
  shareholderInfo: { label: '股东信息', icon: 'pie' },
  keyPerson: { label: '主要人员', icon: 'user' },
  branch: { label: '分支机构', icon: 'tree' },
  overseasInvest: { label: '对外投资', icon: 'invest' },
  changeRecord: { label: '变更记录', icon: 'clock' },
  dishonestExecutor: { label: '失信被执行人', icon: 'gavel', tone: 'red' },
  executedPerson: { label: '被执行人', icon: 'scale', tone: 'amber' },
  consumptionRestriction: { label: '限制高消费', icon: 'ban', tone: 'red' },
  courtAnnouncement: { label: '开庭公告', icon: 'calendar' },
  enterpriseCourtAnnouncement: { label: '法院公告', icon: 'news' },
  judicialDocument: { label: '裁判文书', icon: 'doc' },
  businessRisk: { label: '经营异常', icon: 'alert', tone: 'amber' },
  punishment: { label: '行政处罚', icon: 'flag', tone: 'amber' },
  taxViolation: { label: '税收违法', icon: 'tax', tone: 'red' },
  seriousViolation: { label: '严重违法', icon: 'shield', tone: 'red' },
  equityPledge: { label: '股权出质', icon: 'pledge' },
}

/** The tabs of a company's page, and the kinds of record each stands for. */
export const companyTabs = {
  overview: { label: '概览', sections: ['shareholderInfo', 'keyPerson', 'branch', 'overseasInvest', 'changeRecord'] },
  legalRisk: {
    label: '法律风险',
    sections: [
      'dishonestExecutor',
      'executedPerson',
      'consumptionRestriction',
      'courtAnnouncement',
      'enterpriseCourtAnnouncement',
      'judicialDocument',
    ],
  },
  businessRisk: {
    label: '经营风险',
    sections: ['businessRisk', 'punishment', 'taxViolation', 'seriousViolation', 'equityPledge'],
  },
  change: { label: '变更记录', sections: ['changeRecord'] },
} as const satisfies Record<string, { label: string; sections: readonly SectionKey[] }>

export type CompanyTab = keyof typeof companyTabs
const tabKeys = ['overview', 'legalRisk', 'businessRisk', 'change'] as const satisfies readonly CompanyTab[]

/** The tab an address asks for; an unknown one is the overview. */
export const readTab = (tab: string | null): CompanyTab => tabKeys.find((known) => known === tab) ?? 'overview'

export type Section = CompanyDetail['sections'][number]

/** The sections of a tab in its own order, those the server did not mention counting as not connected. */
export const sectionsOf = (tab: CompanyTab, sections: readonly Section[]): Section[] =>
  companyTabs[tab].sections.map(
    (key) => sections.find((section) => section.key === key) ?? { key, counts: null, asOf: null },
  )

/** Kinds without a page of their own, by the id of the card that shows them. */
export const cardId: Readonly<Partial<Record<SectionKey, string>>> = { keyPerson: 'key-people', branch: 'branches' }

/** Whether visitors may read the list; risks take a session. */
export const isPublic = (key: SectionKey) => companyTabs.overview.sections.some((known) => known === key)

/** Current records of a tab over its connected sections, or undefined while none is connected. */
export function countOf(tab: CompanyTab, sections: readonly Section[]): number | undefined {
  const connected = sectionsOf(tab, sections).filter((section) => section.counts !== null)
  return connected.length === 0 ? undefined : connected.reduce((sum, { counts }) => sum + (counts?.current ?? 0), 0)
}

export const tabItems = (sections: readonly Section[]) =>
  tabKeys.map((key) => ({
    key,
    label: companyTabs[key].label,
    count: key === 'overview' ? undefined : countOf(key, sections),
  }))
