import { numberSentence } from '../../cli/admin/numbers.ts'
import type { ActionsOf, DeskHandlers, DeskServices } from '../desk-handlers.ts'
import { actionRefused } from '../desk-refusals.ts'

export const createNumberHandlers = ({ numbers }: DeskServices): DeskHandlers<ActionsOf<'numbers'>> => ({
  'numbers list': ({ after }) => numbers.list(after),
  async 'numbers add'(step, operator) {
    const added = await numbers.add({ ...step, operator })
    if (!added.ok) throw actionRefused(numberSentence(added.error, '该号码已隐藏。'))
    return {}
  },
  async 'numbers remove'(step, operator) {
    const removed = await numbers.remove({ ...step, operator })
    if (!removed.ok) throw actionRefused(numberSentence(removed.error, '该号码未隐藏。'))
    return {}
  },
})
