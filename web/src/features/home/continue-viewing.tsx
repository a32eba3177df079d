import type { CompanyEvent, FollowList } from '@baiqicha/contract/follow'
import { kindRow } from '@baiqicha/contract/records/kind-table'
import { followRoutes } from '@baiqicha/contract/routes/follow'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import change from '../../domain/change/change-entry.module.css'
import { companyPath } from '../../domain/company/company-path.ts'
import { LogoPlaceholder } from '../../domain/company/logo-placeholder.tsx'
import { listViewedCompanies, type ViewedQuery } from '../../domain/company/recent-companies.ts'
import { eventPath } from '../../domain/follow/follow-control.ts'
import { classNames } from '../../lib/class-names.ts'
import { Link } from '../../lib/router/router.tsx'
import { apiQuery } from '../../platform/api/client.ts'
import { useFollowListQuery, useMarkSeen } from '../../platform/follow/follow-queries.ts'
import { useSession } from '../../platform/session/session-store.ts'
import { Card } from '../../ui/card.tsx'
import { CardHead, CardHeadLink } from '../../ui/card-head.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tag } from '../../ui/tag.tsx'
import utility from '../../ui/utility.module.css'
import styles from './continue-viewing.module.css'
import { recentCompaniesHint } from './recent-companies-hint.ts'

const TITLE = '自上次查看'
/** Companies with a row; 全部 leads to the others. */
const SHOWN_ENTRIES = 3

/** The newest events of followed companies; the server says which are new. */
const useNewestChangesQuery = (unread: number) =>
  useQuery({ ...apiQuery(['newestChanges', unread], followRoutes.followChanges, { page: 1 }), enabled: unread > 0 })

/** 自上次查看: followed companies with new changes. Absent for visitors, without changes, and when they cannot be read. */
function SinceLastSeen() {
  const unread = useSession().userInfo?.unreadChanges ?? 0
  const { data: follows, isError: hasNoFollows } = useFollowListQuery({ enabled: unread > 0 })
  const { data: changes, isError: hasNoChanges } = useNewestChangesQuery(unread)
  if (unread === 0 || hasNoFollows || hasNoChanges) return null
  if (follows === undefined || changes === undefined) return <SinceSkeleton rows={Math.min(unread, SHOWN_ENTRIES)} />
  const rows = rowsOf(follows, changes.list)
  return rows.length === 0 ? null : <Changes follows={follows} rows={rows} />
}

type FollowedCompany = FollowList['list'][number]['company']
type ChangedRow = { company: FollowedCompany; event: CompanyEvent; more: number }

/** The newest new event of each company, in the order of the events. */
function rowsOf({ list }: FollowList, events: readonly CompanyEvent[]): ChangedRow[] {
  const rows = new Map<string, ChangedRow>()
  for (const event of events) {
    const followed = list.find(({ company }) => company.id === event.companyId)
    if (!event.isUnread || followed === undefined || rows.has(event.companyId)) continue
    rows.set(event.companyId, { company: followed.company, event, more: followed.unread - 1 })
  }
  return [...rows.values()]
}

function Changes({ follows: { list, seenOn }, rows }: { follows: FollowList; rows: readonly ChangedRow[] }) {
  const markSeen = useMarkSeen()
  const [isMarking, setIsMarking] = useState(false)
  const watched = list.filter(({ isPaused }) => !isPaused)
  const changed = watched.filter(({ unread }) => unread > 0).length
  const rest = watched.length - changed
  const mark = async () => {
    setIsMarking(true)
    await markSeen()
    setIsMarking(false)
  }
  return (
    <Card label={TITLE}>
      <CardHead title={TITLE} aside={`${seenOn === null ? '' : `${seenOn} · `}${changed} 家有变动`}>
        <CardHeadLink trackId="changes-all" to="/user/follow?tab=changes">
          全部
        </CardHeadLink>
      </CardHead>
      <ul>
        {rows.slice(0, SHOWN_ENTRIES).map((row) => (
          <li key={row.company.id} className={styles.item}>
            <Row {...row} />
          </li>
        ))}
      </ul>
      <div className={styles.foot}>
        <span>{rest > 0 && `另 ${rest} 家关注企业无变动`}</span>
        <button
          track-id="changes-seen"
          type="button"
          className={styles.mark}
          disabled={isMarking}
          onClick={() => void mark()}
        >
          全部标为已看
        </button>
      </div>
    </Card>
  )
}

function Row({ company, event, more }: ChangedRow) {
  return (
    <Link track-id="change-row" data-track-label="" to={eventPath(event)} className={styles.row}>
      <LogoPlaceholder company={company} size="xs" />
      <span className={utility.grow}>
        <span className={styles.company}>
          <bdi className={styles.sinceLastSeenName}>{company.briefName}</bdi>
          {company.isDemo && <Tag tone="demo">演示数据</Tag>}
          <time className={styles.date}>{event.importedOn}</time>
        </span>
        <span className={styles.change}>
          <Difference event={event} />
          {more > 0 && <span className={styles.more}>等 {more + 1} 项</span>}
        </span>
      </span>
    </Link>
  )
}

/** A changed fact as former and present value; another event in its own words, a new risk in red. */
function Difference({ event: { kind, change: what, text, before, after } }: { event: CompanyEvent }) {
  if (kind !== 'fact') {
    const isRisk = what === 'added' && kindRow(kind).group !== 'overview' && kindRow(kind).tone !== undefined
    const [first = '', ...rest] = text.split(/(?=（)/)
    return (
      <bdi>
        <span className={classNames(isRisk && styles.risk)}>{first}</span>
        {rest.length > 0 && <span className={utility.phrase}>{rest}</span>}
      </bdi>
    )
  }
  // 变更 法定代表人：甲 → 乙, or without values that are too long for a line.
  const label = text.replace(/^变更 /, '').replace(/：.*$/s, '')
  if (before === null || after === null || !text.includes('：')) return <bdi>{text}</bdi>
  return (
    <>
      {label}{' '}
      <del className={classNames(change.removed, utility.phrase)}>
        <span className={utility.spoken}>变更前：</span>
        <bdi>{before}</bdi>
      </del>{' '}
      <span aria-hidden="true">→</span>{' '}
      <ins className={classNames(change.added, utility.phrase)}>
        <span className={utility.spoken}>变更后：</span>
        <bdi>{after}</bdi>
      </ins>
    </>
  )
}

function SinceSkeleton({ rows }: { rows: number }) {
  return (
    <Card as="div">
      <CardHead title={TITLE} />
      <div aria-busy="true">
        {Array.from({ length: rows }, (_, at) => (
          <div key={at} className={styles.row}>
            <Skeleton width={36} height={36} radius={8} />
            <span className={utility.grow}>
              <Skeleton width={120} height={15} />
            </span>
          </div>
        ))}
      </div>
      <div className={styles.foot} />
    </Card>
  )
}

const SHOWN = 4

/** What a returning user, or a visitor of this visit, goes on with. */
export function ForReturning({ viewed }: { viewed: ViewedQuery | null }) {
  return (
    <>
      {viewed !== null && <SinceLastSeen />}
      <ContinueViewing viewed={viewed} />
    </>
  )
}

/** 继续查看: the companies viewed last, of the user or, without `viewed`, of this visit. Absent without any. */
function ContinueViewing({ viewed }: { viewed: ViewedQuery | null }) {
  const isPending = viewed?.isPending === true
  const companies = isPending ? [] : listViewedCompanies(viewed).slice(0, SHOWN)
  const hasSome = companies.length > 0
  const isUser = viewed !== null

  useEffect(() => {
    if (isUser && !isPending) recentCompaniesHint.write(hasSome)
  }, [isUser, isPending, hasSome])

  if (isPending && recentCompaniesHint.read()) return <ContinueSkeleton />
  if (!hasSome) return null
  return (
    <Card as="nav" label="继续查看">
      <h2 className={styles.title}>继续查看</h2>
      <div className={styles.cells}>
        {companies.map((company) => (
          <Link track-id="continue-row" key={company.id} to={companyPath(company.id)} className={styles.cell}>
            <LogoPlaceholder company={company} />
            <bdi className={styles.name}>{company.briefName}</bdi>
          </Link>
        ))}
      </div>
    </Card>
  )
}

function ContinueSkeleton() {
  return (
    <Card as="div">
      <p className={styles.title}>继续查看</p>
      <div className={styles.cells} aria-busy="true">
        {Array.from({ length: SHOWN }, (_, at) => (
          <span key={at} className={styles.cell}>
            <Skeleton width={40} height={40} radius={8} />
            <span className={styles.name}>
              <Skeleton width={64} height={12} />
            </span>
          </span>
        ))}
      </div>
    </Card>
  )
}
