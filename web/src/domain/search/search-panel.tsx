import type { SuggestAnswer, Suggestion } from '@baiqicha/contract/company-search'
import type { SearchHistoryItem } from '@baiqicha/contract/history'
import type { Example } from '@baiqicha/contract/home'
import { InfoNote } from '../../ui/info-note.tsx'
import type { ViewedQuery } from '../company/viewed-companies.ts'
import { ExampleList } from './example-list.tsx'
import { RecentlyViewed } from './recently-viewed.tsx'
import { SearchHistory } from './search-history.tsx'
import styles from './search-page-shell.module.css'
import { SuggestionList } from './suggestion-list.tsx'

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
