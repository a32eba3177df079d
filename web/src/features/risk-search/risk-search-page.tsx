import { useRef, useState } from 'react'
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
import { Icon } from '../../ui/icon.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import searchLayout from '../../ui/search-layout.module.css'
import { readRiskParams, riskListPath } from './risk-params.ts'
import styles from './risk-search-page.module.css'

/** `/riskSearch?keyword`: search page for risks. A new visit starts with the keyword of the URL. */
export function RiskSearchPage() {
  const location = usePageLocation()
  const { isLoggedIn } = useSession()
  const requireLogin = useRequireLogin()
  const goBack = useGoBack()
  if (!isLoggedIn) {
    return (
      <div className={searchLayout.page}>
        <SearchBar title="查风险" onBack={goBack}>
          {null}
        </SearchBar>
        <LoginPrompt purpose="查风险" visit={location.key} onLogin={requireLogin} />
      </div>
    )
  }
  return <RiskSearchScreen key={location.key} initialText={readRiskParams(location.search).keyword} onBack={goBack} />
}

function RiskSearchScreen({ initialText, onBack }: { initialText: string; onBack: () => void }) {
  const [text, setText] = useState(initialText)
  const field = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  const record = useRecordSearch()
  const { data: history } = useSearchHistoryQuery()
  const { deleteOne, deleteAll } = useDeleteSearches()

  function submit(value: string) {
    const keyword = value.trim()
    if (keyword === '') {
      field.current?.querySelector('input')?.focus()
      return
    }
    // Recorded on the list: if the session has ended, login leads back there.
    void navigate(riskListPath({ keyword, kind: undefined })).then(() => record(keyword))
  }

  return (
    <div className={searchLayout.page}>
      <div ref={field} className={searchLayout.head}>
        <SearchBar title="查风险" onBack={onBack}>
          <SearchField
            value={text}
            onChange={setText}
            onSubmit={submit}
            placeholder="查哪家企业的风险"
            submitLabel="查风险"
            isFocusedFirst
          />
        </SearchBar>
      </div>
      {history !== undefined && (
        <SearchHistory items={history} onChoose={submit} onDelete={deleteOne} onClear={deleteAll} />
      )}
      <About />
    </div>
  )
}

/** Explains what is searched and what a result means. */
function About() {
  return (
    <section className={styles.about}>
      <h2>查的是什么</h2>
      <ul>
        <li>
          <Icon name="gavel" size={18} />
          <p>
            <b>司法</b>失信被执行人、被执行人、限制高消费、开庭公告、法院公告、裁判文书
          </p>
        </li>
        <li>
          <Icon name="flag" size={18} />
          <p>
            <b>经营</b>经营异常、行政处罚、税收违法、严重违法、股权出质
          </p>
        </li>
        <li>
          <Icon name="seal" size={18} />
          <p>
            <b>来源</b>
            只数已接入来源中当前有效的记录，历史与异议处理中的分开数；每家企业都写明数据截至哪一天，每条记录都写明来源。
          </p>
        </li>
        <li>
          <Icon name="plug" size={18} />
          <p>
            <b>未接入</b>没有接入来源的类别写“未接入”，不等于没有；查到与否都不是评分。
          </p>
        </li>
      </ul>
    </section>
  )
}
