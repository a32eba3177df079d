import { resultCode } from '@baiqicha/contract/result-codes'
import type { Handlers } from '../../platform/http/handler.ts'
import { noSession, Refusal } from '../../platform/http/refusal.ts'
import type { DeactivationError, DeactivationService } from './deactivation.service.ts'
import { smsGuessRefusal } from './sms-code.refusals.ts'

export const deactivationHandlers = (
  deactivations: DeactivationService,
): Handlers<'deactivate' | 'revokeDeactivation'> => ({
  async deactivate({ session, input, address }) {
    const deactivated = await deactivations.deactivate(session, input.smsCode, address)
    if (!deactivated.ok) throw deactivationRefusal(deactivated.error)
    return null
  },

  async revokeDeactivation({ session, address }) {
    const revoked = await deactivations.revoke(session, address)
    if (!revoked.ok) {
      throw new Refusal({ code: resultCode.notFound, message: '注销期限已过，账户正在删除，无法撤销' })
    }
    return null
  },
})

const deactivationRefusal = (error: DeactivationError): Refusal =>
  error.type === 'noAccount' ? noSession() : smsGuessRefusal(error)
