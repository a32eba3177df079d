import { useRef, useState } from 'react'
import { CompareBar } from '../../domain/compare/compare-bar.tsx'
import { SettingCell } from '../../domain/page/setting-cell.tsx'
import { SearchPageShell } from '../../domain/search/search-page-shell.tsx'
import { SearchPanel } from '../../domain/search/search-panel.tsx'
import { useCompareBasket } from '../../platform/compare/compare-basket.ts'
import { useSearchPage } from '../../platform/navigation/use-search-page.ts'
import { useSearchPanel } from '../../platform/search/use-search-panel.ts'
import { Card } from '../../ui/card.tsx'
import { SearchField } from '../../ui/search-field.tsx'

/** `/search?keyword`: search page. A new visit starts with the keyword of the URL. */
export function SearchPage() {
  const page = useSearchPage()
  if (!page.isLoggedIn) return <SearchPageShell page={page} title="搜索" purpose="搜索企业" />
  return <SearchScreen key={page.visit} page={page} />
}

function SearchScreen({ page }: { page: ReturnType<typeof useSearchPage> }) {
  const [text, setText] = useState((new URLSearchParams(page.search).get('keyword') ?? '').trim())
  const basket = useCompareBasket()
  const area = useRef<HTMLDivElement>(null)
  const { panel, drop, record } = useSearchPanel(text, area)

  function submit(value: string) {
    const keyword = value.trim()
    if (keyword === '') {
      panel.onLeave()
      return
    }
    drop()
    // Recorded on the result page: if the session has ended, login leads back there.
    void page.navigate(`/search/result?${new URLSearchParams({ keyword }).toString()}`).then(() => record(keyword))
  }

  return (
    <SearchPageShell
      ref={area}
      page={page}
      title="搜索"
      field={
        <SearchField
          value={text}
          onChange={setText}
          onSubmit={submit}
          placeholder="名称、简称、股票代码、信用代码"
          submitLabel="搜索"
          isFocusedFirst
        />
      }
    >
      <SearchPanel {...panel} onChoose={submit} />
      {text.trim() === '' && (
        <Card>
          <SettingCell trackId="batch" icon="doc" label="批量查询" value="粘贴或上传名单" to="/batch" />
        </Card>
      )}
      <CompareBar control={basket} />
    </SearchPageShell>
  )
}
