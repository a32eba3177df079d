import { userSentence } from '../../cli/admin/users.ts'
import type { Result } from '../../domain/result.ts'
import type { UserAdminError } from '../../features/account/user.admin.service.ts'
import { type ActionsOf, type DeskHandlers, type DeskServices, lastChange } from '../desk-handlers.ts'
import { acceptedByDesk, actionRefused } from '../desk-refusals.ts'

const valueOf = <T>(result: Result<T, UserAdminError>) => acceptedByDesk(result, userSentence)

/** The value of a change of a lock; a refusal names who was faster. @throws Refusal */
async function valueOfLock<T>(services: DeskServices, userId: string, result: Result<T, UserAdminError>): Promise<T> {
  if (result.ok || (result.error.type !== 'changed' && result.error.type !== 'notLocked')) return valueOf(result)
  throw actionRefused(userSentence(result.error) + (await lastChange(services, userId, ['userLocked', 'userUnlocked'])))
}

export const createUserHandlers = (services: DeskServices): DeskHandlers<ActionsOf<'users'>> => ({
  'users show': async ({ key }, operator) => valueOf(await services.users.show({ key, operator })),
  'users end-sessions': async (step, operator) => ({
    ended: valueOf(await services.users.endSessions({ ...step, operator })),
  }),
  async 'users lock'(step, operator) {
    await valueOfLock(services, step.userId, await services.users.lock({ ...step, operator }))
    return {}
  },
  async 'users unlock'(step, operator) {
    await valueOfLock(services, step.userId, await services.users.unlock({ ...step, operator }))
    return {}
  },
})
