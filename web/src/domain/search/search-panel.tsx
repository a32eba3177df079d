import type { SuggestAnswer, Suggestion } from '@baiqicha/contract/company-search'
import type { SearchHistoryItem } from '@baiqicha/contract/history'
import type { Example } from '@baiqicha/contract/home'
import { Link } from '../../lib/router/router.tsx'
import { Icon } from '../../ui/icon.tsx'
import { InfoNote } from '../../ui/info-note.tsx'
import { companyPath } from '../company/company-path.ts'
import { CompanyRow, CompanyRowSkeleton, findNamesakes } from '../company/company-row.tsx'
import { listViewedCompanies, type ViewedQuery } from '../company/recent-companies.ts'
import { SearchHistory } from './search-history.tsx'
import styles from './search-page-shell.module.css'
import searchPanelStyles from './search-panel.module.css'
import { SuggestionList } from './suggestion-list.tsx'

/** Rows by default; a link leads to the whole list. */
const SHOWN = 4

type RecentlyViewedProps = { viewed: ViewedQuery | null; rows?: number }

/** Companies viewed last, of the user or, without `viewed`, of this visit. */
export function RecentlyViewed({ viewed, rows = SHOWN }: RecentlyViewedProps) {
  if (viewed?.isPending === true) return <CompanyRowSkeleton variant="compact" rows={rows} />

  const companies = listViewedCompanies(viewed)
  if (companies.length === 0) return null
  const shown = companies.slice(0, rows)
  const namesakes = findNamesakes(shown)
  const isFallback = viewed !== null && viewed.data === undefined
  return (
    <section>
      <div className={searchPanelStyles.recentlyViewedHead}>
        <h2>最近浏览</h2>
        {viewed?.data !== undefined && (
          <Link track-id="all" to="/companyList?tab=recent" className={searchPanelStyles.all}>
            全部
            <Icon name="right" size={16} />
          </Link>
        )}
      </div>
      {shown.map((company) => (
        <CompanyRow
          key={company.id}
          company={company}
          variant="compact"
          isNamesake={namesakes.has(company.id)}
          {...(isFallback ? { note: '已离线保存' } : {})}
        />
      ))}
    </section>
  )
}

/** Companies to try the search with. Absent without any. */
export function ExampleList({ examples }: { examples: readonly Example[] }) {
  if (examples.length === 0) return null
  return (
    <section>
      <h2 className={searchPanelStyles.title}>示例企业</h2>
      <ul>
        {examples.map(({ id, name }) => (
          <li key={id} className={searchPanelStyles.example}>
            <Link track-id="example-row" to={companyPath(id)} className={searchPanelStyles.link}>
              <Icon name="search" size={16} className={searchPanelStyles.icon} />
              <bdi>{name}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

type Props = {
  /** Text of the field. */
  text: string
  /** undefined until suggestions have arrived. */
  answer: SuggestAnswer | undefined
  history: readonly SearchHistoryItem[] | undefined
  viewed: ViewedQuery
  /** Shown to a user who has neither searched nor viewed a company. */
  examples?: readonly Example[] | undefined
  onChoose: (text: string) => void
  onDelete: (id: string) => void
  onClear: () => Promise<boolean>
  onOpen: (suggestion: Suggestion) => void
  /** Called on arrow-up in the first suggestion. */
  onLeave: () => void
}

/** Content below a search field: history and viewed companies while it is empty, else suggestions. */
export function SearchPanel({ text, answer, history, viewed, examples, ...on }: Props) {
  if (text.trim() !== '') {
    if (answer === undefined) return null
    return (
      <>
        <SuggestionList
          answer={answer}
          text={text}
          onOpen={on.onOpen}
          onLeave={on.onLeave}
          onAll={() => on.onChoose(text)}
        />
        <RecentlyViewed viewed={viewed} rows={2} />
      </>
    )
  }
  const isNewcomer = history?.length === 0 && viewed.data?.length === 0
  return (
    <>
      {isNewcomer && examples !== undefined && <ExampleList examples={examples} />}
      {history !== undefined && (
        <SearchHistory items={history} onChoose={on.onChoose} onDelete={on.onDelete} onClear={on.onClear} />
      )}
      <RecentlyViewed viewed={viewed} />
      <div className={styles.note}>
        <InfoNote>支持单字、拼音、首字母、曾用名与代码，容错一字</InfoNote>
      </div>
    </>
  )
}
