import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import { useNavigate } from '../../lib/router/router.tsx'
import { useRecentBrowseQuery, useSearchHistoryQuery } from '../../platform/history/history-queries.ts'
import { recordSearchOf } from '../../platform/history/record-search.ts'
import { usePageLocation } from '../../platform/navigation/page-location.tsx'
import { useRequireLogin } from '../../platform/navigation/require-login.ts'
import { type FieldPlace, searchPlaceOf } from '../../platform/navigation/search-place.ts'
import { useOpenJump } from '../../platform/navigation/use-open-jump.ts'
import { useSession } from '../../platform/session/session-store.ts'
import { localStore } from '../../platform/storage/safe-storage.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import utility from '../../ui/utility.module.css'
import { FunctionCard } from './function-card.tsx'
import { HomeHead } from './home-head.tsx'
import styles from './home-page.module.css'
import { useHomeConfigQuery } from './home-queries.ts'
import { MemberGift } from './member-gift.tsx'
import { RankingCard } from './ranking-card.tsx'
import { recentCompaniesHint } from './recent-companies-hint.ts'
import { useRotatingPlaceholder } from './rotating-placeholder.ts'
import { useFirstLoginGift } from './use-first-login-gift.ts'

const SUGGESTED_KEY = 'search_history'

const resultPath = (keyword: string) => `/search/result?${new URLSearchParams({ keyword }).toString()}`
const searchPath = (keyword: string) =>
  keyword === '' ? '/search' : `/search?${new URLSearchParams({ keyword }).toString()}`

/**
 * Search rule of Home (SPEC §5). Searches for a typed text. Without one, opens the search page with the suggested
 * company name and saves that name in local storage; a visitor logs in first. The open search panel is an entry of its own, which the target replaces.
 */
function useHomeSearch(suggestedName: string | null, options: { replace: boolean }) {
  const navigate = useNavigate()
  const requireLogin = useRequireLogin()
  /** Returns whether the search began; false: the visitor logs in first. */
  return (input: string): boolean => {
    const keyword = input.trim()
    const target = keyword === '' ? searchPath(suggestedName ?? '') : resultPath(keyword)
    if (!requireLogin(target, options)) return false
    if (keyword === '') localStore.write(SUGGESTED_KEY, suggestedName ?? '')
    else recordSearchOf(target)
    void navigate(target, options)
    return true
  }
}

/** Login bar for visitors, above the tab bar. */
function LoginBar() {
  const requireLogin = useRequireLogin()
  return (
    <div className={styles.loginBar}>
      <span className={utility.grow}>
        登录后可搜索企业<span className={styles.loginMore}>、保留浏览记录</span>
      </span>
      <Button trackId="login" size="sm" className={styles.loginButton} onClick={() => void requireLogin()}>
        登录/注册
      </Button>
    </div>
  )
}

/**
 * The open search panel is a history entry of Home, so that going back closes it. `place` is the field it belongs to;
 * null: closed.
 */
function useSearchEntry() {
  const navigate = useNavigate()
  const { search, state } = usePageLocation()
  const place = searchPlaceOf(state)
  return {
    place,
    open: (searchIn: FieldPlace) => {
      // Rendered at once: the field must not lose the focus that opens the panel.
      const options = { state: { keepScroll: true, searchIn }, flushSync: true }
      if (place === null) void navigate({ search }, options)
    },
    close: () => {
      if (place !== null) void navigate(-1)
    },
  }
}

/** Whether the page is scrolled by more than `threshold` px. */
function useScrolledPast(threshold: number): boolean {
  const [isPast, setIsPast] = useState(false)
  useEffect(() => {
    const follow = () => setIsPast(window.scrollY > threshold)
    follow()
    window.addEventListener('scroll', follow, { passive: true })
    return () => window.removeEventListener('scroll', follow)
  }, [threshold])
  return isPast
}

const loadConfigSections = () => import('./home-config-sections.ts')
const loadDeferred = () => import('./deferred-home-sections.tsx')
// They wait for the configuration; their code arrives meanwhile.
const BannerCarousel = lazyPart(async () => (await loadConfigSections()).BannerCarousel)
const NoticeLine = lazyPart(async () => (await loadConfigSections()).NoticeLine)
// The page is usable before these appear.
const ForReturning = lazyPart(async () => (await loadDeferred()).ForReturning)
const StickySearch = lazyPart(async () => (await loadDeferred()).StickySearch)
const LatestAsOf = lazyPart(async () => (await loadDeferred()).LatestAsOf)
const HomeFoot = lazyPart(async () => (await loadDeferred()).HomeFoot)

/** Scroll distance after which the sticky search bar appears (SPEC §9). Px. */
const STICKY_AFTER = 200

const none: never[] = []

const bannerSpace = (
  <div className={styles.bannerSpace}>
    <Skeleton width="100%" height={92} radius={12} />
  </div>
)

/** Height of 自上次查看 with so many changes, and of 继续查看, in rem: their code loads after the first paint. */
const spaceForReturning = (changes = 0) =>
  `${(changes && 6.25 + 4.625 * Math.min(changes, 3)) + (recentCompaniesHint.read() ? 8.625 : 0)}rem`

export function HomePage() {
  const { isLoggedIn, userInfo } = useSession()
  // What a visitor types ends with the login, and what a user types with the logout.
  const [typed, setTyped] = useState({ text: '', isLoggedIn })
  const text = typed.isLoggedIn === isLoggedIn ? typed.text : ''
  const setText = (next: string) => setTyped({ text: next, isLoggedIn })
  const [isFocused, setIsFocused] = useState(false)
  const { data: history } = useSearchHistoryQuery()
  const recent = useRecentBrowseQuery()
  const config = useHomeConfigQuery()
  const open = useOpenJump(config.data?.jumpHosts ?? none)
  const isSticky = useScrolledPast(STICKY_AFTER)
  // Their code does not delay the content of the first screen.
  const hasLaterParts = !config.isPending
  const space = isLoggedIn && <div style={{ height: spaceForReturning(userInfo?.unreadChanges) }} />
  useFirstLoginGift()

  const names = isLoggedIn && history !== undefined ? history.map((item) => item.companyName) : none
  const placeholder = useRotatingPlaceholder(names, isFocused)
  const entry = useSearchEntry()
  const isOpen = entry.place !== null
  const openPlace = entry.place === 'sticky' && !isSticky ? 'head' : entry.place
  const search = useHomeSearch(placeholder.name, { replace: isOpen })
  const actions = { search, open }
  const fieldIn = (place: FieldPlace) => ({
    value: text,
    placeholder: placeholder.text,
    onChange: setText,
    onSubmit: (value: string) => {
      // A visitor who comes back from the login finds the word again.
      if (search(value)) setText('')
    },
    onFocus: () => {
      setIsFocused(true)
      entry.open(place)
    },
    onBlur: () => setIsFocused(false),
    onClose: entry.close,
  })

  return (
    <div className={isLoggedIn ? styles.page : styles.visitorPage}>
      {isSticky && openPlace !== 'head' && (
        <Suspense>
          <StickySearch field={fieldIn('sticky')} isOpen={isOpen} />
        </Suspense>
      )}
      <HomeHead
        field={fieldIn('head')}
        isSearchOpen={openPlace === 'head'}
        isCovered={openPlace === 'sticky'}
        notice={
          <Suspense>
            <NoticeLine notice={config.data?.notice ?? null} actions={actions} />
          </Suspense>
        }
      />
      <div inert={isOpen}>
        <FunctionCard />
        {hasLaterParts ? (
          <Suspense fallback={space}>
            <ForReturning viewed={isLoggedIn ? recent : null} />
          </Suspense>
        ) : (
          space
        )}
        <Suspense fallback={bannerSpace}>
          {config.isPending && bannerSpace}
          <BannerCarousel banners={config.data?.banners ?? none} actions={actions} />
        </Suspense>
        {isLoggedIn && <MemberGift />}
        <RankingCard recent={isLoggedIn ? recent : null} latestNote={hasLaterParts && <LatestAsOf />} />
        {hasLaterParts && (
          <Suspense>
            <HomeFoot isRobotRaised={!isLoggedIn} />
          </Suspense>
        )}
        {!isLoggedIn && <LoginBar />}
      </div>
    </div>
  )
}
