import { LoginPrompt } from '../../domain/page/login-prompt.tsx'
import plain from '../../domain/page/plain-page.module.css'
import { useNavigate } from '../../lib/router/router.tsx'
import { usePageLocation } from '../../platform/navigation/page-location.tsx'
import { useRequireLogin } from '../../platform/navigation/require-login.ts'
import { useGoBack } from '../../platform/navigation/use-go-back.ts'
import { useSession } from '../../platform/session/session-store.ts'
import { BackBar } from '../../ui/back-bar.tsx'
import { Button } from '../../ui/button.tsx'
import { ListState } from '../../ui/list-state.tsx'
import { DebtorList } from './debtor-list.tsx'
import { listPath, searchInQuery, searchQueryOf } from './search-address.ts'
import { FORM_PATH, searchOf, useSearchMemory } from './search-memory.ts'
import { useSearchMemoryEnd } from './use-search-memory-end.ts'

/**
 * `/peopleList?view&name&code&province`: debtors of the company in the address; without a name, of the search for a person in
 * memory. Needs a session.
 */
export function PeopleListPage() {
  const { key, search: query } = usePageLocation()
  const { isLoggedIn, userInfo } = useSession()
  const memory = useSearchMemory()
  const requireLogin = useRequireLogin()
  const navigate = useNavigate()
  const goBack = useGoBack()
  useSearchMemoryEnd()
  const params = new URLSearchParams(query)
  const view = params.get('view') === 'history' ? 'history' : 'current'
  const typed = params.has('name') ? null : searchOf(memory, userInfo?.userId ?? null)
  const search = searchInQuery(params) ?? typed

  if (isLoggedIn && search !== null) {
    return (
      <DebtorList
        search={search}
        searchKey={typed === null ? JSON.stringify(search) : memory.number}
        view={view}
        visit={key}
        onBack={goBack}
        onView={(next) =>
          void navigate(listPath({ ...searchQueryOf(search), ...(next === 'history' && { view: next }) }), {
            replace: true,
          })
        }
      />
    )
  }
  return (
    <>
      <BackBar title="失信被执行人" line onBack={goBack} />
      <div className={plain.plain}>
        {isLoggedIn ? <NoSearch /> : <LoginPrompt purpose="查询失信被执行人" visit={key} onLogin={requireLogin} />}
      </div>
    </>
  )
}

/** The page was opened by its address, or reloaded: the search is lost with the memory of the page. */
function NoSearch() {
  const navigate = useNavigate()
  return (
    <ListState art="nothing" title="请输入查询条件" text="为保护隐私，刷新后需重新输入">
      <Button trackId="debtor-search" onClick={() => void navigate(FORM_PATH, { replace: true })}>
        去查询
      </Button>
    </ListState>
  )
}
