import { useRef, useState } from 'react'
import { SearchBar } from '../../domain/search-bar.tsx'
import { SearchNotes } from '../../domain/search-notes.tsx'
import { useNavigate } from '../../lib/router/router.tsx'
import { usePageLocation } from '../../platform/navigation/page-location.tsx'
import { useGoBack } from '../../platform/navigation/use-go-back.ts'
import { Button } from '../../ui/button.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import searchLayout from '../../ui/search-layout.module.css'
import { HideNumberAction } from './hide-number-action.tsx'
import { LeadFilterRow } from './lead-filters.tsx'
import { type LeadFilters, leadListPath, readLeadParams } from './lead-params.ts'
import styles from './lead-search-page.module.css'

const notes = [
  { icon: 'search', title: '范围', text: '企业名称、曾用名、代码与经营范围；不填关键词时仅按条件查找' },
  { icon: 'phone', title: '按号码', text: '输入完整号码，查公开该号码的企业；手机号查询计入每日次数' },
  { icon: 'seal', title: '来源', text: '年报、官网、招投标公告及企业自行公开，均注明来源与日期' },
  { icon: 'lock', title: '隐私', text: '手机号均已脱敏，机主可申请屏蔽，立即生效' },
] as const

/** `/phoneSearch?keyword`: form of 找商机. It needs no login, nor does hiding one's own number; its results do. */
export function LeadSearchPage() {
  const location = usePageLocation()
  return <LeadSearchForm key={location.key} keyword={readLeadParams(location.search).keyword} />
}

function LeadSearchForm({ keyword }: { keyword: string }) {
  const [text, setText] = useState(keyword)
  const field = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  const goBack = useGoBack()
  const search = (value: string, filters: LeadFilters = {}) =>
    void navigate(leadListPath({ keyword: value.trim(), filters }))
  return (
    <div className={searchLayout.page}>
      <div ref={field} className={searchLayout.head}>
        <SearchBar title="找商机" onBack={goBack}>
          <SearchField
            value={text}
            onChange={setText}
            onSubmit={(value) => search(value)}
            placeholder="企业、产品、行业或完整号码"
            submitLabel="搜索"
            isFocusedFirst
          />
        </SearchBar>
        <LeadFilterRow keyword={text.trim()} filters={{}} onChange={(filters) => search(text, filters)} />
      </div>
      <div className={styles.submit}>
        <Button trackId="search-submit" block onClick={() => search(text)}>
          查找企业
        </Button>
      </div>
      <SearchNotes title="查询说明" notes={notes} />
      <p className={styles.own}>
        <HideNumberAction />
      </p>
    </div>
  )
}
