import type { RecordKind } from '@baiqicha/contract/records/record-kind'
import { CompanyFailed } from '../../domain/company/company-failed.tsx'
import { LoginPrompt } from '../../domain/page/login-prompt.tsx'
import plain from '../../domain/page/plain-page.module.css'
import { readRecordListParams, recordListUrl } from '../../domain/record/record-list-params.ts'
import { useNavigate } from '../../lib/router/router.tsx'
import { usePageLocation } from '../../platform/navigation/page-location.tsx'
import { useRequireLogin } from '../../platform/navigation/require-login.ts'
import { useGoBack } from '../../platform/navigation/use-go-back.ts'
import { useSession } from '../../platform/session/session-store.ts'
import { BackBar } from '../../ui/back-bar.tsx'
import { RecordListScreen } from './record-list-screen.tsx'
import { kindOfListPath } from './record-routes.ts'

/** `/legalRisk/<kind>` and `/businessRisk/<kind>List`: records of a kind of one company. Needs a session. */
export function RecordListPage() {
  const { pathname, search, key } = usePageLocation()
  const navigate = useNavigate()
  const goBack = useGoBack()
  const { isLoggedIn } = useSession()
  const kind = kindOfListPath(pathname)
  const params = readRecordListParams(kind, search)

  if (!isLoggedIn) return <Visitor kind={kind} visit={key} onBack={goBack} />
  if (params.companyId === '') {
    return (
      <>
        <BackBar title={kind.title} line onBack={goBack} />
        <div className={plain.plain}>
          <CompanyFailed failure={null} onRetry={() => {}} />
        </div>
      </>
    )
  }
  return (
    <RecordListScreen
      kind={kind}
      params={params}
      visit={key}
      onBack={goBack}
      onChange={(next) => void navigate(recordListUrl(kind, next), { replace: true })}
    />
  )
}

type VisitorProps = { kind: RecordKind; visit: string; onBack: () => void }

function Visitor({ kind, visit, onBack }: VisitorProps) {
  const requireLogin = useRequireLogin()
  return (
    <>
      <BackBar title={kind.title} line onBack={onBack} />
      <div className={plain.plain}>
        <LoginPrompt purpose={`查看${kind.title}`} visit={visit} onLogin={requireLogin} />
      </div>
    </>
  )
}
