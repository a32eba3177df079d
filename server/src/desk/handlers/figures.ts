import { RANGE_RULE } from '../../cli/admin/tracking.ts'
import { daysOf } from '../../features/tracking/figures/figures.service.ts'
import type { ActionsOf, DeskHandlers, DeskServices } from '../desk-handlers.ts'
import { actionRefused } from '../desk-refusals.ts'

function requireRange(range: { from: string; to: string }) {
  if (daysOf(range) === null) throw actionRefused(`日期${RANGE_RULE}`)
}

export const createFigureHandlers = ({ tracking }: DeskServices): DeskHandlers<ActionsOf<'figures'>> => ({
  async 'figures show'(request) {
    requireRange(request)
    return tracking.showFigure(request)
  },
  async 'figures export'(request, operator) {
    requireRange(request)
    return tracking.exportFigure({ ...request, operator })
  },
})
