import type { BusinessInfo, CompanyDetail, Provenance } from '@baiqicha/contract/company-detail'
import { companyFacts, type FieldGroup, facts } from '@baiqicha/contract/company-facts'
import { newestDay } from '../../lib/newest-day.ts'

const groupNames: Record<FieldGroup, string> = {
  identity: '名称与代码',
  registration: '登记信息',
  people: '法定代表人',
  capital: '资本',
  contact: '地址与联系方式',
  listing: '上市信息',
}

export type FactSource = {
  /** Id of the source. */
  id: string
  /** Names of the fact groups, or of single facts whose source differs from their group. */
  subject: string
  name: string
  url: string | null
  asOf: string | null
}

/** Whether two sources are shown as one: name and date are equal. */
export const sourceKey = ({ sourceId, asOf }: Provenance): string => `${sourceId} ${asOf}`

type StatedSubject = readonly [subject: string, source: Provenance]

/** Sources of what they state. Equal sources of one date share an entry, which names each subject once. */
export function groupBySource(stated: readonly StatedSubject[]): FactSource[] {
  const lines = new Map<string, { subjects: Set<string>; source: Provenance }>()
  for (const [subject, source] of stated) {
    const line = lines.get(sourceKey(source)) ?? { subjects: new Set(), source }
    line.subjects.add(subject)
    lines.set(sourceKey(source), line)
  }
  return [...lines.values()].map(({ subjects, source }) => ({
    id: source.sourceId,
    subject: [...subjects].join('、'),
    name: source.sourceName,
    url: source.sourceUrl,
    asOf: source.asOf,
  }))
}

const factsOf = (group: FieldGroup) => facts.filter((fact) => companyFacts[fact].group === group)

/** Sources and dates of facts. */
export function listFactSources(
  {
    provenance,
    factProvenance = {},
    leadingOfficer = null,
  }: Pick<BusinessInfo, 'provenance' | 'factProvenance'> & Partial<Pick<CompanyDetail, 'leadingOfficer'>>,
  groups: readonly FieldGroup[],
): FactSource[] {
  const stated = [
    ...groups.map((group) => [groupNames[group], provenance[group]] as const),
    ...groups.flatMap(factsOf).map((fact) => [companyFacts[fact].label, factProvenance[fact]] as const),
    [leadingOfficer?.title ?? '', leadingOfficer?.source] as const,
  ]
  return groupBySource(stated.filter((one): one is StatedSubject => one[1] !== undefined))
}

/** Number of different sources, and their newest date; null when no source states a date. */
export function countSources(lines: readonly FactSource[]): { count: number; newest: string | null } {
  return { count: new Set(lines.map(({ id }) => id)).size, newest: newestDay(lines.map(({ asOf }) => asOf)) }
}
