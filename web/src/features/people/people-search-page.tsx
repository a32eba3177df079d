import { LoginPrompt } from '../../domain/page/login-prompt.tsx'
import plain from '../../domain/page/plain-page.module.css'
import { usePageLocation } from '../../platform/navigation/page-location.tsx'
import { useRequireLogin } from '../../platform/navigation/require-login.ts'
import { useGoBack } from '../../platform/navigation/use-go-back.ts'
import { useSession } from '../../platform/session/session-store.ts'
import { BackBar } from '../../ui/back-bar.tsx'
import { DebtorForm } from './debtor-form.tsx'

/** `/peopleSearch`: the form of 失信被执行人. Needs a session. */
export function PeopleSearchPage() {
  const { key } = usePageLocation()
  const { isLoggedIn } = useSession()
  const requireLogin = useRequireLogin()
  const goBack = useGoBack()
  return (
    <>
      <BackBar title="失信被执行人" onBack={goBack} line={!isLoggedIn} />
      <div className={plain.plain}>
        {isLoggedIn ? (
          <DebtorForm key={key} />
        ) : (
          <LoginPrompt purpose="查询失信被执行人" visit={key} onLogin={requireLogin} />
        )}
      </div>
    </>
  )
}
