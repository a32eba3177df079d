import { operatorSentence } from '../../cli/admin/operators.ts'
import type { Result } from '../../domain/result.ts'
import type { OperatorAdminError } from '../../features/operators/operator.admin.service.ts'
import { type ActionsOf, type DeskHandlers, type DeskServices, lastChange } from '../desk-handlers.ts'
import { acceptedByDesk, actionRefused } from '../desk-refusals.ts'

const valueOf = <T>(result: Result<T, OperatorAdminError>) => acceptedByDesk(result, operatorSentence)

export const createOperatorHandlers = ({
  operators,
  auditLog,
}: DeskServices): DeskHandlers<ActionsOf<'operators'>> => ({
  'operators list': ({ after }) => operators.list(after),
  'operators add': async ({ name, roles }, operator) => valueOf(await operators.add({ name, roles, operator })),
  async 'operators roles'({ name, roles, base }, operator) {
    const changed = await operators.setRoles({ name, roles, base, operator })
    if (!changed.ok && changed.error.type === 'changed') {
      const last = await lastChange({ auditLog }, name, ['operatorRolesChanged'])
      throw actionRefused(operatorSentence(changed.error) + last)
    }
    valueOf(changed)
    return {}
  },
  'operators reset-totp': async ({ name }, operator) => valueOf(await operators.resetTotp({ name, operator })),
  'operators end-sessions': async ({ name }, operator) => ({
    ended: valueOf(await operators.endSessions({ name, operator })),
  }),
})
