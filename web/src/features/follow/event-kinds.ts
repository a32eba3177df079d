import type { CompanyEvent } from '@baiqicha/contract/follow'
import { kindTable, type RecordGroup, recordKindKeys } from '@baiqicha/contract/records/kind-table'

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
