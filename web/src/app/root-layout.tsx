import { Activity, memo, type ReactNode, Suspense, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Location } from 'react-router'
import { classNames } from '../lib/class-names.ts'
import { lazyPart } from '../lib/lazy-part.ts'
import type { HistoryAction, Router } from '../lib/router/create-router.ts'
import { Link, RouterProvider, useRouterState, useSubscribe } from '../lib/router/router.tsx'
import { useHasPendingCalls, whenSettled } from '../platform/api/pending-calls.ts'
import { useCachedViews } from '../platform/navigation/cached-views.ts'
import { PageLocation } from '../platform/navigation/page.tsx'
import { keepsScroll, usePageScroll } from '../platform/navigation/page-scroll.ts'
import { matchPage, type Page, searchPlaceOf } from '../platform/navigation/pages.ts'
import { followShareFlag, recordNavigation } from '../platform/navigation/use-go-back.ts'
import { useSession } from '../platform/session/session-store.ts'
import { consentOf, useTrackingConsent } from '../platform/tracking/tracking-consent.ts'
import { CriticalIcon as Icon } from '../ui/critical-icon.tsx'
import { ProgressBar } from '../ui/progress-bar.tsx'
import { ToastHost } from '../ui/toast.tsx'
import utility from '../ui/utility.module.css'
import { ErrorBoundary, ErrorPage } from './error-page.tsx'
import { reloadApp } from './reload-app.ts'
import styles from './root-layout.module.css'

const entries = [
  { key: 'home', path: '/home', label: '首页', icon: 'home' },
  { key: 'user', path: '/user', label: '我的', icon: 'user' },
] as const

/** Tab bar with the two main pages. */
function TabBar({ current }: { current: 'home' | 'user' }) {
  const { userInfo } = useSession()
  const news = [
    (userInfo?.unreadFeedback ?? 0) > 0 ? '，有新回复' : '',
    (userInfo?.unreadChanges ?? 0) > 0 ? '，有新动态' : '',
  ].join('')
  return (
    <nav className={styles.bar} aria-label="主导航">
      {entries.map(({ key, path, label, icon }) => (
        <Link
          track-id="tab"
          key={key}
          to={path}
          className={classNames(styles.entry, key === current && styles.on)}
          aria-current={key === current ? 'page' : undefined}
        >
          <span className={styles.icon}>
            <Icon name={icon} />
            {key === 'user' && news !== '' && <span className={styles.dot} />}
          </span>
          {label}
          {key === 'user' && news !== '' && <span className={utility.spoken}>{news}</span>}
        </Link>
      ))}
    </nav>
  )
}

// Not in the first load, and most of them after the data of the first page: it waits for no question and no gift.
const GiftModalHost = lazyPart(async () => (await import('../features/gift/gift-modal-host.tsx')).GiftModalHost)
const ConfirmDialogHost = lazyPart(async () => (await import('../ui/confirm-dialog.tsx')).ConfirmDialogHost)
const TrackingQuestion = lazyPart(
  async () => (await import('../features/tracking/tracking-question.tsx')).TrackingQuestion,
)
const AccountQuestions = lazyPart(async () => (await import('./account-questions.tsx')).AccountQuestions)

const OpenOnPhone = lazyPart(async () => (await import('./open-on-phone.tsx')).OpenOnPhone)

/** A screen with a mouse, and room beside the column. */
const isDesktop = window.matchMedia('(min-width: 1280px) and (hover: hover)').matches

const APP_NAME = '百企查'

/** Records a navigation in the stores of the shell. */
function useNavigationRecords() {
  const { location, historyAction: kind } = useRouterState()
  // undefined for an unknown URL
  const page = matchPage(location.pathname)
  const previousKey = useRef<string | null>(null)
  const addView = useCachedViews((state) => state.add)

  useLayoutEffect(() => {
    recordNavigation(kind, previousKey.current, location.key)
    previousKey.current = location.key
  }, [kind, location.key])

  useLayoutEffect(() => followShareFlag(location.search), [location.search])

  useEffect(() => {
    if (page?.keepAlive === true) addView(page)
    document.title = page === undefined ? APP_NAME : `${page.title} - ${APP_NAME}`
  }, [page, addView])

  return page
}

/** Whether the first page has its data. */
function useIsSettled(): boolean {
  const [isSettled, setIsSettled] = useState(false)
  useEffect(() => whenSettled(() => setIsSettled(true)), [])
  return isSettled
}

/** Shell around every page. */
function Shell() {
  const isSettled = useIsSettled()
  const page = useNavigationRecords()
  const isSearchOpen = searchPlaceOf(useRouterState().location.state) !== null
  const isLoading = useHasPendingCalls()
  const isTrackingAsked = useTrackingConsent((state) => consentOf(state) === 'undecided')
  return (
    <>
      <aside aria-label="加载进度">
        <ProgressBar active={isLoading} />
      </aside>
      {isSettled && (
        <Suspense fallback={null}>
          <AccountQuestions page={page} />
          {isDesktop && <OpenOnPhone />}
        </Suspense>
      )}
      <Suspense fallback={null}>
        <ConfirmDialogHost />
        {isSettled && <GiftModalHost reloadApp={reloadApp} />}
      </Suspense>
      <KeepAliveOutlet page={page} />
      <div inert={isSearchOpen}>
        {isTrackingAsked && isSettled && (
          <Suspense fallback={null}>
            <TrackingQuestion isAboveTabs={page?.tab !== undefined} />
          </Suspense>
        )}
        {page?.tab !== undefined && <TabBar current={page.tab} />}
      </div>
      <ToastHost />
    </>
  )
}

function GuardedShell() {
  const { location } = useRouterState()
  return (
    <ErrorBoundary location={location}>
      <Shell />
    </ErrorBoundary>
  )
}

/** The whole app, for the browser and for tests. */
export function App({ router }: { router: Router }) {
  return (
    <RouterProvider router={router}>
      <GuardedShell />
    </RouterProvider>
  )
}

const isCached = (page: Page | undefined): page is Page => page?.keepAlive === true && page.noCache !== true

type FrameProps = { isShown: boolean; location: Location; outlet: ReactNode; isFading: boolean }

function PageFrame({ location, outlet, isFading }: FrameProps) {
  return (
    <main className={classNames(styles.page, isFading && styles.fading)}>
      <PageLocation value={location}>{outlet}</PageLocation>
    </main>
  )
}

/** Does not render while hidden: its query is frozen, and other pages do not affect it. */
const CachedFrame = memo(PageFrame, (_before, after) => !after.isShown)

/** A replace on the same path, and a push that keeps the scroll position, stay on the page; others open a new one. */
function useInstanceKey(location: Location, kind: HistoryAction): string {
  const [current, setCurrent] = useState({ location, key: location.key })
  if (current.location === location) return current.key
  const stays = kind === 'REPLACE' || (kind === 'PUSH' && keepsScroll(location.state))
  const isSame = stays && current.location.pathname === location.pathname
  const next = { location, key: isSame ? current.key : location.key }
  setCurrent(next)
  return next.key
}

/** Memoised until the next navigation: the shell renders with every call, the page need not. */
function usePageElement(): ReactNode {
  const { location, content } = useRouterState()
  return useMemo(
    () =>
      content !== null && (
        <ErrorBoundary location={location}>
          {content.type === 'loaded' ? <content.Page /> : <ErrorPage error={content.error} />}
        </ErrorBoundary>
      ),
    [location, content],
  )
}

/** Shows the current page and keeps the cached pages mounted but hidden. */
function KeepAliveOutlet({ page }: { page: Page | undefined }) {
  const { location, historyAction: kind } = useRouterState()
  const names = useCachedViews((state) => state.names)
  const instanceKey = useInstanceKey(location, kind)
  const [firstKey] = useState(location.key)
  const cachedName = isCached(page) ? page.name : null
  usePageScroll(location, kind, useSubscribe())

  const outlet = usePageElement()
  const frame = { location, outlet, isFading: instanceKey !== firstKey }
  const mounted = cachedName === null || names.includes(cachedName) ? names : [...names, cachedName]
  return (
    <>
      {mounted.map((name) => (
        <Activity key={name} mode={name === cachedName ? 'visible' : 'hidden'}>
          <CachedFrame isShown={name === cachedName} {...frame} />
        </Activity>
      ))}
      {cachedName === null && <PageFrame key={instanceKey} isShown {...frame} />}
    </>
  )
}
