import type { CompanyEvent, FollowList } from '@baiqicha/contract/follow'
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
  seq: 1,
  companyId: 'c-1',
  companyName: '澜山演示贸易有限公司',
  isDemo: true,
  kind: 'executedPerson',
  change: 'added',
  text: '新增被执行人信息 1 条（立案 2026-11-02）',
  recordId: 'r-1',
  before: null,
  after: null,
  eventDate: '2026-11-02',
  importedOn: '2026-11-20',
  isLate: false,
  isUnread: false,
  source: buildProvenance(),
  ...overrides,
})
