import { operatorSentence } from '../../cli/admin/operators.ts'
import type { Result } from '../../domain/result.ts'
import type { OperatorAdminError } from '../../features/operators/operator.admin.service.ts'
import type { ActionsOf, DeskHandlers, DeskServices } from '../desk-handlers.ts'
import { actionRefused } from '../desk-refusals.ts'

function valueOf<T>(result: Result<T, OperatorAdminError>): T {
  if (!result.ok) throw actionRefused(operatorSentence(result.error))
  return result.value
}

export const createOperatorHandlers = ({ operators }: DeskServices): DeskHandlers<ActionsOf<'operators'>> => ({
  'operators list': async () => ({ items: await operators.list() }),
  'operators add': async ({ name, roles }, operator) => valueOf(await operators.add({ name, roles, operator })),
  async 'operators roles'({ name, roles }, operator) {
    valueOf(await operators.setRoles({ name, roles, operator }))
    return {}
  },
  'operators reset-totp': async ({ name }, operator) => valueOf(await operators.resetTotp({ name, operator })),
  'operators end-sessions': async ({ name }, operator) => ({
    ended: valueOf(await operators.endSessions({ name, operator })),
  }),
})
