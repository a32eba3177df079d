import { LEAD_EXPORT_ROWS } from '@baiqicha/contract/leads'
import {
  LEAD_EXPORT_COMPANIES_HEADER,
  LEAD_EXPORT_PATH,
  LEAD_EXPORT_ROWS_HEADER,
} from '@baiqicha/contract/routes/leads'
import { useMutation } from '@tanstack/react-query'
import { KeywordField, SearchPageShell } from '../../domain/search/search-page-shell.tsx'
import { datedFileName, saveFile } from '../../lib/save-file.ts'
import { describeError } from '../../platform/api/api-error.ts'
import { downloadFile } from '../../platform/api/download-file.ts'
import { PageBar } from '../../platform/navigation/page.tsx'
import { useSearchPage } from '../../platform/navigation/use-search-page.ts'
import { useIsVip } from '../../platform/session/session-store.ts'
import { showToast } from '../../ui/toast.tsx'
import { LeadConditions, LeadFilterRow } from './lead-filters.tsx'
import { LeadList } from './lead-list.tsx'
import {
  type LeadFilters,
  type LeadParams,
  leadListPath,
  leadSearchPath,
  readLeadParams,
  toLeadInput,
} from './lead-params.ts'
import styles from './leads.module.css'

/** `/phoneList?keyword&…`: companies with their published contacts; `sameNumberAs`: those of one number. */
export function LeadListPage() {
  const page = useSearchPage()
  const params = readLeadParams(page.search)
  const { keyword, filters, sameNumber } = params
  const isSearch = sameNumber === null
  const change = (next: LeadFilters) =>
    void page.navigate(leadListPath({ keyword, filters: next, sameNumber: null }), { replace: true })

  return (
    <SearchPageShell
      page={page}
      title={keyword === '' ? '找商机' : `“${keyword}”的联系方式`}
      purpose="找商机"
      bar={isSearch ? undefined : <PageBar title="同号企业" line />}
      field={
        <KeywordField
          keyword={keyword}
          searchPath={leadSearchPath('')}
          onHome={page.onHome}
          placeholder="企业、产品、行业或完整号码"
        />
      }
      filters={isSearch && <LeadFilterRow keyword={keyword} filters={filters} onChange={change} />}
    >
      {isSearch && <LeadConditions filters={filters} onChange={change} />}
      <LeadList
        params={params}
        visit={page.visit}
        onClearFilters={() => change({})}
        exportAction={isSearch ? <ExportAction params={params} /> : null}
      />
    </SearchPageShell>
  )
}

/** Toast of an export. `isFull`: the file has as many rows as an export may have. */
const exportedText = ({ companies, rows, isFull }: { companies: number; rows: number; isFull: boolean }) =>
  `已导出 ${companies.toLocaleString('zh-CN')} 家 · ${rows.toLocaleString('zh-CN')} 行${isFull ? '（上限）' : ''}`

/** Export of landlines and company mailboxes, for members. */
function ExportAction({ params }: { params: LeadParams }) {
  const isVip = useIsVip()
  const { mutate, isPending } = useMutation({
    mutationFn: () => exportLeads(params),
    onSuccess: ({ file, companies, rows }) => {
      saveFile(datedFileName('找商机', 'csv'), file)
      showToast(exportedText({ companies, rows, isFull: rows >= LEAD_EXPORT_ROWS }), { icon: 'check' })
    },
    onError: (error) => showToast(describeError(error), { icon: 'alert' }),
  })
  if (!isVip) return null
  return (
    <button
      track-id="export"
      type="button"
      className={styles.export}
      aria-busy={isPending || undefined}
      onClick={() => mutate()}
    >
      导出 CSV
    </button>
  )
}

/** Landlines and company mailboxes of a search as CSV. Throws `ApiError`; rejections have not been shown. */
async function exportLeads(params: LeadParams) {
  const query = Object.fromEntries(Object.entries(toLeadInput(params)).map(([name, value]) => [name, String(value)]))
  const { file, headers } = await downloadFile({ path: LEAD_EXPORT_PATH, query, type: 'text/csv' })
  const countIn = (header: string) => Number(headers.get(header) ?? 0)
  return { file, companies: countIn(LEAD_EXPORT_COMPANIES_HEADER), rows: countIn(LEAD_EXPORT_ROWS_HEADER) }
}
