import { type CompanyEvent } from '../follow.ts'
import { followRoutes } from '../routes/follow.ts'
import { type RouteDocs } from './route-docs.ts'
import { at, source, summary } from './samples.ts'

const companyId = summary.id

export const companyEvent: CompanyEvent = {
  seq: 1,
  companyId,
  companyName: summary.name,
  isDemo: true,
  kind: 'executedPerson',
  change: 'added',
  text: '新增被执行人信息 1 条（立案 2026-11-02）',
  recordId: 'r-example',
  before: null,
  after: null,
  eventDate: '2026-11-02',
  importedOn: '2026-11-20',
  isLate: false,
  isUnread: true,
  source,
}

export const followDocs: RouteDocs<typeof followRoutes> = {
  followCompany: {
    summary: '关注企业，或移到另一个分组',
    example: { companyId, group: '客户' },
    answer: { isFollowed: true, count: 1, limit: 5 },
  },
  unfollowCompany: {
    summary: '取消关注',
    example: { companyId },
    answer: { isFollowed: false, count: 0, limit: 5 },
  },
  renameFollowGroup: {
    summary: '重命名分组；新名称为空时解散分组',
    example: { from: '客户', to: '合作伙伴' },
    answer: null,
  },
  markChangesSeen: { summary: '动态标为已读', answer: null },
  followList: {
    summary: '我关注的企业',
    answer: {
      list: [{ company: summary, group: '客户', followedAt: at, isPaused: false, unread: 1 }],
      groups: ['客户'],
      limit: 5,
      unread: 1,
      seenOn: '2026-11-18',
    },
  },
  followChanges: {
    summary: '所关注企业的动态，按入库次序从新到旧',
    example: { page: 1 },
    answer: {
      list: [companyEvent],
      total: 1,
      totalCapped: false,
      page: 1,
      pageSize: 20,
    },
  },
}
