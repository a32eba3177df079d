import { type RefObject, useEffect } from 'react'
import { SearchPanel } from '../../domain/search-panel/search-panel.tsx'
import { VisitorPanel } from '../../domain/search-panel/visitor-panel.tsx'
import { useSearchPanel } from '../../platform/search/use-search-panel.ts'
import { useSession } from '../../platform/session/session-store.ts'
import { useHomeConfigQuery } from './home-queries.ts'
import styles from './home-search-panel.module.css'

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

  useEffect(() => {
    const { style } = document.documentElement
    style.overflow = 'hidden'
    return () => {
      style.overflow = ''
    }
  }, [])

  return <div className={styles.panel}>{isLoggedIn ? <UserPanel {...props} /> : <ExamplesPanel />}</div>
}

function UserPanel({ text, area, onSearch }: Props) {
  const { panel } = useSearchPanel(text, area)
  return <SearchPanel {...panel} onChoose={onSearch} />
}

function ExamplesPanel() {
  const { data } = useHomeConfigQuery()
  return <VisitorPanel examples={data?.examples ?? []} />
}
