import * as follow from '../follow.ts'
import { done, nothing, route } from './route.ts'

export const followRoutes = {
  followCompany: route({
    method: 'POST',
    path: '/v1/follow/add',
    access: 'session',
    load: 'reads',
    input: follow.followBody,
    output: follow.followStateSchema,
  }),
  unfollowCompany: route({
    method: 'POST',
    path: '/v1/follow/remove',
    access: 'session',
    load: 'reads',
    input: follow.unfollowBody,
    output: follow.followStateSchema,
  }),
  renameFollowGroup: route({
    method: 'POST',
    path: '/v1/follow/renameGroup',
    access: 'session',
    load: 'reads',
    input: follow.renameGroupBody,
    output: done,
  }),
  markChangesSeen: route({
    method: 'POST',
    path: '/v1/follow/seen',
    access: 'session',
    load: 'reads',
    input: nothing,
    output: done,
  }),
  followList: route({
    method: 'GET',
    path: '/v1/follow/list',
    access: 'session',
    load: 'reads',
    reading: 'lists',
    input: nothing,
    output: follow.followListSchema,
  }),
  followChanges: route({
    method: 'GET',
    path: '/v1/follow/changes',
    access: 'session',
    load: 'reads',
    reading: 'lists',
    input: follow.changesQuery,
    output: follow.changesSchema,
  }),
} as const
