import * as follow from '../follow.ts'
import { at, companyEvent, onePage, summary } from '../openapi/samples.ts'
import { done, nothing, type RouteDocs, route } from './route.ts'

export const followRoutes = {
  followCompany: route(
    { method: 'POST', path: '/v1/follow/add', access: 'session', load: 'reads' },
    follow.followBody,
    follow.followStateSchema,
  ),
  unfollowCompany: route(
    { method: 'POST', path: '/v1/follow/remove', access: 'session', load: 'reads' },
    follow.unfollowBody,
    follow.followStateSchema,
  ),
  renameFollowGroup: route(
    { method: 'POST', path: '/v1/follow/renameGroup', access: 'session', load: 'reads' },
    follow.renameGroupBody,
    done,
  ),
  markChangesSeen: route({ method: 'POST', path: '/v1/follow/seen', access: 'session', load: 'reads' }, nothing, done),
  followList: route(
    { method: 'GET', path: '/v1/follow/list', access: 'session', load: 'reads', reading: 'lists' },
    nothing,
    follow.followListSchema,
  ),
  followChanges: route(
    { method: 'GET', path: '/v1/follow/changes', access: 'session', load: 'reads', reading: 'lists' },
    follow.changesQuery,
    follow.changesSchema,
  ),
} as const

export function followDocs(): RouteDocs<typeof followRoutes> {
  const companyId = summary.id

  return {
    followCompany: {
      summary: '关注企业，或移到另一个分组',
      example: { companyId, group: '客户' },
      answer: { isFollowed: true, count: 1, limit: 5 },
    },
    unfollowCompany: { summary: '取消关注', example: { companyId }, answer: { isFollowed: false, count: 0, limit: 5 } },
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
        list: [companyEvent()],
        ...onePage,
      },
    },
  }
}
