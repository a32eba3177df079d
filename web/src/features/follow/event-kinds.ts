import type { CompanyEvent } from '@baiqicha/contract/follow'
import { kindTable, type RecordGroup, recordKindKeys } from '@baiqicha/contract/records/kind-table'
import { companyPath } from '../../domain/company/company-path.ts'
import { recordDetailPath, recordListPath } from '../../domain/record/record-paths.ts'

export type EventKind = CompanyEvent['kind']

export const eventKinds: readonly EventKind[] = ['fact', ...recordKindKeys]

export const titleOfKind = (kind: EventKind) => (kind === 'fact' ? '工商信息' : kindTable[kind].title)

const kindsIn = (group: RecordGroup) => recordKindKeys.filter((key) => kindTable[key].group === group)

/** Kinds of event by the tabs of a company's page. */
export const eventKindGroups: readonly { title: string; kinds: readonly EventKind[] }[] = [
  { title: '基本信息', kinds: ['fact', ...kindsIn('overview')] },
  { title: '法律风险', kinds: kindsIn('legalRisk') },
  { title: '经营风险', kinds: kindsIn('businessRisk') },
]

/** The most exact page about an event: the record, the list of its kind, the register entry, or the company. */
export function eventPath({
  kind,
  recordId,
  companyId,
}: Pick<CompanyEvent, 'kind' | 'recordId' | 'companyId'>): string {
  if (kind === 'fact') return `/overview/businessInfo?${new URLSearchParams({ id: companyId }).toString()}`
  const { hasDetail, listedOn } = kindTable[kind]
  if (recordId !== null && hasDetail) return recordDetailPath(kind, recordId, companyId)
  return listedOn === 'page' ? recordListPath(kind, companyId) : companyPath(companyId)
}
