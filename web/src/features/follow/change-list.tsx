import { PAGE_LIMIT, PAGE_SIZE_LIMIT } from '@baiqicha/contract/envelope'
import type { CompanyEvent } from '@baiqicha/contract/follow'
import { followRoutes } from '@baiqicha/contract/routes/follow'
import { useInfiniteQuery } from '@tanstack/react-query'
import { memo, useEffect, useEffectEvent, useState } from 'react'
import { companyPath } from '../../domain/company/company-path.ts'
import { eventPath } from '../../domain/follow/follow-control.ts'
import { ListFailed } from '../../domain/page/page-failed.tsx'
import shared from '../../domain/page/shared.module.css'
import { formatNumber } from '../../lib/format.ts'
import { Link, useNavigate } from '../../lib/router/router.tsx'
import { describeError } from '../../platform/api/api-error.ts'
import { apiPages } from '../../platform/api/api-pages.ts'
import { findRow, useFollowListQuery, useMarkSeen } from '../../platform/follow/follow-queries.ts'
import { useSession } from '../../platform/session/session-store.ts'
import { Button } from '../../ui/button.tsx'
import chips from '../../ui/chip.module.css'
import { Chip } from '../../ui/chip.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ListState } from '../../ui/list-state.tsx'
import { LongList } from '../../ui/long-list.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import skeleton from '../../ui/skeleton.module.css'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SourceChip } from '../../ui/source-chip.tsx'
import { Tag } from '../../ui/tag.tsx'
import utility from '../../ui/utility.module.css'
import styles from './follow-page.module.css'
import { eventKindGroups, type FollowParams, followPath, titleOfKind } from './follow-params.ts'

/** One change. Additions and removals look alike: the text alone states which it is. */
const ChangeRow = memo(function ChangeRow({ event }: { event: CompanyEvent }) {
  const { companyId, companyName, text, before, after, source } = event
  // A short value stands in the text.
  const isQuoted = text.includes(before ?? '') && text.includes(after ?? '')
  return (
    <article className={styles.change}>
      <h3>
        <Link track-id="change-row" to={eventPath(event)} className={styles.text}>
          <span className={utility.grow}>
            {event.isUnread && (
              <span className={styles.unread}>
                <span className={utility.spoken}>未读，</span>
              </span>
            )}
            <bdi>{withWholePhrases(text)}</bdi>
          </span>
          <Icon name="right" size={16} className={styles.arrow} />
        </Link>
      </h3>
      {!isQuoted && (
        <FactList
          className={styles.values}
          rows={[
            { label: '变更前', content: <bdi>{before ?? '-'}</bdi> },
            { label: '变更后', content: <bdi>{after ?? '-'}</bdi> },
          ]}
        />
      )}
      <div className={styles.company}>
        <Link track-id="company" to={companyPath(companyId)} className={`${utility.tapHeight} ${styles.name}`}>
          <bdi className={utility.clip}>{companyName}</bdi>
        </Link>
        {event.isDemo && <Tag tone="demo">演示数据</Tag>}
      </div>
      <p className={styles.dates}>
        <span>{event.eventDate === null ? '日期不详' : `${event.eventDate} 发生`}</span>
        <span>{event.importedOn} 收录</span>
        {event.isLate && <Tag tone="mute">较早事项，近期收录</Tag>}
      </p>
      <SourceChip name={source.sourceName} url={source.sourceUrl} asOf={source.asOf} />
    </article>
  )
})

/** A date and what stands in brackets move to the next line as a whole. */
const withWholePhrases = (text: string) =>
  text.split(/(（[^（）]*）|\d{4}-\d{2}-\d{2})/).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <span key={`${at}${part}`} className={utility.phrase}>
        {part}
      </span>
    ),
  )

const widths = [268, 220, 284, 240]

/** Placeholder rows with the geometry of `ChangeRow`. */
function ChangeSkeleton() {
  return (
    <div className={skeleton.delayed} aria-busy="true">
      <output className={utility.spoken}>正在加载</output>
      {widths.map((width) => (
        <div key={width} className={styles.change}>
          <span className={styles.text}>
            <Skeleton width={width} height={16} />
          </span>
          <div className={styles.company}>
            <Skeleton width={156} height={14} />
          </div>
          <p className={styles.dates}>
            <Skeleton width={96} height={12} />
            <Skeleton width={96} height={12} />
          </p>
          <Skeleton width={140} height={12} />
        </div>
      ))}
    </div>
  )
}

/** Cache time of a visit's rows, for the user to come back from a record. */
const VISIT_MS = 1_800_000

/** Events of followed companies, newest first. A visit never refetches, so that its rows keep their marks. */
const useChangesQuery = ({ companyId, kind }: FollowParams, visit: string) =>
  useInfiniteQuery({
    ...apiPages(['followChanges', companyId, kind, visit], followRoutes.followChanges, (page) => ({
      page,
      ...(companyId !== '' && { companyId }),
      ...(kind !== '' && { kind }),
    })),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: VISIT_MS,
  })

type Props = {
  params: FollowParams
  /** Location key: going back to it shows the same rows. */
  visit: string
}

/** 动态: changes of followed companies, newest first. Opening the list marks them as seen. */
export function ChangeList({ params, visit }: Props) {
  const { data: follows } = useFollowListQuery()
  const company = findRow(follows, params.companyId)?.company
  return (
    <>
      <ChangeFilters params={params} companyName={company?.name} />
      <Changes params={params} visit={visit} />
    </>
  )
}

function Changes({ params, visit }: Props) {
  const query = useChangesQuery(params, visit)
  useSeen(params, query.data !== undefined)
  if (query.isError && !query.isFetchNextPageError) {
    return <ListFailed reason={describeError(query.error)} onRetry={() => void query.refetch()} />
  }
  if (query.data === undefined) return <ChangeSkeleton />
  const rows = distinct(query.data.pages.flatMap(({ list }) => list))
  if (rows.length === 0) return <NoChanges isFiltered={params.companyId !== '' || params.kind !== ''} />
  return (
    <LongList visit={visit} rows={rows} paging={query} endText={endText(rows.length)}>
      {(event) => <ChangeRow key={event.seq} event={event} />}
    </LongList>
  )
}

/** An import between two pages moves events to a later page. */
function distinct(events: readonly CompanyEvent[]): CompanyEvent[] {
  return [...new Map(events.map((event) => [event.seq, event])).values()]
}

const endText = (count: number) =>
  count >= PAGE_LIMIT * PAGE_SIZE_LIMIT
    ? `仅显示最近 ${formatNumber(count)} 条，可按企业或类型筛选`
    : `已显示全部 ${formatNumber(count)} 条`

/** Marks the changes as seen once the list that contains all new ones has loaded. */
function useSeen({ companyId, kind }: FollowParams, isLoaded: boolean) {
  const { data: follows } = useFollowListQuery()
  const { userInfo } = useSession()
  const markSeen = useMarkSeen()
  const unread = follows?.unread ?? 0
  const isFiltered = companyId !== '' || kind !== ''
  // Changes that a filter hides stay unread.
  const containsAll = kind === '' && (companyId === '' || findRow(follows, companyId)?.unread === unread)
  const isNew = isFiltered ? unread > 0 : unread > 0 || (userInfo?.unreadChanges ?? 0) > 0
  const mark = useEffectEvent(() => void markSeen())
  useEffect(() => {
    if (isLoaded && isNew && containsAll) mark()
  }, [isLoaded, isNew, containsAll])
}

function NoChanges({ isFiltered }: { isFiltered: boolean }) {
  const { data: follows } = useFollowListQuery()
  const navigate = useNavigate()
  if (isFiltered) {
    return (
      <ListState art="nothing" title="没有符合条件的动态">
        <Button
          trackId="changes-all"
          tone="line"
          onClick={() => void navigate(followPath({ tab: 'changes' }), { replace: true })}
        >
          查看全部动态
        </Button>
      </ListState>
    )
  }
  if (follows?.list.length === 0) {
    return (
      <ListState art="none" title="暂无动态" text="关注企业后，其信息变化显示于此">
        <Button trackId="search-open" onClick={() => void navigate('/search')}>
          搜索企业
        </Button>
      </ListState>
    )
  }
  return <ListState art="none" title="暂无动态" text="关注的企业暂无变动" />
}

type ChangeFiltersProps = {
  params: FollowParams
  /** Name of the company of the filter; undefined: the user does not follow it, or the list is loading. */
  companyName: string | undefined
}

/** Filters of 动态: a kind, and the company of a row of the other tab. */
function ChangeFilters({ params, companyName }: ChangeFiltersProps) {
  const { companyId, kind } = params
  const navigate = useNavigate()
  const [isOpen, setIsOpen] = useState(false)
  const show = (change: Partial<FollowParams>) => void navigate(followPath({ ...params, ...change }), { replace: true })

  function choose(next: FollowParams['kind']) {
    setIsOpen(false)
    show({ kind: next === kind ? '' : next })
  }

  return (
    <>
      <ul className={`${chips.scrolling} ${styles.filters}`} aria-label="筛选">
        <li>
          <Chip trackId="change-kind" pressed={kind !== ''} onClick={() => setIsOpen(true)}>
            {kind === '' ? '全部类型' : titleOfKind(kind)}
            <Icon name="down" size={14} />
          </Chip>
        </li>
        {companyId !== '' && (
          <li className={styles.changeListCompany}>
            <Chip trackId="change-company" pressed onClick={() => show({ companyId: '' })}>
              <span className={utility.spoken}>取消筛选：</span>
              <bdi className={utility.clip}>{companyName ?? '指定企业'}</bdi>
              <Icon name="close" size={14} />
            </Chip>
          </li>
        )}
      </ul>
      <Sheet open={isOpen} onClose={() => setIsOpen(false)} title="动态类型">
        <div className={shared.sheetBody}>
          <Chip trackId="change-kind" block pressed={kind === ''} onClick={() => choose('')}>
            全部类型
          </Chip>
          {eventKindGroups.map((group) => (
            <section key={group.title} aria-label={group.title}>
              <h3 className={styles.title}>{group.title}</h3>
              <div className={chips.grid}>
                {group.kinds.map((one) => (
                  <Chip trackId="change-kind" key={one} block pressed={one === kind} onClick={() => choose(one)}>
                    {titleOfKind(one)}
                  </Chip>
                ))}
              </div>
            </section>
          ))}
        </div>
      </Sheet>
    </>
  )
}
