import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { openGiftModal, openGuideModal } from '../../domain/gift/gift-store.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { Link, useNavigate } from '../../lib/router/router.tsx'
import { recordSearchOf, useRecentBrowseQuery, useSearchHistoryQuery } from '../../platform/history/history-queries.ts'
import { usePageLocation } from '../../platform/navigation/page.tsx'
import { type FieldPlace, searchPlaceOf } from '../../platform/navigation/pages.ts'
import { useRequireLogin } from '../../platform/navigation/require-login.ts'
import { useOpenJump } from '../../platform/navigation/use-open-jump.ts'
import { clearFirstLogin, useSession, useSessionStore } from '../../platform/session/session-store.ts'
import { localStore } from '../../platform/storage/safe-storage.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CriticalIcon as Icon } from '../../ui/critical-icon.tsx'
import { Logo, Wordmark } from '../../ui/logo.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import utility from '../../ui/utility.module.css'
import styles from './home-page.module.css'
import { useHomeConfigQuery } from './home-queries.ts'
import { HomeSearchField, type HomeSearchFieldProps, useRotatingPlaceholder } from './home-search-field.tsx'
import { MemberGift } from './member-gift.tsx'
import { RankingCard } from './ranking-card.tsx'
import { recentCompaniesHint } from './recent-companies-hint.ts'

const skyline =
  'M2 87.5h226M20 87V58h22v29M26 64h3M33 64h3M26 71h3M33 71h3M26 78h3M33 78h3M52 87V38l16-9v58M58 46h4M58 54h4M58 62h4' +
  'M58 70h4M82 87V50h26v37M88 58h5M97 58h5M88 66h5M97 66h5M88 74h5M97 74h5M120 87V20h20v67M130 20V8M126 28h8M126 36h8' +
  'M126 44h8M126 52h8M126 60h8M126 68h8M152 87V44l14-7 14 7v43M159 52h4M169 52h4M159 60h4M169 60h4M159 68h4M169 68h4' +
  'M192 87V60h24v27M198 67h4M206 67h4M198 75h4M206 75h4'

type Props = {
  field: HomeSearchFieldProps
  isSearchOpen: boolean
  /** The search panel of the sticky bar covers the head. */
  isCovered: boolean
  notice: ReactNode
}

/** Head of Home: logo, search field and notice over a skyline. */
function HomeHead({ field, isSearchOpen, isCovered, notice }: Props) {
  return (
    <header className={styles.head} inert={isCovered}>
      <svg className={styles.sky} viewBox="0 0 230 88" fill="none" stroke="currentColor" aria-hidden="true">
        <path d={skyline} strokeWidth="1.2" strokeLinejoin="round" />
      </svg>
      <h1 className={styles.name}>
        <Logo size={30} />
        <Wordmark size={21} />
      </h1>
      <HomeSearchField field={field} variant="hero" isOpen={isSearchOpen} />
      <div className={styles.notice} inert={isSearchOpen}>
        {notice}
      </div>
    </header>
  )
}

/** Whether a user has never given consent, as after an external login. The consent sheet comes before any other dialog. */
const useNeedsFirstConsent = () =>
  useSessionStore(({ pendingTicket, userInfo }) => pendingTicket !== null || userInfo?.agreementVersion === null)

function endGreeting() {
  clearFirstLogin()
  openGuideModal()
}

/**
 * On the first login (SPEC §4), opens the gift and, when it is closed, the guide. Opens only the guide when the number
 * has used its gift with an earlier account.
 */
function useFirstLoginGift() {
  const { isLoggedIn, userInfo } = useSession()
  const isFirstLogin = useSessionStore((state) => state.isFirstLogin)
  const needsFirstConsent = useNeedsFirstConsent()
  const isGreeted = isLoggedIn && isFirstLogin && !needsFirstConsent

  const greet = useEffectEvent(() => {
    if (userInfo?.canClaimGift === false) endGreeting()
    else openGiftModal({ source: 'home', onClose: endGreeting })
  })
  useEffect(() => {
    if (isGreeted) greet()
  }, [isGreeted])
}

const functions = [
  { path: '/riskSearch', icon: 'shield', title: '查风险', caption: '司法与经营风险' },
  { path: '/phoneSearch', icon: 'phone', title: '找商机', caption: '公开联系方式' },
  { path: '/peopleSearch', icon: 'gavel', title: '查企业失信', caption: '失信被执行人' },
] as const

function FunctionCard() {
  return (
    <Card as="nav" label="功能" className={styles.card}>
      {functions.map(({ path, icon, title, caption }) => (
        <Link track-id="function" key={path} to={path} className={styles.cell}>
          <span className={styles.tile}>
            <Icon name={icon} />
          </span>
          <span className={styles.title}>{title}</span>
          <span className={styles.caption}>{caption}</span>
        </Link>
      ))}
    </Card>
  )
}

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

const loadContent = () => import('../../domain/content/content.tsx')
const loadDeferred = () => import('./deferred-home-sections.tsx')
// They wait for the configuration; their code arrives meanwhile.
const BannerCarousel = lazyPart(async () => (await loadContent()).BannerCarousel)
const NoticeLine = lazyPart(async () => (await loadContent()).NoticeLine)
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
