import type { CompanyDetail } from '@baiqicha/contract/company-detail'
import type { Perspective } from '@baiqicha/contract/company-perspective'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { companyIdOf } from '../../domain/company/company-addresses.ts'
import { CompanyFailed } from '../../domain/company/company-failed.tsx'
import { companyPath } from '../../domain/company/company-path.ts'
import { BackBarAction } from '../../domain/page/back-bar-action.tsx'
import shared from '../../domain/page/shared.module.css'
import { newestDay } from '../../domain/record/record-content.ts'
import { ShareAction } from '../../domain/share/share-action.tsx'
import { useNavigate, useRouterState } from '../../lib/router/router.tsx'
import { ApiError } from '../../platform/api/api-error.ts'
import { readFailure } from '../../platform/api/failure.ts'
import { PageBar, usePageQuery } from '../../platform/navigation/page.tsx'
import { keepScroll } from '../../platform/navigation/page-scroll.ts'
import { HOME_PATH } from '../../platform/navigation/pages.ts'
import { useSession } from '../../platform/session/session-store.ts'
import { Card } from '../../ui/card.tsx'
import { DemoStrip } from '../../ui/info-note.tsx'
import { ListState } from '../../ui/list-state.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { CompanyActions } from './company-actions.tsx'
import { CompanyHeader } from './company-header.tsx'
import { CompanyChecks, CompanyOverview } from './company-overview.tsx'
import styles from './company-page.module.css'
import { useCompanyDetailQuery } from './company-queries.ts'
import { CompanySkeleton, SavedNote, TableSkeleton } from './company-states.tsx'
import { LatestRecord } from './latest-record.tsx'
import grid from './section-grid.module.css'
import { RiskGrid, UnconnectedSections } from './section-grid.tsx'
import {
  type CompanyTab,
  companyTabs,
  connectedOf,
  isPerspective,
  readTab,
  type SectionTab,
  sectionsOf,
  tabItems,
  unconnectedOf,
} from './section-views.ts'

type LaterTabProps = { detail: CompanyDetail; tab: Perspective | 'change' }

/** A tab whose code loads when it opens. Code that fails to load is requested again by 重试 or by the next opening. */
function LaterTab({ detail, tab }: LaterTabProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['laterTabs'],
    queryFn: async () => {
      try {
        return await import('./later-tabs.ts')
      } catch {
        throw new ApiError({ type: 'network' })
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
    // A module is no data to compare, and a service worker may have its file without a connection.
    structuralSharing: false,
    networkMode: 'always',
  })
  if (data !== undefined) {
    if (tab === 'change') return <data.ChangeTab companyId={detail.id} />
    return <data.PerspectiveTab key={tab} detail={detail} perspective={tab} />
  }
  if (error === null) return <TableSkeleton />
  return (
    <Card>
      <CompanyFailed failure={readFailure(error)} onRetry={() => void refetch()} compact />
    </Card>
  )
}

type UnconnectedTabProps = { companyId: string; tab: Exclude<SectionTab, 'overview'> }

/** Empty state of a tab whose source is not connected, which differs from having no records. */
function UnconnectedTab({ companyId, tab }: UnconnectedTabProps) {
  return (
    <>
      <Card>
        <ListState
          art="unconnected"
          title={tab === 'change' ? '变更记录未接入' : `${companyTabs[tab].label}数据未接入`}
          text="暂无法判断是否有相关记录，可前往官方渠道核查"
        />
        <div className={grid.end} />
      </Card>
      <CompanyChecks companyId={companyId} />
    </>
  )
}

type Props = { detail: CompanyDetail; tab: 'legalRisk' | 'businessRisk' }

/** Counts of the kinds of a group and the newest record of the group. */
function RiskTab({ detail: { id, sections }, tab }: Props) {
  const own = connectedOf(tab, sections)
  if (own.length === 0) return <UnconnectedTab companyId={id} tab={tab} />
  const count = own.reduce((sum, { counts }) => sum + (counts?.current ?? 0), 0)
  const isSearched = own.some(({ connected }) => connected !== false)
  const asOf = newestDay(own.map((section) => section.asOf))
  return (
    <>
      <RiskGrid companyId={id} tab={tab} sections={sections} />
      {count > 0 && <LatestRecord companyId={id} group={tab} />}
      <div className={styles.notes}>
        {count === 0 && isSearched && (
          <p>{asOf !== null && `截至 ${asOf}，`}在已接入的数据源中未查询到当前有效记录。</p>
        )}
        <p>仅统计当前有效记录，历史记录另列；多个来源的同一文书合并计数。</p>
      </div>
      {unconnectedOf([tab], sections).length > 0 && <CompanyChecks companyId={id} />}
      <UnconnectedSections tabs={[tab]} sections={sections} />
    </>
  )
}

/** Height of the top bar in px at the user's font size. */
const barHeight = () => {
  const root = getComputedStyle(document.documentElement)
  return 3 * (Number.parseFloat(root.fontSize) || 16)
}

/** Whether an element has scrolled out of view below the top bar. */
function useIsScrolledPast(element: RefObject<HTMLElement | null>): boolean {
  const [isScrolledPast, setIsScrolledPast] = useState(false)
  useEffect(() => {
    if (element.current === null) return undefined
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry !== undefined) setIsScrolledPast(!entry.isIntersecting && entry.boundingClientRect.top < 0)
      },
      { rootMargin: `-${barHeight()}px 0px 0px 0px` },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isScrolledPast
}

/** `/company/detail?id&tab`: page of a company. Visitors can view a number of companies that the server limits. */
export function CompanyPage() {
  const query = usePageQuery()
  const id = companyIdOf(query, 'id')
  const { data, savedAt, error, retry } = useCompanyDetailQuery(id)

  if (data !== undefined) {
    return <CompanyScreen detail={data} tab={readTab(query.get('tab'))} savedAt={savedAt} onRetry={retry} />
  }
  const isMissing = id === ''
  return (
    <>
      <PageBar title="企业详情" titleShown={isMissing || error !== null} />
      {isMissing || error !== null ? (
        <div className={shared.plain}>
          <CompanyFailed failure={readFailure(error)} onRetry={retry} />
        </div>
      ) : (
        <CompanySkeleton />
      )}
    </>
  )
}

/** Identity of users who look for work (data/membership.json). */
const JOB_SEEKER = 'jobSeeker'

type ScreenProps = {
  detail: CompanyDetail
  tab: CompanyTab
  savedAt: number | null
  onRetry: () => void
}

function CompanyScreen({ detail, tab, savedAt, onRetry }: ScreenProps) {
  const navigate = useNavigate()
  const header = useRef<HTMLElement>(null)
  const hasHeaderLeft = useIsScrolledPast(header)
  const { userInfo } = useSession()
  const isJobSeeker = userInfo?.careerList.some(({ id }) => id === JOB_SEEKER) ?? false
  const items = useMemo(() => tabItems(detail.sections, isJobSeeker), [detail.sections, isJobSeeker])
  // Header and tabs are painted first. On going back the whole page renders at once, so that its position can be restored.
  const isPanelShown = useDeferredValue(true, useRouterState().historyAction === 'POP')

  return (
    <>
      <PageBar
        title={detail.name}
        titleShown={hasHeaderLeft}
        right={
          <>
            {!hasHeaderLeft && (
              <BackBarAction trackId="home" icon="home" label="返回首页" onClick={() => void navigate(HOME_PATH)} />
            )}
            <ShareAction path={companyPath(detail.id)} about={detail.name} poster={detail} />
          </>
        }
      />
      {detail.isDemo && <DemoStrip />}
      {savedAt !== null && <SavedNote savedAt={savedAt} onRetry={onRetry} />}
      <CompanyHeader ref={header} detail={detail} />
      <div className={styles.tabs}>
        <Tabs
          trackId="company-tab"
          items={items}
          value={tab}
          onChange={(next) => void navigate(companyPath(detail.id, next), keepScroll)}
          label="企业信息"
          panelId="company-panel"
          line
        />
        {detail.isDemo && hasHeaderLeft && (
          <div className={styles.strip}>
            <DemoStrip />
          </div>
        )}
      </div>
      <div
        id="company-panel"
        role="tabpanel"
        aria-label={items.find(({ key }) => key === tab)?.label}
        className={styles.panel}
      >
        {isPanelShown && (
          <>
            <TabContent detail={detail} tab={tab} isSaved={savedAt !== null} />
            <CompanyActions detail={detail} />
          </>
        )}
      </div>
    </>
  )
}

type TabProps = Pick<ScreenProps, 'detail' | 'tab'> & { isSaved: boolean }

function TabContent({ detail, tab, isSaved }: TabProps) {
  if (tab === 'overview') return <CompanyOverview detail={detail} isSaved={isSaved} />
  if (tab === 'change' && sectionsOf('change', detail.sections)[0]?.counts == null) {
    return <UnconnectedTab companyId={detail.id} tab="change" />
  }
  if (tab === 'change' || isPerspective(tab)) return <LaterTab detail={detail} tab={tab} />
  return <RiskTab detail={detail} tab={tab} />
}
