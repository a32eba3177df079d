import { useState } from 'react'
import shared from '../../domain/page/shared.module.css'
import { SearchNotes } from '../../domain/search/search-notes.tsx'
import { SearchPageShell } from '../../domain/search/search-page-shell.tsx'
import { useSearchPage } from '../../platform/navigation/use-search-page.ts'
import { Button } from '../../ui/button.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { HideNumberAction } from './hide-number-action.tsx'
import { LeadFilterRow } from './lead-filters.tsx'
import { type LeadFilters, leadListPath, readLeadParams } from './lead-params.ts'
import styles from './leads.module.css'

const notes = [
  { icon: 'search', title: '范围', text: '企业名称、曾用名、代码与经营范围；不填关键词时仅按条件查找' },
  { icon: 'phone', title: '按号码', text: '输入完整号码，查公开该号码的企业；手机号查询计入每日次数' },
  { icon: 'seal', title: '来源', text: '年报、官网、招投标公告及企业自行公开，均注明来源与日期' },
  { icon: 'lock', title: '隐私', text: '手机号均已脱敏，机主可申请屏蔽，立即生效' },
] as const

/** `/phoneSearch?keyword`: form of 找商机. It needs no login, nor does hiding one's own number; its results do. */
export function LeadSearchPage() {
  const page = useSearchPage()
  return <LeadSearchForm key={page.visit} page={page} />
}

function LeadSearchForm({ page }: { page: ReturnType<typeof useSearchPage> }) {
  const [text, setText] = useState(readLeadParams(page.search).keyword)
  const search = (value: string, filters: LeadFilters = {}) =>
    void page.navigate(leadListPath({ keyword: value.trim(), filters }))
  return (
    <SearchPageShell
      page={page}
      title="找商机"
      field={
        <SearchField
          value={text}
          onChange={setText}
          onSubmit={(value) => search(value)}
          placeholder="企业、产品、行业或完整号码"
          submitLabel="搜索"
          isFocusedFirst
        />
      }
      filters={<LeadFilterRow keyword={text.trim()} filters={{}} onChange={(filters) => search(text, filters)} />}
    >
      <div className={styles.submit}>
        <Button trackId="search-submit" block onClick={() => search(text)}>
          查找企业
        </Button>
      </div>
      <SearchNotes title="查询说明" notes={notes} />
      <p className={shared.formBody}>
        <HideNumberAction />
      </p>
    </SearchPageShell>
  )
}
