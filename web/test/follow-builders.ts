import type { CompanyEvent, FollowList } from '@baiqicha/contract/follow'
import { companyEvent } from '@baiqicha/contract/openapi/samples'
import { buildCompany, buildProvenance } from './company-builders.ts'

type FollowRow = FollowList['list'][number]

export const buildFollow = ({ company, ...overrides }: Partial<FollowRow> = {}): FollowRow => ({
  company: company ?? buildCompany(),
  group: '',
  followedAt: '2026-11-20T02:00:00.000Z',
  isPaused: false,
  unread: 0,
  ...overrides,
})

export function buildFollowList(list: readonly FollowRow[] = [], overrides: Partial<FollowList> = {}): FollowList {
  return {
    list: [...list],
    groups: [...new Set(list.map(({ group }) => group).filter((group) => group !== ''))],
    limit: 5,
    seenOn: null,
    unread: list.reduce((sum, { unread }) => sum + unread, 0),
    ...overrides,
  }
}

export const buildEvent = (overrides: Partial<CompanyEvent> = {}): CompanyEvent => ({
  ...companyEvent(),
  companyId: 'c-1',
  recordId: 'r-1',
  isUnread: false,
  source: buildProvenance(),
  ...overrides,
})
