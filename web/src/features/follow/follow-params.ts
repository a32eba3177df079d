import type { CompanyEvent } from '@baiqicha/contract/follow'
import { kindTable, type RecordGroup, recordKindKeys } from '@baiqicha/contract/records/kind-table'
import { companyIdOf } from '../../domain/company/company-addresses.ts'

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

export type FollowTab = 'companies' | 'changes'

/** What the address of `/user/follow` states. Empty text: no filter. */
export type FollowParams = { tab: FollowTab; group: string; companyId: string; kind: EventKind | '' }

/** Unknown values are ignored. */
export function readFollowParams(search: string): FollowParams {
  const query = new URLSearchParams(search)
  return {
    tab: query.get('tab') === 'changes' ? 'changes' : 'companies',
    group: query.get('group') ?? '',
    companyId: companyIdOf(query, 'companyId'),
    kind: eventKinds.find((kind) => kind === query.get('kind')) ?? '',
  }
}

/** Address of the page; the filters of the other tab are left out. */
export function followPath({
  tab = 'companies',
  group = '',
  companyId = '',
  kind = '',
}: Partial<FollowParams>): string {
  const filters = tab === 'changes' ? { companyId, kind } : { group }
  const pairs = Object.entries({ tab, ...filters }).filter(([, value]) => value !== '')
  return `/user/follow?${new URLSearchParams(pairs).toString()}`
}
