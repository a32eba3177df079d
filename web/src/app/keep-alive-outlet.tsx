import { Activity, memo, type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Location } from 'react-router'
import { classNames } from '../lib/class-names.ts'
import type { HistoryAction } from '../lib/router/create-router.ts'
import { useRouterState } from '../lib/router/router.tsx'
import { useCachedViews } from '../platform/navigation/cached-views.ts'
import { PageLocation } from '../platform/navigation/page-location.tsx'
import type { Page } from '../platform/navigation/pages.ts'
import { keepsScroll } from '../platform/navigation/scroll.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { ErrorPage } from './error-page.tsx'
import styles from './keep-alive-outlet.module.css'

const isCached = (page: Page | undefined): page is Page => page?.keepAlive === true && page.noCache !== true

type FrameProps = { isShown: boolean; location: Location; outlet: ReactNode; isFading: boolean }

function PageFrame({ location, outlet, isFading }: FrameProps) {
  return (
    <main className={classNames(styles.page, isFading && styles.fading)}>
      <PageLocation value={location}>{outlet}</PageLocation>
    </main>
  )
}

/** Does not render while hidden: the page keeps its own location and content while another one is current. */
const CachedFrame = memo(PageFrame, (_before, after) => !after.isShown)

/** Key of a page instance. A replace on the same path keeps the instance; any other navigation makes a new one. */
function useInstanceKey(location: Location, kind: HistoryAction): string {
  const [current, setCurrent] = useState({ location, key: location.key })
  if (current.location === location) return current.key
  const isSame = kind === 'REPLACE' && current.location.pathname === location.pathname
  const next = { location, key: isSame ? current.key : location.key }
  setCurrent(next)
  return next.key
}

/** Scrolls to the top on push and replace; going back to a cached page restores its position (DESIGN §9). */
function usePageScroll(location: Location, kind: HistoryAction, canRestore: boolean) {
  const positions = useRef(new Map<string, number>())
  const { key, state } = location
  useLayoutEffect(() => {
    const saved = positions.current
    if (!keepsScroll(state)) window.scrollTo(0, canRestore && kind === 'POP' ? (saved.get(key) ?? 0) : 0)
    const save = () => saved.set(key, window.scrollY)
    window.addEventListener('scroll', save, { passive: true })
    return () => window.removeEventListener('scroll', save)
  }, [key, kind, canRestore, state])
}

/** Element of the current page, the same until the next navigation: the shell renders with every call, the page does not. */
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

/** Shows the current page, and keeps the pages of the cached views mounted but hidden. */
export function KeepAliveOutlet({ page }: { page: Page | undefined }) {
  const { location, historyAction: kind } = useRouterState()
  const names = useCachedViews((state) => state.names)
  const instanceKey = useInstanceKey(location, kind)
  const [firstKey] = useState(location.key)
  const cachedName = isCached(page) ? page.name : null
  usePageScroll(location, kind, cachedName !== null)

  const outlet = usePageElement()
  const frame = { location, outlet, isFading: location.key !== firstKey }
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
