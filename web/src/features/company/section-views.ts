import type { CompanyDetail } from '@baiqicha/contract/company-detail'
import { kindTable, type RecordGroup, type SectionKey, sectionKeys } from '@baiqicha/contract/records/kind-table'
import type { IconName } from '../../ui/icon-paths.ts'

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
}

const sectionsIn = (group: RecordGroup): readonly SectionKey[] =>
  sectionKeys.filter((key) => kindTable[key].group === group)

/** The tabs of a company's page, each with the kinds of record that it lists. */
export const companyTabs = {
  overview: { label: '概览', sections: sectionsIn('overview') },
  legalRisk: { label: '法律风险', sections: sectionsIn('legalRisk') },
  businessRisk: { label: '经营风险', sections: sectionsIn('businessRisk') },
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
export const isPublic = (key: SectionKey) => kindTable[key].group === 'overview'

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
