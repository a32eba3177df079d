import { suppressionSentence } from '../../cli/admin/suppress.ts'
import type { Result } from '../../domain/result.ts'
import type { SuppressionError } from '../../features/correction/suppression.service.ts'
import { type ActionsOf, type DeskHandlers, type DeskServices, lastChange } from '../desk-handlers.ts'
import { actionRefused } from '../desk-refusals.ts'

export function createSuppressionHandlers({
  suppressions,
  auditLog,
}: DeskServices): DeskHandlers<ActionsOf<'suppress'>> {
  /** The added suppression; a refusal names the operator who added the same. @throws Refusal */
  async function addedOf<T>(added: Result<T, SuppressionError>): Promise<T> {
    if (added.ok) return added.value
    const { error } = added
    const last = error.type === 'suppressed' ? await lastChange({ auditLog }, error.id) : ''
    throw actionRefused(suppressionSentence(error) + last)
  }

  return {
    'suppress list': ({ after }) => suppressions.list(after),
    async 'suppress add'({ recordId, person, company, reason, dryRun }, operator) {
      const isRecord = recordId !== ''
      if (isRecord ? person + company !== '' : person === '' || company === '') {
        throw actionRefused('请填写记录 id，或人员姓名与企业。')
      }
      if (!dryRun && reason === '') throw actionRefused('请填写理由。')
      if (isRecord) {
        const record = await suppressions.findRecord(recordId)
        if (record === null) throw actionRefused('没有这条记录。')
        const traces = null
        if (dryRun) return { id: null, recordsHidden: record.isHidden ? 0 : 1, record, traces }
        return { ...(await addedOf(await suppressions.addRecord({ recordId, reason, operator }))), record, traces }
      }
      if (dryRun) {
        const found = await suppressions.findPerson({ person, company })
        if (!found.ok) throw actionRefused(suppressionSentence(found.error))
        return { id: null, recordsHidden: found.value.records.length, record: null, traces: found.value }
      }
      return { ...(await addedOf(await suppressions.addPerson({ person, company, reason, operator }))), record: null }
    },
    async 'suppress remove'({ id, reason }, operator) {
      if (!(await suppressions.remove({ id, reason, operator }))) {
        throw actionRefused(`没有这一条屏蔽。${await lastChange({ auditLog }, id)}`)
      }
      return {}
    },
  }
}
