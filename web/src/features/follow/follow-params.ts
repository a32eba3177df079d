import { companyIdOf } from '../../domain/company/company-addresses.ts'
import { type EventKind, eventKinds } from './event-kinds.ts'

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
