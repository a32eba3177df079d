import { chainSentence } from '../../cli/admin/audit.ts'
import type { ActionsOf, DeskHandlers, DeskServices } from '../desk-handlers.ts'

export const createAuditHandlers = ({ auditLog }: DeskServices): DeskHandlers<ActionsOf<'audit'>> => ({
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
})
