import { Activity, memo, type ReactNode, useMemo, useState } from 'react'
import type { Location } from 'react-router'
import { classNames } from '../lib/class-names.ts'
import type { HistoryAction } from '../lib/router/create-router.ts'
import { useRouterState, useSubscribe } from '../lib/router/router.tsx'
import { useCachedViews } from '../platform/navigation/cached-views.ts'
import { PageLocation } from '../platform/navigation/page.tsx'
import { keepsScroll, usePageScroll } from '../platform/navigation/page-scroll.ts'
import type { Page } from '../platform/navigation/pages.ts'
import { ErrorBoundary, ErrorPage } from './error-page.tsx'
import styles from './root-layout.module.css'

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
export function KeepAliveOutlet({ page }: { page: Page | undefined }) {
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
