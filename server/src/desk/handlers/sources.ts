import { sourceExists } from '../../cli/admin/sources.ts'
import type { ActionsOf, DeskHandlers, DeskServices } from '../desk-handlers.ts'
import { actionRefused } from '../desk-refusals.ts'

export const createSourceHandlers = ({ sources }: DeskServices): DeskHandlers<ActionsOf<'sources'>> => ({
  'sources list': () => sources.list(),
  async 'sources add'(source, operator) {
    if (!(await sources.add({ ...source, operator }))) throw actionRefused(sourceExists(source.id))
    return {}
  },
})
