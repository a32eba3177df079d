import type { ActionsOf, DeskHandlers, DeskServices } from '../desk-handlers.ts'
import { actionRefused } from '../desk-refusals.ts'
import { lastChange } from './last-change.ts'

export const createRequestHandlers = ({
  updates,
  inclusions,
  auditLog,
}: DeskServices): DeskHandlers<ActionsOf<'updates' | 'inclusions'>> => ({
  'updates list': ({ after }) => updates.list(after),
  async 'updates done'({ companyId }, operator) {
    if ((await updates.finish(companyId, operator)) === 0) {
      throw actionRefused(`没有人申请更新这家企业。${await lastChange({ auditLog }, companyId, ['updatesDone'])}`)
    }
    return {}
  },
  'inclusions list': ({ after }) => inclusions.list(after),
  async 'inclusions done'({ keyword }, operator) {
    if ((await inclusions.finish(keyword, operator)) === 0) {
      throw actionRefused(`没有人申请收录。${await lastChange({ auditLog }, keyword, ['inclusionsDone'])}`)
    }
    return {}
  },
})
