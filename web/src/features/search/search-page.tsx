import { useRef, useState } from 'react'
import { LoginPrompt } from '../../domain/login-prompt.tsx'
import { SearchBar } from '../../domain/search-bar.tsx'
import { SearchPanel } from '../../domain/search-panel/search-panel.tsx'
import { useNavigate } from '../../lib/router/router.tsx'
import { usePageLocation } from '../../platform/navigation/page-location.tsx'
import { useRequireLogin } from '../../platform/navigation/require-login.ts'
import { useGoBack } from '../../platform/navigation/use-go-back.ts'
import { useSearchPanel } from '../../platform/search/use-search-panel.ts'
import { useSession } from '../../platform/session/session-store.ts'
import { SearchField } from '../../ui/search-field.tsx'
import searchLayout from '../../ui/search-layout.module.css'

/** `/search?keyword`: search page. A new visit starts with the keyword of the URL. */
export function SearchPage() {
  const location = usePageLocation()
  const { isLoggedIn } = useSession()
  const requireLogin = useRequireLogin()
  const goBack = useGoBack()
  if (!isLoggedIn) {
    return (
      <div className={searchLayout.page}>
        <SearchBar title="搜索" onBack={goBack}>
          {null}
        </SearchBar>
        <LoginPrompt purpose="搜索企业" visit={location.key} onLogin={requireLogin} />
      </div>
    )
  }
  const keyword = new URLSearchParams(location.search).get('keyword') ?? ''
  return <SearchScreen key={location.key} initialText={keyword.trim()} onBack={goBack} />
}

function SearchScreen({ initialText, onBack }: { initialText: string; onBack: () => void }) {
  const [text, setText] = useState(initialText)
  const page = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  const { panel, drop, record } = useSearchPanel(text, page)

  function submit(value: string) {
    const keyword = value.trim()
    if (keyword === '') {
      panel.onLeave()
      return
    }
    drop()
    // Recorded on the result page: if the session has ended, login leads back there.
    void navigate(`/search/result?${new URLSearchParams({ keyword }).toString()}`).then(() => record(keyword))
  }

  return (
    <div ref={page} className={searchLayout.page}>
      <div className={searchLayout.head}>
        <SearchBar title="搜索" onBack={onBack}>
          <SearchField
            value={text}
            onChange={setText}
            onSubmit={submit}
            placeholder="名称、简称、股票代码、信用代码"
            submitLabel="搜索"
            isFocusedFirst
          />
        </SearchBar>
      </div>
      <SearchPanel {...panel} onChoose={submit} />
    </div>
  )
}
