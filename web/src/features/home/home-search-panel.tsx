import type { Example } from '@baiqicha/contract/home'
import { type RefObject, useLayoutEffect } from 'react'
import { ExampleList, RecentlyViewed, SearchPanel } from '../../domain/search/search-panel.tsx'
import { SuggestionList } from '../../domain/search/suggestion-list.tsx'
import { useSearchPanel, useSuggestionPanel } from '../../platform/search/use-search-panel.ts'
import { useSession } from '../../platform/session/session-store.ts'
import { useHomeConfigQuery } from './home-queries.ts'
import styles from './home-search-panel.module.css'

const comparable = (text: string) => text.normalize('NFKC').replace(/\s/g, '').toLowerCase()

type Props = {
  /** Text of the field. */
  text: string
  /** Contains the field and this panel. */
  area: RefObject<HTMLElement | null>
  onSearch: (text: string) => void
}

/** Panel below the focused field of Home. The page behind it does not scroll. */
export function HomeSearchPanel(props: Props) {
  const { isLoggedIn } = useSession()

  // With the commit that hides the panel: an effect after painting leaves a moment in which Home does not scroll.
  useLayoutEffect(() => {
    const { style } = document.documentElement
    style.overflow = 'hidden'
    return () => {
      style.overflow = ''
    }
  }, [])

  const { data } = useHomeConfigQuery()
  const examples = data?.examples ?? []
  return (
    <div className={styles.panel}>
      {isLoggedIn ? <UserPanel {...props} examples={examples} /> : <VisitorPanel {...props} examples={examples} />}
    </div>
  )
}

/** Content for a visitor: a few suggestions, and until they arrive the examples with the text. */
function VisitorPanel({ text, area, onSearch, examples }: Props & { examples: readonly Example[] }) {
  const { answer, drop, onLeave } = useSuggestionPanel(text, area)
  const typed = comparable(text)
  return (
    <>
      {answer === undefined || typed === '' ? (
        <ExampleList examples={examples.filter(({ name }) => comparable(name).includes(typed))} />
      ) : (
        <SuggestionList
          answer={answer}
          text={text}
          isVisitor
          onOpen={drop}
          onLeave={onLeave}
          onAll={() => onSearch(text)}
        />
      )}
      <RecentlyViewed viewed={null} />
    </>
  )
}

function UserPanel({ text, area, onSearch, examples }: Props & { examples: readonly Example[] }) {
  const { panel } = useSearchPanel(text, area)
  return <SearchPanel {...panel} examples={examples} onChoose={onSearch} />
}
