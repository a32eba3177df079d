import { type Handlers, noData } from '../../platform/http/handler.ts'
import type { FollowService } from './follow.service.ts'

export const followHandlers = (follows: FollowService) =>
  ({
    followCompany: ({ input, session }) => follows.add(session.userId, input),
    unfollowCompany: ({ input, session }) => follows.remove(session.userId, input.companyId),
    renameFollowGroup: ({ input, session }) => noData(follows.renameGroup(session.userId, input)),
    markChangesSeen: ({ session }) => noData(follows.markSeen(session.userId)),
    followList: ({ session }) => follows.list(session.userId),
    followChanges: ({ input, session }) => follows.changes(session.userId, input),
  }) satisfies Partial<Handlers>
