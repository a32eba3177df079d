import type { CompanySummary } from '@baiqicha/contract/company-summary'
import { LEAD_EXPORT_ROWS, type LeadSearchQuery } from '@baiqicha/contract/leads'
import { csvOf } from '../../platform/personal-data/csv.ts'
import type { ExportRow } from '../../platform/personal-data/personal-data.ts'
import type { PublishedContact } from '../../records/company-contacts.ts'
import type { Caller, ContactQuota } from './contact-quota.service.ts'
import { canListSameNumber } from './lead.presenter.ts'
import { exportRefused, nothingToExport } from './leads.refusals.ts'
import type { LeadsService } from './leads.service.ts'

/** Companies read at a time. */
const BATCH = 100
/** Companies read for one export: a filter that few contacts pass must not read every company. */
const MOST_COMPANIES = 2_000

type LeadExportDeps = {
  leads: Pick<LeadsService, 'rowsForExport'>
  quota: ContactQuota
  levelOf: (userId: string) => Promise<'registered' | 'vip'>
}

/** The rows of one company. Masked values are left out: they are of no use in a file. */
const rowsOf = (company: CompanySummary, contacts: readonly PublishedContact[]): ExportRow[] =>
  contacts.filter(canListSameNumber).map(({ type, shown, sources: [source] }) => ({
    企业名称: company.name,
    统一社会信用代码: company.creditCode,
    登记状态: company.status,
    地区: company.region,
    行业: company.industry,
    类型: type,
    联系方式: shown,
    来源: source === undefined ? null : [source.category, source.name].filter((text) => text !== null).join(' · '),
    来源日期: source?.date ?? (source?.year == null ? null : String(source.year)),
    数据性质: company.isDemo ? '演示数据' : null,
  }))

export function createLeadExportService({ leads, quota, levelOf }: LeadExportDeps) {
  async function collect(query: LeadSearchQuery): Promise<{ companyId: string; row: ExportRow }[]> {
    const rows: { companyId: string; row: ExportRow }[] = []
    for (let offset = 0; offset < MOST_COMPANIES && rows.length < LEAD_EXPORT_ROWS; offset += BATCH) {
      const found = await leads.rowsForExport(query, { offset, limit: BATCH })
      for (const { company, contacts } of found.rows)
        rows.push(...rowsOf(company, contacts).map((row) => ({ companyId: company.id, row })))
      if (found.isLast) break
    }
    return rows.slice(0, LEAD_EXPORT_ROWS)
  }

  return {
    /**
     * CSV of landlines and company mailboxes, never of mobile numbers, with the numbers of its companies and rows.
     * @throws Refusal
     */
    async exportLeads(
      query: LeadSearchQuery,
      caller: Caller,
    ): Promise<{ csv: string; companies: number; rows: number }> {
      const { userId } = caller.session
      if ((await levelOf(userId)) !== 'vip') throw exportRefused()
      // Spares the reading; the transaction below decides.
      await quota.check(userId, 'export')
      const rows = await collect(query)
      if (rows.length === 0) throw nothingToExport()
      await quota.spend(caller, { kind: 'export', subject: '', auditKind: 'leadsExported', audited: `${rows.length}` })
      const companies = new Set(rows.map(({ companyId }) => companyId)).size
      return { csv: csvOf(rows.map(({ row }) => row)), companies, rows: rows.length }
    },
  }
}
export type LeadExportService = ReturnType<typeof createLeadExportService>
