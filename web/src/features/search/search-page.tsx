import { useEffect, useRef, useState } from 'react'
import { LoginPrompt } from '../../domain/login-prompt.tsx'
import { SearchBar } from '../../domain/search-bar.tsx'
import { SearchHistory } from '../../domain/search-history.tsx'
import { useNavigate } from '../../lib/router/router.tsx'
import { useDeleteSearches, useRecordSearch } from '../../platform/history/change-searches.ts'
import { useSearchHistoryQuery } from '../../platform/history/history-queries.ts'
import { usePageLocation } from '../../platform/navigation/page-location.tsx'
import { useRequireLogin } from '../../platform/navigation/require-login.ts'
import { useGoBack } from '../../platform/navigation/use-go-back.ts'
import { useSession } from '../../platform/session/session-store.ts'
import { InfoNote } from '../../ui/info-note.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import searchLayout from '../../ui/search-layout.module.css'
import { RecentlyViewed } from './recently-viewed.tsx'
import styles from './search-page.module.css'
import { useSuggestions } from './search-queries.ts'
import { SuggestionList } from './suggestion-list.tsx'

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
  const field = useRef<HTMLDivElement>(null)
  const suggestions = useRef<HTMLDivElement>(null)
  const focusField = () => field.current?.querySelector('input')?.focus()
  const navigate = useNavigate()
  const record = useRecordSearch()
  const { answer, drop } = useSuggestions(text)

  useEffect(() => {
    const element = field.current
    const enterList = (event: KeyboardEvent) => {
      const first = suggestions.current?.querySelector('a')
      if (event.key !== 'ArrowDown' || event.isComposing || !first) return
      event.preventDefault()
      first.focus()
    }
    element?.addEventListener('keydown', enterList)
    return () => element?.removeEventListener('keydown', enterList)
  }, [])

  function submit(value: string) {
    const keyword = value.trim()
    if (keyword === '') {
      focusField()
      return
    }
    drop()
    // Recorded on the result page: if the session has ended, login leads back there.
    void navigate(`/search/result?${new URLSearchParams({ keyword }).toString()}`).then(() => record(keyword))
  }

  return (
    <div className={searchLayout.page}>
      <div ref={field} className={searchLayout.head}>
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
      <div>
        {text.trim() === '' ? (
          <Suggested onChoose={submit} />
        ) : (
          <div ref={suggestions}>
            {answer !== undefined && (
              <SuggestionList
                answer={answer}
                onOpen={(suggestion) => {
                  drop()
                  record(suggestion.name)
                }}
                onLeave={focusField}
              />
            )}
          </div>
        )}
      </div>
    </div>
  )
}

/** Content below an empty field. */
function Suggested({ onChoose }: { onChoose: (text: string) => void }) {
  const { data: history } = useSearchHistoryQuery()
  const { deleteOne, deleteAll } = useDeleteSearches()
  return (
    <>
      {history !== undefined && (
        <SearchHistory items={history} onChoose={onChoose} onDelete={deleteOne} onClear={deleteAll} />
      )}
      <RecentlyViewed />
      <div className={styles.note}>
        <InfoNote>支持 1–2 个字、拼音与首字母、曾用名和代码；写错一个字也能找到。</InfoNote>
      </div>
    </>
  )
}
