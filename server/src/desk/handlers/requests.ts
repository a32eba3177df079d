import type { ActionsOf, DeskHandlers, DeskServices } from '../desk-handlers.ts'
import { actionRefused } from '../desk-refusals.ts'

export const createRequestHandlers = ({
  updates,
  inclusions,
}: DeskServices): DeskHandlers<ActionsOf<'updates' | 'inclusions'>> => ({
  'updates list': async () => ({ items: await updates.list() }),
  async 'updates done'({ companyId }, operator) {
    if ((await updates.finish(companyId, operator)) === 0) throw actionRefused('没有人申请更新这家企业。')
    return {}
  },
  'inclusions list': async () => ({ items: await inclusions.list() }),
  async 'inclusions done'({ keyword }, operator) {
    if ((await inclusions.finish(keyword, operator)) === 0) throw actionRefused('没有人申请收录。')
    return {}
  },
})
