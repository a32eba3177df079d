import { alertSentence } from '../../cli/admin/alerts.ts'
import type { ActionsOf, DeskHandlers, DeskServices } from '../desk-handlers.ts'
import { actionRefused } from '../desk-refusals.ts'

export const createAlertHandlers = ({ alerts }: DeskServices): DeskHandlers<ActionsOf<'alerts'>> => ({
  'alerts list': ({ after }) => alerts.list(after),
  async 'alerts stop'(step, operator) {
    const stopped = await alerts.stop({ ...step, operator })
    if (!stopped.ok) throw actionRefused(alertSentence(stopped.error, '该地址已停止。'))
    return {}
  },
  async 'alerts resume'(step, operator) {
    const resumed = await alerts.resume({ ...step, operator })
    if (!resumed.ok) throw actionRefused(alertSentence(resumed.error, '该地址未停止。'))
    return {}
  },
})
