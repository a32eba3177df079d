import { userSentence } from '../../cli/admin/users.ts'
import type { Result } from '../../domain/result.ts'
import type { UserAdminError } from '../../features/account/user.admin.service.ts'
import type { ActionsOf, DeskHandlers, DeskServices } from '../desk-handlers.ts'
import { actionRefused } from '../desk-refusals.ts'

function valueOf<T>(result: Result<T, UserAdminError>): T {
  if (!result.ok) throw actionRefused(userSentence(result.error))
  return result.value
}

export const createUserHandlers = ({ users }: DeskServices): DeskHandlers<ActionsOf<'users'>> => ({
  'users show': async ({ key }, operator) => valueOf(await users.show({ key, operator })),
  'users end-sessions': async (step, operator) => ({ ended: valueOf(await users.endSessions({ ...step, operator })) }),
  async 'users lock'(step, operator) {
    valueOf(await users.lock({ ...step, operator }))
    return {}
  },
  async 'users unlock'(step, operator) {
    valueOf(await users.unlock({ ...step, operator }))
    return {}
  },
})
