import type { ViewedCompany } from '@baiqicha/contract/company-summary'
import type { RecentListing } from '@baiqicha/contract/home'
import { homeRoutes } from '@baiqicha/contract/routes/home'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type PointerEvent, useRef, useState } from 'react'
import { companyPath } from '../../domain/company/company-path.ts'
import { CompanyRow, CompanyRowSkeleton, findNamesakes } from '../../domain/company/company-row.tsx'
import { LogoPlaceholder } from '../../domain/company/logo-placeholder.tsx'
import { CoverageLine, newestCoverageDate } from '../../domain/coverage/coverage-line.tsx'
import { PageFailed } from '../../domain/page/page-failed.tsx'
import shared from '../../domain/page/shared.module.css'
import { classNames } from '../../lib/class-names.ts'
import { Link, useNavigate } from '../../lib/router/router.tsx'
import { describeError } from '../../platform/api/api-error.ts'
import { apiQuery } from '../../platform/api/client.ts'
import { ASSISTANT_PATH } from '../../platform/assistant/typed-question.ts'
import { useRequireLogin } from '../../platform/navigation/require-login.ts'
import { useCoverageQuery } from '../../platform/search/search-queries.ts'
import { CriticalListState as ListState } from '../../ui/critical-list-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Logo } from '../../ui/logo.tsx'
import { Tag } from '../../ui/tag.tsx'
import utility from '../../ui/utility.module.css'
import styles from './deferred-home-sections.module.css'
import { HomeSearchField, type HomeSearchFieldProps } from './home-search-field.tsx'

/** Number of rows before the list is expanded. */
const SHOWN = 5

const useRecentListingsQuery = () => useQuery(apiQuery(['recentListingList'], homeRoutes.recentListingList, {}))

/** 最近上市: the newest stocks of the exchange lists. */
function ListingsRanking() {
  const { data, isPending, isFetching, error, refetch } = useRecentListingsQuery()
  if (isPending) return <CompanyRowSkeleton variant="compact" />
  if (data === undefined) {
    return <PageFailed reason={describeError(error)} compact isRetrying={isFetching} onRetry={() => void refetch()} />
  }
  if (data.list.length === 0) {
    return <ListState compact art="none" title="暂无最近上市企业" text="收录的企业均未标注上市日期" />
  }
  return (
    <>
      {data.asOf !== null && <p className={shared.noteBlock}>按上市日期 · 数据截至 {data.asOf}</p>}
      <ListingRows listings={data.list} />
    </>
  )
}

function ListingRows({ listings }: { listings: readonly RecentListing[] }) {
  const [isExpanded, setIsExpanded] = useState(false)
  return (
    <>
      {listings.slice(0, isExpanded ? undefined : SHOWN).map((listing) => (
        <ListingRow key={listing.code} listing={listing} />
      ))}
      {!isExpanded && listings.length > SHOWN && (
        <button track-id="listings-expand" type="button" className={styles.more} onClick={() => setIsExpanded(true)}>
          展开全部 {listings.length} 家
          <Icon name="down" size={16} />
        </button>
      )}
    </>
  )
}

function ListingRow({ listing }: { listing: RecentListing }) {
  const { id, name, logoText, shortName, code, exchange, board, listedOn } = listing
  return (
    <Link track-id="listing-row" to={companyPath(id)} className={styles.row}>
      <LogoPlaceholder company={{ id, name, logo: null, logoText }} />
      <span className={utility.grow}>
        <bdi className={styles.name}>{name}</bdi>
        <span className={styles.facts}>
          <bdi>{shortName === null ? code : `${shortName} ${code}`}</bdi>
          <Tag>{board ?? exchange}</Tag>
          <span className={shared.quiet}>{listedOn} 上市</span>
        </span>
      </span>
    </Link>
  )
}

/** Parts of Home that load after its first paint, as one file. */
export { ForReturning } from './continue-viewing.tsx'

type Props = { viewed: Pick<UseQueryResult<ViewedCompany[]>, 'data' | 'isPending'> | null }

/** Rankings other than the one that opens: companies viewed last or, without `viewed`, newest stocks. */
export function OtherRanking({ viewed }: Props) {
  if (viewed === null) return <ListingsRanking />
  if (viewed.isPending) return <CompanyRowSkeleton variant="compact" />
  const rows = viewed.data ?? []
  const namesakes = findNamesakes(rows)
  return rows.map((company) => (
    <CompanyRow key={company.id} company={company} variant="compact" isNamesake={namesakes.has(company.id)} />
  ))
}

export function StickySearch({ field, isOpen }: { field: HomeSearchFieldProps; isOpen: boolean }) {
  return (
    <div className={classNames(styles.bar, isOpen && styles.open)}>
      <Logo size={28} />
      <HomeSearchField field={field} variant="bar" formLabel="顶部搜索" isOpen={isOpen} />
    </div>
  )
}

/** Home below the ranking, and the button over it. */
export function HomeFoot({ isRobotRaised }: { isRobotRaised: boolean }) {
  const { data: coverage } = useCoverageQuery()
  return (
    <>
      <CoverageLine coverage={coverage} />
      <RobotButton isRaised={isRobotRaised} />
    </>
  )
}

/** Order and date of 最新注册企业: the newest of the store, not of the country. */
export function LatestAsOf() {
  const { data } = useCoverageQuery()
  const asOf = data === undefined ? null : newestCoverageDate(data)
  return `按收录企业的成立日期${asOf === null ? '' : ` · 数据截至 ${asOf}`}`
}

/** Movement below this counts as a tap. Px. */
const TAP_PX = 6

type Grip = { startX: number; startY: number; isMoved: boolean }

/**
 * Button that opens the assistant. Docked at an edge and as narrow as the gutter, so that it covers no text; it can be
 * dragged along the edge or to the other edge.
 */
function RobotButton({ isRaised }: { isRaised: boolean }) {
  const navigate = useNavigate()
  const requireLogin = useRequireLogin()
  const [position, setPosition] = useState<RobotPosition | null>(null)
  const [dragPoint, setDragPoint] = useState<{ x: number; y: number } | null>(null)
  const grip = useRef<Grip | null>(null)

  const open = () => {
    if (requireLogin(ASSISTANT_PATH)) void navigate(ASSISTANT_PATH)
  }
  const grab = (event: PointerEvent<HTMLButtonElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    grip.current = { startX: event.clientX, startY: event.clientY, isMoved: false }
  }
  const drag = (event: PointerEvent) => {
    if (grip.current === null) return
    const { startX, startY } = grip.current
    grip.current.isMoved ||= Math.hypot(event.clientX - startX, event.clientY - startY) >= TAP_PX
    if (grip.current.isMoved) setDragPoint({ x: event.clientX, y: event.clientY })
  }
  const drop = (event: PointerEvent<HTMLButtonElement>) => {
    const size = event.currentTarget.offsetHeight
    const screen = { width: window.innerWidth, height: window.innerHeight }
    const margins = { top: size * 2, bottom: size * (isRaised ? 3 : 2) }
    if (dragPoint !== null) setPosition(dockRobot(dragPoint.x, dragPoint.y, screen, margins))
    setDragPoint(null)
  }
  const tap = () => {
    // The click that ends a drag is no tap; a keyboard click has no grip.
    const isDragEnd = grip.current?.isMoved === true
    grip.current = null
    if (!isDragEnd) open()
  }

  const docked = position === null ? undefined : { bottom: `${position.bottom}px` }
  return (
    <button
      track-id="assistant"
      type="button"
      className={classNames(
        styles.robot,
        isRaised && styles.raised,
        position?.side === 'left' && styles.left,
        dragPoint !== null && styles.dragging,
      )}
      style={dragPoint === null ? docked : { left: `${dragPoint.x}px`, top: `${dragPoint.y}px` }}
      aria-label="百言助手"
      onPointerDown={grab}
      onPointerMove={drag}
      onPointerUp={drop}
      onPointerCancel={drop}
      onClick={tap}
    >
      <Icon name="bot" size={20} />
    </button>
  )
}

/** Docked position: edge and distance from the bottom in px. */
type RobotPosition = { side: 'left' | 'right'; bottom: number }

type Screen = { width: number; height: number }

/** Reserved space at the top (status bar, sticky search) and the bottom (tab bar, login bar), px. */
type Margins = { top: number; bottom: number }

/** Docks at the nearer edge within the margins. `x` and `y` are the pointer position at release. */
export function dockRobot(x: number, y: number, screen: Screen, margins: Margins): RobotPosition {
  const side = x < screen.width / 2 ? 'left' : 'right'
  const highest = Math.max(margins.bottom, screen.height - margins.top)
  return { side, bottom: Math.min(Math.max(screen.height - y, margins.bottom), highest) }
}
