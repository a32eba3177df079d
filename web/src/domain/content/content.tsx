import { type Banner, jumpType, type Notice } from '@baiqicha/contract/home'
import { type FocusEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { debounceClick } from '../../lib/debounce.ts'
import { CriticalIcon as Icon } from '../../ui/critical-icon.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { showToast } from '../../ui/toast.tsx'
import utility from '../../ui/utility.module.css'
import shared from '../page/shared.module.css'
import styles from './content.module.css'

export type BannerActions = {
  /** Searches with the rule of the page. */
  search: (keyword: string) => void
  /** Returns false for an address that must not be opened. */
  open: (address: string, options: { login: boolean }) => boolean
}

const showComingSoon = () => showToast('敬请期待!')

/** Handles a tap on a banner by its jumpType (SPEC §4). */
function openBanner({ jumpType: type, jumpUrl, login }: Banner, { search, open }: BannerActions): void {
  switch (type) {
    case jumpType.search:
      return search(jumpUrl)
    case jumpType.open:
      return open(jumpUrl, { login }) ? undefined : showComingSoon()
    case jumpType.soon:
      return showComingSoon()
    default:
      return type satisfies never
  }
}

/** Display time of a banner (SPEC §9). */
const AUTOPLAY_MS = 3000

const wantsStillness = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * Calls `advance` every 3 s when there is more than one item. A touch stops it permanently; focus and a hidden window
 * pause it; with reduced motion it never starts.
 */
function useAutoplay(count: number, advance: () => void) {
  const [isStopped, setIsStopped] = useState(wantsStillness)
  const [isFocused, setIsFocused] = useState(false)
  const isRunning = count > 1 && !isStopped && !isFocused
  const step = useEffectEvent(() => {
    if (document.visibilityState === 'visible') advance()
  })

  useEffect(() => {
    if (!isRunning) return undefined
    const timer = setInterval(() => step(), AUTOPLAY_MS)
    return () => clearInterval(timer)
  }, [isRunning])

  return {
    stop: () => setIsStopped(true),
    pauseOnFocus: {
      onFocus: () => setIsFocused(true),
      onBlur: (event: FocusEvent<HTMLElement>) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setIsFocused(false)
      },
    },
  }
}

type BannerCarouselProps = {
  banners: readonly Banner[]
  actions: BannerActions
}

/**
 * Carousel that swipes and advances every 3 s; stops once touched, and pauses while focused, hidden or with reduced
 * motion.
 */
export function BannerCarousel({ banners, actions }: BannerCarouselProps) {
  const track = useRef<HTMLUListElement>(null)
  const [shown, setShown] = useState(0)
  const [once] = useState(() => debounceClick((act: () => void) => act()))

  const goTo = (index: number, behavior: ScrollBehavior) => {
    const element = track.current
    element?.scrollTo({ left: index * element.clientWidth, behavior })
    setShown(index)
  }
  const autoplay = useAutoplay(banners.length, () => goTo((shown + 1) % banners.length, 'smooth'))

  if (banners.length === 0) return null

  const followScroll = () => {
    const element = track.current
    if (element !== null && element.clientWidth > 0) setShown(Math.round(element.scrollLeft / element.clientWidth))
  }

  return (
    <section className={styles.carousel} aria-roledescription="轮播" aria-label="推荐" {...autoplay.pauseOnFocus}>
      <ul
        className={styles.track}
        ref={track}
        onScroll={followScroll}
        onPointerDown={autoplay.stop}
        onTouchStart={autoplay.stop}
      >
        {banners.map((banner, index) => (
          <li key={banner.id} className={styles.slide} aria-label={`${index + 1}/${banners.length}`}>
            <button
              track-id="banner"
              type="button"
              className={styles.banner}
              onFocus={() => goTo(index, 'auto')}
              onClick={() => once(() => openBanner(banner, actions))}
            >
              <img className={styles.picture} src={banner.url} alt="" decoding="async" />
              <span className={styles.title}>{banner.title}</span>
              <span className={styles.subtitle}>{banner.subtitle}</span>
            </button>
          </li>
        ))}
      </ul>
      {banners.length > 1 && (
        <div className={styles.dots} aria-hidden="true">
          {banners.map((banner, index) => (
            <span key={banner.id} className={index === shown ? styles.dotOn : styles.dot} />
          ))}
        </div>
      )}
    </section>
  )
}

type Props = { notice: Notice | null; actions: Pick<BannerActions, 'open'> }

/** One-line notice. A tap opens its link, or its full text when it has no link. */
export function NoticeLine({ notice, actions }: Props) {
  const [isOpen, setIsOpen] = useState(false)

  if (notice === null) return null

  const open = () => {
    if (notice.link === null) return setIsOpen(true)
    return actions.open(notice.link, { login: false }) ? undefined : showComingSoon()
  }

  return (
    <>
      <button track-id="notice" type="button" className={`${utility.tapHeight} ${styles.line}`} onClick={open}>
        <Icon name="notice" size={16} className={utility.link} />
        <span className={`${utility.clip} ${utility.grow}`}>
          <span className={utility.spoken}>公告：</span>
          {notice.title}
        </span>
        <Icon name="right" size={14} className={shared.quiet} />
      </button>
      <Sheet open={isOpen} onClose={() => setIsOpen(false)} title="公告">
        <div className={styles.whole}>
          <h3 className={styles.noticeLineTitle}>{notice.title}</h3>
          <p>{notice.content}</p>
        </div>
      </Sheet>
    </>
  )
}
