import { useEffect, useState } from 'react'
import { sessionStore } from '../../platform/storage/safe-storage.ts'

export type RankingTab = 'latest' | 'recent'

const KEY = 'homeRankingTab'

const readTab = (): RankingTab => (sessionStore.read(KEY) === 'recent' ? 'recent' : 'latest')

/** State of the viewed companies: loading, none (or not logged in), some. */
export type RecentState = 'pending' | 'empty' | 'some'

/**
 * Selected tab of the rankings. In session storage; restored while there are viewed companies, removed when there are
 * none or nobody is logged in (SPEC §4).
 */
export function useRankingTab(recent: RecentState): [RankingTab, (tab: RankingTab) => void] {
  const [chosen, setChosen] = useState(readTab)
  if (recent === 'empty' && chosen === 'recent') setChosen('latest')

  useEffect(() => {
    if (recent === 'empty') sessionStore.remove(KEY)
  }, [recent])

  const choose = (tab: RankingTab) => {
    sessionStore.write(KEY, tab)
    setChosen(tab)
  }
  return [recent === 'empty' ? 'latest' : chosen, choose]
}
