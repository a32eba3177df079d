import type { BusinessInfo, CompanyDetail, Provenance } from '@baiqicha/contract/company-detail'
import { companyFacts, type FieldGroup, facts } from '@baiqicha/contract/company-facts'
import { useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { SourceChip } from '../../ui/source-chip.tsx'
import utility from '../../ui/utility.module.css'
import shared from '../page/shared.module.css'
import { newestDay } from '../record/record-content.ts'
import styles from './source-summary.module.css'

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

type Props = {
  lines: readonly FactSource[]
  /** Licences by the id of their source. */
  licences?: CompanyDetail['licences']
  /** Shows the number alone. */
  isShort?: boolean
}

/** Number of sources and their newest date. Opens the source, licence and date of each group of facts. */
export function SourceSummary({ lines, licences = {}, isShort = false }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  if (lines.length === 0) return null
  const { count, newest } = countSources(lines)
  return (
    <>
      <button track-id="sources" type="button" className={styles.summary} onClick={() => setIsOpen(true)}>
        {!isShort && <Icon name="seal" size={14} className={styles.seal} />}
        {count} 个来源{!isShort && newest !== null && ` · 最新 ${newest}`}
        <Icon name="right" size={14} />
      </button>
      <Sheet open={isOpen} onClose={() => setIsOpen(false)} title="数据来源">
        <ul className={shared.sheetBody}>
          {lines.map((line) => (
            <li key={`${line.id} ${line.asOf} ${line.subject}`} className={styles.line}>
              <h3 className={styles.subject}>{line.subject}</h3>
              <SourceChip name={line.name} url={line.url} asOf={line.asOf} />
              {licences[line.id] !== undefined && <p className={utility.note}>许可：{licences[line.id]}</p>}
            </li>
          ))}
        </ul>
      </Sheet>
    </>
  )
}
