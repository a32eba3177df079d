import { LEAD_EXPORT_ROWS } from '@baiqicha/contract/leads'
import { useState } from 'react'
import { KeywordField } from '../../domain/keyword-field.tsx'
import { LoginPrompt } from '../../domain/login-prompt.tsx'
import { SearchBar } from '../../domain/search-bar.tsx'
import { useNavigate } from '../../lib/router/router.tsx'
import { datedFileName, saveFile } from '../../lib/save-file.ts'
import { describeError } from '../../platform/api/messages.ts'
import { usePageLocation } from '../../platform/navigation/page-location.tsx'
import { HOME_PATH } from '../../platform/navigation/pages.ts'
import { useRequireLogin } from '../../platform/navigation/require-login.ts'
import { useGoBack } from '../../platform/navigation/use-go-back.ts'
import { useIsVip, useSession } from '../../platform/session/session-store.ts'
import { BackBar } from '../../ui/back-bar.tsx'
import searchLayout from '../../ui/search-layout.module.css'
import { showToast } from '../../ui/toast.tsx'
import { exportLeads } from './export-leads.ts'
import { LeadConditions, LeadFilterRow } from './lead-filters.tsx'
import { LeadList } from './lead-list.tsx'
import styles from './lead-list-page.module.css'
import { type LeadFilters, type LeadParams, leadListPath, leadSearchPath, readLeadParams } from './lead-params.ts'
import { exportedText } from './messages.ts'

/** `/phoneList?keyword&…`: companies with their published contacts; `sameNumberAs`: those of one number. */
export function LeadListPage() {
  const location = usePageLocation()
  const navigate = useNavigate()
  const goBack = useGoBack()
  const requireLogin = useRequireLogin()
  const { isLoggedIn } = useSession()
  const params = readLeadParams(location.search)
  const { keyword, filters, sameNumber } = params
  const change = (next: LeadFilters) =>
    void navigate(leadListPath({ keyword, filters: next, sameNumber: null }), { replace: true })

  return (
    <div className={searchLayout.page}>
      <div className={`${searchLayout.head} ${styles.head}`}>
        {sameNumber === null ? (
          <SearchBar title={keyword === '' ? '找商机' : `“${keyword}”的联系方式`} onBack={goBack}>
            <KeywordField
              keyword={keyword}
              searchPath={leadSearchPath('')}
              onHome={() => void navigate(HOME_PATH)}
              placeholder="企业、产品、行业或完整号码"
            />
          </SearchBar>
        ) : (
          <BackBar title="同号企业" line onBack={goBack} />
        )}
        {isLoggedIn && sameNumber === null && <LeadFilterRow keyword={keyword} filters={filters} onChange={change} />}
      </div>
      {isLoggedIn ? (
        <>
          {sameNumber === null && <LeadConditions filters={filters} onChange={change} />}
          <LeadList
            params={params}
            visit={location.key}
            onClearFilters={() => change({})}
            exportAction={sameNumber === null ? <ExportAction params={params} /> : null}
          />
        </>
      ) : (
        <LoginPrompt purpose="找商机" visit={location.key} onLogin={requireLogin} />
      )}
    </div>
  )
}

/** Export of landlines and company mailboxes, for members. */
function ExportAction({ params }: { params: LeadParams }) {
  const isVip = useIsVip()
  const [isBusy, setIsBusy] = useState(false)
  if (!isVip) return null
  async function run() {
    setIsBusy(true)
    try {
      const { file, companies, rows } = await exportLeads(params)
      saveFile(datedFileName('找商机', 'csv'), file)
      showToast(exportedText({ companies, rows, isFull: rows >= LEAD_EXPORT_ROWS }), { icon: 'check' })
    } catch (error) {
      showToast(describeError(error), { icon: 'alert' })
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <button
      track-id="export"
      type="button"
      className={styles.export}
      aria-busy={isBusy || undefined}
      onClick={() => void run()}
    >
      导出 CSV
    </button>
  )
}
