import type { Handlers } from '../../platform/http/handler.ts'
import type { FollowService } from './follow.service.ts'

export const followHandlers = (follows: FollowService) =>
  ({
    followCompany: ({ input, session }) => follows.add(session.userId, input),
    unfollowCompany: ({ input, session }) => follows.remove(session.userId, input.companyId),
    async renameFollowGroup({ input, session }) {
      await follows.renameGroup(session.userId, input)
      return null
    },
    async markChangesSeen({ session }) {
      await follows.markSeen(session.userId)
      return null
    },
    followList: ({ session }) => follows.list(session.userId),
    followChanges: ({ input, session }) => follows.changes(session.userId, input),
  }) satisfies Partial<Handlers>
