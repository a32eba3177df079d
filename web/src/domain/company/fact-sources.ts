import type { BusinessInfo, CompanyDetail, Provenance } from '@baiqicha/contract/company-detail'
import { companyFacts, type FieldGroup, facts } from '@baiqicha/contract/company-facts'

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

/** Sources and dates of facts. Facts with equal source and date share an entry. */
export function listFactSources(
  {
    provenance,
    factProvenance = {},
    leadingOfficer = null,
  }: Pick<BusinessInfo, 'provenance' | 'factProvenance'> & Partial<Pick<CompanyDetail, 'leadingOfficer'>>,
  groups: readonly FieldGroup[],
): FactSource[] {
  const lines = new Map<string, { subjects: string[]; source: Provenance }>()
  const add = (subject: string, source: Provenance | undefined) => {
    if (source === undefined) return
    const key = `${source.sourceId} ${source.asOf}`
    const line = lines.get(key) ?? { subjects: [], source }
    line.subjects.push(subject)
    lines.set(key, line)
  }
  for (const group of groups) add(groupNames[group], provenance[group])
  for (const group of groups) {
    for (const fact of facts)
      if (companyFacts[fact].group === group) add(companyFacts[fact].label, factProvenance[fact])
  }
  if (leadingOfficer !== null) add(leadingOfficer.title, leadingOfficer.source)
  return [...lines.values()].map(({ subjects, source }) => ({
    id: source.sourceId,
    subject: subjects.join('、'),
    name: source.sourceName,
    url: source.sourceUrl,
    asOf: source.asOf,
  }))
}

/** Number of different sources, and their newest date; null when no source states a date. */
export function countSources(lines: readonly FactSource[]): { count: number; newest: string | null } {
  const dates = lines.flatMap(({ asOf }) => asOf ?? []).toSorted()
  return { count: new Set(lines.map(({ id }) => id)).size, newest: dates.at(-1) ?? null }
}
