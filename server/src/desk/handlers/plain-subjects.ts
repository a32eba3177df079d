import { acceptedByService } from '../../cli/admin/admin-refused.ts'
import { agreementSentence } from '../../cli/admin/agreements.ts'
import { alertSentence } from '../../cli/admin/alerts.ts'
import { sourceExists } from '../../cli/admin/imports.ts'
import { testSentence } from '../../cli/admin/operations.ts'
import { chainSentence, operatorSentence } from '../../cli/admin/operators.ts'
import { numberSentence } from '../../cli/admin/suppress.ts'
import { RANGE_RULE } from '../../cli/admin/tracking.ts'
import { membershipSentence, userSentence } from '../../cli/admin/users.ts'
import type { Result } from '../../domain/result.ts'
import type { UserAdminError } from '../../features/account/user.admin.service.ts'
import type { OperatorAdminError } from '../../features/operators/operator.admin.service.ts'
import { daysOf } from '../../features/tracking/figures/figures.service.ts'
import type { RemovalMode } from '../../importers/undo/company-removal.ts'
import {
  type ActionsOf,
  actionRefused,
  type DeskHandler,
  type DeskHandlers,
  type DeskServices,
  lastChange,
} from '../desk-handlers.ts'

function requireRange(range: { from: string; to: string }) {
  if (daysOf(range) === null) throw actionRefused(`日期${RANGE_RULE}`)
}

async function done<T, E extends { type: string }>(step: Promise<Result<T, E>>, sentence: (error: E) => string) {
  acceptedByService(await step, sentence)
  return {}
}

const operatorValue = <T>(result: Result<T, OperatorAdminError>) => acceptedByService(result, operatorSentence)
const userValue = <T>(result: Result<T, UserAdminError>) => acceptedByService(result, userSentence)

/** The answer to a change of a lock; a refusal names who was faster. @throws Refusal */
async function lockChanged(services: DeskServices, userId: string, change: Promise<Result<unknown, UserAdminError>>) {
  const result = await change
  if (!result.ok && (result.error.type === 'changed' || result.error.type === 'notLocked')) {
    const last = await lastChange(services, userId, ['userLocked', 'userUnlocked'])
    throw actionRefused(userSentence(result.error) + last)
  }
  userValue(result)
  return {}
}

const takeOut =
  ({ companies }: DeskServices, mode: RemovalMode): DeskHandler<'companies hide' | 'companies remove'> =>
  async ({ company, reason, dryRun }, operator) => {
    if (dryRun) return companies.preview(company)
    if (reason === '') throw actionRefused('请填写理由。')
    return companies.takeOut({ company, mode, reason, operator })
  }

type Subjects =
  | 'agreements'
  | 'alerts'
  | 'audit'
  | 'checks'
  | 'companies'
  | 'figures'
  | 'inclusions'
  | 'membership'
  | 'numbers'
  | 'operators'
  | 'sources'
  | 'updates'
  | 'users'

/** Subjects whose actions are calls of one service. */
export function createPlainHandlers(services: DeskServices): DeskHandlers<ActionsOf<Subjects>> {
  const { agreements, alerts, auditLog, checks, companies, companySources, inclusions, memberships } = services
  const { numbers, operators, sources, tracking, updates, users } = services
  return {
    'agreements list': () => agreements.list(),
    'agreements show': ({ type }) => agreements.show(type),
    'agreements draft': async (draft, operator) =>
      acceptedByService(await agreements.saveDraft({ ...draft, operator }), agreementSentence),
    'agreements publish': async (step, operator) =>
      acceptedByService(await agreements.publish({ ...step, operator }), agreementSentence),

    'alerts list': ({ after }) => alerts.list(after),
    'alerts stop': (step, operator) =>
      done(alerts.stop({ ...step, operator }), (error) => alertSentence(error, '该地址已停止。')),
    'alerts resume': (step, operator) =>
      done(alerts.resume({ ...step, operator }), (error) => alertSentence(error, '该地址未停止。')),

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
      acceptedByService(await checks.test({ key, to, operator }), (error) => testSentence(error, key)),

    async 'companies list'({ after }) {
      const { items, ...page } = await companies.list(after)
      return {
        ...page,
        items: items.map(({ company_id: id, name, content, reason, operator, created_at: at }) => ({
          id,
          name,
          state: content === null ? 'removed' : 'hidden',
          reason,
          operator,
          at,
        })),
      }
    },
    async 'companies show'({ company }) {
      const preview = await companies.preview(company)
      return { ...preview, ...(await companySources.sourcesOf(preview.id)) }
    },
    'companies hide': takeOut(services, 'hide'),
    'companies remove': takeOut(services, 'remove'),
    'companies lift': (step, operator) => companies.lift({ ...step, operator }),

    async 'figures show'(request) {
      requireRange(request)
      return tracking.showFigure(request)
    },
    async 'figures export'(request, operator) {
      requireRange(request)
      return tracking.exportFigure({ ...request, operator })
    },

    'membership grants': async ({ mobile }) => ({ items: await memberships.find(mobile) }),
    'membership change': (step, operator) => done(memberships.change({ ...step, operator }), membershipSentence),

    'numbers list': ({ after }) => numbers.list(after),
    'numbers add': (step, operator) =>
      done(numbers.add({ ...step, operator }), (error) => numberSentence(error, '该号码已隐藏。')),
    'numbers remove': (step, operator) =>
      done(numbers.remove({ ...step, operator }), (error) => numberSentence(error, '该号码未隐藏。')),

    'operators list': ({ after }) => operators.list(after),
    'operators add': async (step, operator) => operatorValue(await operators.add({ ...step, operator })),
    async 'operators roles'(step, operator) {
      const changed = await operators.setRoles({ ...step, operator })
      if (!changed.ok && changed.error.type === 'changed') {
        const last = await lastChange({ auditLog }, step.name, ['operatorRolesChanged'])
        throw actionRefused(operatorSentence(changed.error) + last)
      }
      operatorValue(changed)
      return {}
    },
    'operators reset-totp': async ({ name }, operator) => operatorValue(await operators.resetTotp({ name, operator })),
    'operators end-sessions': async ({ name }, operator) => ({
      ended: operatorValue(await operators.endSessions({ name, operator })),
    }),

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

    'users show': async ({ key }, operator) => userValue(await users.show({ key, operator })),
    'users end-sessions': async (step, operator) => ({
      ended: userValue(await users.endSessions({ ...step, operator })),
    }),
    'users lock': (step, operator) => lockChanged(services, step.userId, users.lock({ ...step, operator })),
    'users unlock': (step, operator) => lockChanged(services, step.userId, users.unlock({ ...step, operator })),
  }
}
