import { agreementSentence } from '../../cli/admin/agreements.ts'
import type { Result } from '../../domain/result.ts'
import type { AgreementRefusal } from '../../features/agreements/agreement.admin.service.ts'
import type { ActionsOf, DeskHandlers, DeskServices } from '../desk-handlers.ts'
import { actionRefused } from '../desk-refusals.ts'

function valueOf<T>(result: Result<T, AgreementRefusal>): T {
  if (!result.ok) throw actionRefused(agreementSentence(result.error))
  return result.value
}

export const createAgreementHandlers = ({ agreements }: DeskServices): DeskHandlers<ActionsOf<'agreements'>> => ({
  'agreements list': () => agreements.list(),
  'agreements show': ({ type }) => agreements.show(type),
  'agreements draft': async (draft, operator) => valueOf(await agreements.saveDraft({ ...draft, operator })),
  'agreements publish': async (step, operator) => valueOf(await agreements.publish({ ...step, operator })),
})
