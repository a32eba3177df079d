import { suppressionSentence } from '../../cli/admin/suppress.ts'
import type { Result } from '../../domain/result.ts'
import type { PersonTraces } from '../../features/correction/person-traces.repository.ts'
import type { SuppressionError } from '../../features/correction/suppression.service.ts'
import { type ActionsOf, type DeskHandlers, type DeskServices, lastChange } from '../desk-handlers.ts'
import { actionRefused } from '../desk-refusals.ts'

const tracesOf = ({ company, isRepresentative, records, changes, answers }: PersonTraces) => ({
  company: { id: company.id, name: company.name },
  isRepresentative,
  records: records.map(({ id, kind, publishedOn }) => ({ id, kind, publishedOn })),
  changes,
  answers,
})

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
    async 'suppress list'({ after }) {
      const { items, ...page } = await suppressions.list(after)
      return { ...page, items: items.map((item) => ({ ...item, subjectKeys: [...item.subjectKeys] })) }
    },
    async 'suppress add'({ recordId, person, company, reason, dryRun }, operator) {
      const isRecord = recordId !== ''
      if (isRecord ? person + company !== '' : person === '' || company === '') {
        throw actionRefused('请填写记录 id，或人员姓名与企业。')
      }
      if (!dryRun && reason === '') throw actionRefused('请填写理由。')
      if (isRecord) {
        const found = await suppressions.findRecord(recordId)
        if (found === null) throw actionRefused('没有这条记录。')
        const record = { ...found, companies: [...found.companies], lines: [...found.lines] }
        const traces = null
        if (dryRun) return { id: null, recordsHidden: found.isHidden ? 0 : 1, record, traces }
        return { ...(await addedOf(await suppressions.addRecord({ recordId, reason, operator }))), record, traces }
      }
      if (dryRun) {
        const found = await suppressions.findPerson({ person, company })
        if (!found.ok) throw actionRefused(suppressionSentence(found.error))
        return { id: null, recordsHidden: found.value.records.length, record: null, traces: tracesOf(found.value) }
      }
      const added = await addedOf(await suppressions.addPerson({ person, company, reason, operator }))
      return { ...added, record: null, traces: tracesOf(added.traces) }
    },
    async 'suppress remove'({ id, reason }, operator) {
      if (!(await suppressions.remove({ id, reason, operator }))) {
        throw actionRefused(`没有这一条屏蔽。${await lastChange({ auditLog }, id)}`)
      }
      return {}
    },
  }
}
