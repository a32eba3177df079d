import { type Handlers } from '../../platform/http/handler.ts'
import { unavailable } from '../../platform/http/refusal.ts'

const notBuilt = () => Promise.reject(unavailable())

export function followHandlers(): Handlers<
  'followCompany' | 'unfollowCompany' | 'renameFollowGroup' | 'markChangesSeen' | 'followList' | 'followChanges'
> {
  return {
    followCompany: notBuilt,
    unfollowCompany: notBuilt,
    renameFollowGroup: notBuilt,
    markChangesSeen: notBuilt,
    followList: notBuilt,
    followChanges: notBuilt,
  }
}
