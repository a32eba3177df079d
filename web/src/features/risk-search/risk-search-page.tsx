import { kindTable } from '@baiqicha/contract/records/kind-table'
import { useRef, useState } from 'react'
import { CoverageLine } from '../../domain/coverage/coverage-line.tsx'
import { SearchHistory } from '../../domain/search/search-history.tsx'
import { SearchNotes } from '../../domain/search/search-notes.tsx'
import { SearchPageShell } from '../../domain/search/search-page-shell.tsx'
import { useDeleteSearches, useRecordSearch } from '../../platform/history/change-searches.ts'
import { useSearchHistoryQuery } from '../../platform/history/history-queries.ts'
import { useSearchPage } from '../../platform/navigation/use-search-page.ts'
import { useCoverageQuery } from '../../platform/search/search-queries.ts'
import { Chip } from '../../ui/chip.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { type RiskKind, readRiskParams, riskKinds, riskListPath, riskSearchPath } from './risk-params.ts'
import styles from './risk-search.module.css'

const notes = [
  { icon: 'gavel', title: '司法', text: '失信被执行人、被执行人、限制高消费、开庭公告、法院公告、裁判文书' },
  { icon: 'flag', title: '经营', text: '经营异常、行政处罚、税收违法、严重违法、股权出质' },
  {
    icon: 'seal',
    title: '来源',
    text: '仅统计已接入来源中当前有效的记录，历史与异议记录单独列示；每条记录均注明来源与截至日期。',
  },
  { icon: 'plug', title: '未接入', text: '标注“未接入”的类别暂无数据，不代表没有记录；查询结果不构成信用评价。' },
] as const

/** `/riskSearch?keyword&kind`: search page for risks. A new visit starts with the keyword and the kind of the URL. */
export function RiskSearchPage() {
  const page = useSearchPage()
  if (!page.isLoggedIn) return <SearchPageShell page={page} title="查风险" purpose="查风险" />
  return <RiskSearchScreen key={page.visit} page={page} />
}

function RiskSearchScreen({ page }: { page: ReturnType<typeof useSearchPage> }) {
  const { data: coverage } = useCoverageQuery()
  const { kind, keyword: first } = readRiskParams(page.search)
  const [text, setText] = useState(first)
  const area = useRef<HTMLDivElement>(null)
  const record = useRecordSearch()
  const { data: history } = useSearchHistoryQuery()
  const { deleteOne, deleteAll } = useDeleteSearches()

  function submit(value: string) {
    const keyword = value.trim()
    if (keyword === '') {
      area.current?.querySelector('input')?.focus()
      return
    }
    // Recorded on the list: if the session has ended, login leads back there.
    void page.navigate(riskListPath({ keyword, kind })).then(() => record(keyword))
  }

  const clearKind = () => void page.navigate(riskSearchPath({ keyword: text.trim() }), { replace: true })

  return (
    <SearchPageShell
      ref={area}
      page={page}
      title="查风险"
      field={
        <SearchField
          value={text}
          onChange={setText}
          onSubmit={submit}
          placeholder={`输入企业名称，查${kind === undefined ? '风险' : kindTable[kind].title}`}
          submitLabel="查风险"
          isFocusedFirst
        />
      }
      filters={kind !== undefined && <ChosenKind kind={kind} onClear={clearKind} />}
    >
      {history !== undefined && (
        <SearchHistory items={history} onChoose={submit} onDelete={deleteOne} onClear={deleteAll} />
      )}
      <SearchScope />
      <CoverageLine coverage={coverage} />
    </SearchPageShell>
  )
}

/** What a search covers, in one line; a tap explains it. */
function SearchScope() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button track-id="risk-scope" type="button" className={styles.scope} onClick={() => setIsOpen(true)}>
        {riskKinds.length} 类司法与经营风险 · 说明
        <Icon name="right" size={14} />
      </button>
      <Sheet open={isOpen} onClose={() => setIsOpen(false)} title="查询范围">
        <SearchNotes title="查询范围" notes={notes} isTitleShown={false} />
      </Sheet>
    </>
  )
}

/** States that the list will be restricted to a kind, with a button that lifts the restriction. */
function ChosenKind({ kind, onClear }: { kind: RiskKind; onClear: () => void }) {
  return (
    <div className={styles.chosen}>
      <p>仅查有“{kindTable[kind].title}”记录的企业</p>
      <Chip trackId="risk-all" onClick={onClear}>
        查全部风险
      </Chip>
    </div>
  )
}
