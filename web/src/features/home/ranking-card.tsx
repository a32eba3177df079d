import type { ViewedCompany } from '@baiqicha/contract/company-summary'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { CompanyRow, CompanyRowSkeleton, findNamesakes } from '../../domain/company/company-row.tsx'
import { useSavedCompanies } from '../../domain/company/use-saved-companies.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { Link } from '../../lib/router/router.tsx'
import { describeError } from '../../platform/api/api-error.ts'
import { sessionStore } from '../../platform/storage/safe-storage.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CriticalIcon as Icon } from '../../ui/critical-icon.tsx'
import { CriticalListState as ListState } from '../../ui/critical-list-state.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import utility from '../../ui/utility.module.css'
import styles from './home-page.module.css'
import { useRecentRegisterQuery } from './home-queries.ts'

type RankingTab = 'listed' | 'latest' | 'recent'

const KEY = 'homeRankingTab'

// Loaded with the other parts below the first screen.
const OtherRanking = lazyPart(async () => (await import('./deferred-home-sections.tsx')).OtherRanking)

const readTab = (): RankingTab => (sessionStore.read(KEY) === 'recent' ? 'recent' : 'latest')

/** State of the viewed companies: loading, none (or not logged in), some. */
type RecentState = 'pending' | 'empty' | 'some'

/**
 * Selected tab of the rankings. In session storage; restored while there are viewed companies, removed when there are
 * none or nobody is logged in (SPEC §4).
 */
function useRankingTab(recent: RecentState): [RankingTab, (tab: RankingTab) => void] {
  const [chosen, setChosen] = useState(readTab)
  if (recent === 'empty' && chosen === 'recent') setChosen('latest')

  useEffect(() => {
    if (recent === 'empty') sessionStore.remove(KEY)
  }, [recent])

  const choose = (tab: RankingTab) => {
    if (tab !== 'listed') sessionStore.write(KEY, tab)
    setChosen(tab)
  }
  return [recent === 'empty' && chosen === 'recent' ? 'latest' : chosen, choose]
}

const PANEL_ID = 'home-ranking'

const labels: Readonly<Record<RankingTab, string>> = { listed: '最近上市', latest: '最新注册企业', recent: '最近浏览' }
const withRecent = (['listed', 'latest', 'recent'] as const).map((key) => ({ key, label: labels[key] }))
const withoutRecent = withRecent.slice(0, 2)

/** null: not logged in. */
type RecentQuery = Pick<UseQueryResult<ViewedCompany[]>, 'data' | 'isPending'> | null

function stateOf(recent: RecentQuery): RecentState {
  if (recent === null) return 'empty'
  if (recent.isPending) return 'pending'
  return recent.data === undefined || recent.data.length === 0 ? 'empty' : 'some'
}

type Props = {
  recent: RecentQuery
  /** Order and date of the latest registered companies, loaded later. */
  latestNote: ReactNode
}

/**
 * Rankings: newest stocks, latest registered companies, and companies viewed last when there are any. The stocks stand first
 * because they are newer; the tab that opens, and what is stored, is one of the other two (SPEC §4).
 */
export function RankingCard({ recent, latestNote }: Props) {
  const state = stateOf(recent)
  const [tab, chooseTab] = useRankingTab(state)
  return (
    <Card label="榜单">
      <h2 className={utility.spoken}>榜单</h2>
      <Tabs
        trackId="ranking-tab"
        items={state === 'some' ? withRecent : withoutRecent}
        value={tab}
        onChange={chooseTab}
        label="榜单"
        panelId={PANEL_ID}
      />
      <div id={PANEL_ID} role="tabpanel" aria-label={labels[tab]}>
        {tab === 'latest' ? (
          <>
            <p className={styles.note}>
              <Suspense>{latestNote}</Suspense>
            </p>
            <LatestRows />
          </>
        ) : (
          <Suspense fallback={<CompanyRowSkeleton variant="compact" />}>
            <OtherRanking viewed={tab === 'recent' ? recent : null} />
          </Suspense>
        )}
        {tab !== 'listed' && (
          <Link track-id="ranking-more" to={`/companyList?tab=${tab}`} className={styles.more}>
            查看更多
            <Icon name="right" size={16} />
          </Link>
        )}
      </div>
    </Card>
  )
}

function LatestRows() {
  const { data, isPending, error, refetch, isFetching } = useRecentRegisterQuery()
  if (isPending) return <CompanyRowSkeleton variant="compact" />
  if (data === undefined) return <RankingFailed error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
  if (data.length === 0) {
    return <ListState compact art="none" title="暂无最新注册企业" text="收录的企业均未标注成立日期" />
  }
  const namesakes = findNamesakes(data)
  return data.map((company, index) => (
    <CompanyRow
      key={company.id}
      company={company}
      rank={index + 1}
      variant="compact"
      isNamesake={namesakes.has(company.id)}
    />
  ))
}

type RankingFailedProps = { error: unknown; isRetrying: boolean; onRetry: () => void }

/** Error state of the ranking with the companies viewed before. */
function RankingFailed({ error, isRetrying, onRetry }: RankingFailedProps) {
  const savedCompanies = useSavedCompanies()
  return (
    <>
      <ListState compact art="failed" title="加载失败" text={describeError(error)}>
        <Button trackId="retry" busy={isRetrying} onClick={onRetry}>
          <Icon name="refresh" size={18} />
          重试
        </Button>
      </ListState>
      {savedCompanies.length > 0 && (
        <>
          <p className={styles.offline}>可离线查看的企业</p>
          {savedCompanies.map((company) => (
            <CompanyRow key={company.id} company={company} variant="compact" note="已离线保存" />
          ))}
        </>
      )}
    </>
  )
}
