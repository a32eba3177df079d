import { suppressionSentence } from '../../cli/admin/suppress.ts'
import type { PersonTraces } from '../../features/correction/person-traces.repository.ts'
import type { ActionsOf, DeskHandlers, DeskServices } from '../desk-handlers.ts'
import { actionRefused } from '../desk-refusals.ts'

const tracesOf = ({ company, isRepresentative, records, changes, answers }: PersonTraces) => ({
  company: { id: company.id, name: company.name },
  isRepresentative,
  records: records.map(({ id, kind, publishedOn }) => ({ id, kind, publishedOn })),
  changes,
  answers,
})

export function createSuppressionHandlers({ suppressions }: DeskServices): DeskHandlers<ActionsOf<'suppress'>> {
  return {
    'suppress list': async () => ({
      items: (await suppressions.list()).map((item) => ({ ...item, subjectKeys: [...item.subjectKeys] })),
    }),
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
        return { ...(await suppressions.addRecord({ recordId, reason, operator })), record, traces }
      }
      if (dryRun) {
        const found = await suppressions.findPerson({ person, company })
        if (!found.ok) throw actionRefused(suppressionSentence(found.error))
        return { id: null, recordsHidden: found.value.records.length, record: null, traces: tracesOf(found.value) }
      }
      const added = await suppressions.addPerson({ person, company, reason, operator })
      if (!added.ok) throw actionRefused(suppressionSentence(added.error))
      return { ...added.value, record: null, traces: tracesOf(added.value.traces) }
    },
    async 'suppress remove'({ id }, operator) {
      if (!(await suppressions.remove(id, operator))) throw actionRefused('没有这一条屏蔽。')
      return {}
    },
  }
}
