import { agreementSentence } from '../../cli/admin/agreements.ts'
import { alertSentence } from '../../cli/admin/alerts.ts'
import { chainSentence } from '../../cli/admin/audit.ts'
import { testSentence } from '../../cli/admin/checks.ts'
import { membershipSentence } from '../../cli/admin/membership.ts'
import { numberSentence } from '../../cli/admin/numbers.ts'
import { sourceExists } from '../../cli/admin/sources.ts'
import { RANGE_RULE } from '../../cli/admin/tracking.ts'
import { daysOf } from '../../features/tracking/figures/figures.service.ts'
import { type ActionsOf, type DeskHandlers, type DeskServices, lastChange } from '../desk-handlers.ts'
import { acceptedByDesk, actionRefused } from '../desk-refusals.ts'

function requireRange(range: { from: string; to: string }) {
  if (daysOf(range) === null) throw actionRefused(`日期${RANGE_RULE}`)
}

type Subjects =
  | 'agreements'
  | 'alerts'
  | 'audit'
  | 'checks'
  | 'figures'
  | 'inclusions'
  | 'membership'
  | 'numbers'
  | 'sources'
  | 'updates'

/** Subjects whose actions are calls of one service. */
export const createPlainHandlers = ({
  agreements,
  alerts,
  auditLog,
  checks,
  inclusions,
  memberships,
  numbers,
  sources,
  tracking,
  updates,
}: DeskServices): DeskHandlers<ActionsOf<Subjects>> => ({
  'agreements list': () => agreements.list(),
  'agreements show': ({ type }) => agreements.show(type),
  'agreements draft': async (draft, operator) =>
    acceptedByDesk(await agreements.saveDraft({ ...draft, operator }), agreementSentence),
  'agreements publish': async (step, operator) =>
    acceptedByDesk(await agreements.publish({ ...step, operator }), agreementSentence),

  'alerts list': ({ after }) => alerts.list(after),
  async 'alerts stop'(step, operator) {
    acceptedByDesk(await alerts.stop({ ...step, operator }), (error) => alertSentence(error, '该地址已停止。'))
    return {}
  },
  async 'alerts resume'(step, operator) {
    acceptedByDesk(await alerts.resume({ ...step, operator }), (error) => alertSentence(error, '该地址未停止。'))
    return {}
  },

  async 'audit list'(query) {
    const { rows, next } = await auditLog.list(query)
    return {
      rows: rows.map(({ number, previous_hash: previousHash, ...row }) => ({
        ...row,
        number: number ?? 0,
        previousHash: previousHash ?? '',
      })),
      next,
    }
  },
  'audit export': (filters, operator) => auditLog.export(filters, operator),
  async 'audit verify'() {
    const report = await auditLog.verify()
    return { isWhole: report.flaw === null, sentence: chainSentence(report) }
  },

  'checks list': () => checks.list(),
  'checks test': async ({ key, to }, operator) =>
    acceptedByDesk(await checks.test({ key, to, operator }), (error) => testSentence(error, key)),

  async 'figures show'(request) {
    requireRange(request)
    return tracking.showFigure(request)
  },
  async 'figures export'(request, operator) {
    requireRange(request)
    return tracking.exportFigure({ ...request, operator })
  },

  'membership grants': async ({ mobile }) => ({ items: await memberships.find(mobile) }),
  async 'membership change'(step, operator) {
    acceptedByDesk(await memberships.change({ ...step, operator }), membershipSentence)
    return {}
  },

  'numbers list': ({ after }) => numbers.list(after),
  async 'numbers add'(step, operator) {
    acceptedByDesk(await numbers.add({ ...step, operator }), (error) => numberSentence(error, '该号码已隐藏。'))
    return {}
  },
  async 'numbers remove'(step, operator) {
    acceptedByDesk(await numbers.remove({ ...step, operator }), (error) => numberSentence(error, '该号码未隐藏。'))
    return {}
  },

  'sources list': () => sources.list(),
  async 'sources add'(source, operator) {
    if (!(await sources.add({ ...source, operator }))) throw actionRefused(sourceExists(source.id))
    return {}
  },

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
