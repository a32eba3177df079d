import { recordKinds } from '@baiqicha/contract/records/kinds'
import { recordViewLabels } from '@baiqicha/contract/records/record'
import { UsedKeyword } from '../../domain/search/search-notices.tsx'
import { classNames } from '../../lib/class-names.ts'
import { formatTotal } from '../../lib/format.ts'
import { Link } from '../../lib/router/router.tsx'
import { BackBar } from '../../ui/back-bar.tsx'
import { DemoStrip } from '../../ui/demo-strip.tsx'
import { InfoNote } from '../../ui/info-note.tsx'
import { LongList } from '../../ui/long-list.tsx'
import { SkeletonGroups } from '../../ui/skeleton-groups.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import utility from '../../ui/utility.module.css'
import { DebtorGroupCard } from './debtor-group-card.tsx'
import styles from './debtor-list.module.css'
import { DebtorsFailed, NoDebtors } from './debtor-states.tsx'
import { endOfDebtorsText, NAMESAKE_NOTICE, searchSummary, unitOf } from './messages.ts'
import { type DebtorView, groupKey, useDebtorQuery } from './people-queries.ts'
import { formPath, searchQueryOf } from './search-address.ts'
import type { DebtorSearchInput } from './search-memory.ts'

const { about, aboutHistory } = recordKinds.dishonestExecutor

/** Two groups of records. */
const placeholders = [150, 168].map(
  (width) =>
    [
      [72, 18],
      [190, 12],
      [180, 16],
      [width + 80, 13],
      [120, 13],
      [152, 13],
      [398 - width, 13],
      [156, 13],
      [170, 12],
    ] as const,
)

const views = (['current', 'history'] as const).map((view) => ({ key: view, label: recordViewLabels[view] }))

type Props = {
  search: DebtorSearchInput
  /** Key of the search: of a person its number in this visit. */
  searchKey: string | number
  view: DebtorView
  /** Location key: going back to it reuses the measured heights. */
  visit: string
  onBack: () => void
  onView: (view: DebtorView) => void
}

/** Results of a search, current ones and history in separate tabs. */
export function DebtorList({ search, searchKey, view, visit, onBack, onView }: Props) {
  const query = useDebtorQuery(search, searchKey, view)
  const first = query.data?.pages[0]
  const groups = query.data?.pages.flatMap(({ list }) => list) ?? []
  const isPerson = search.subjectType === '自然人'
  const hasFailed = query.isError && !query.isFetchNextPageError
  return (
    <>
      <BackBar title="失信被执行人" onBack={onBack} />
      <Tabs
        trackId="debtor-view"
        items={views}
        value={view}
        onChange={onView}
        label="失信被执行人"
        panelId="debtors"
        fill
        line
      />
      {groups.some(({ records }) => records.some(({ isDemo }) => isDemo)) && <DemoStrip />}
      <section className={styles.head} aria-label="查询条件">
        <p className={styles.search}>
          <bdi className={styles.name}>{search.name}</bdi>
          <span className={styles.filters}>{searchSummary(search)}</span>
        </p>
        <Link
          track-id="conditions-change"
          to={formPath(searchQueryOf(search))}
          className={classNames(styles.change, utility.tap)}
        >
          修改条件
        </Link>
      </section>
      <div
        id="debtors"
        role="tabpanel"
        aria-label={recordViewLabels[view]}
        className={classNames(styles.panel, groups.length === 0 && first !== undefined && styles.bare)}
      >
        <h2 className={utility.spoken}>{recordViewLabels[view]}</h2>
        {isPerson && !hasFailed && <InfoNote tone="amber">{NAMESAKE_NOTICE}</InfoNote>}
        <UsedKeyword keyword={first?.usedKeyword} />
        {hasFailed ? (
          <DebtorsFailed error={query.error} onRetry={() => void query.refetch()} />
        ) : first === undefined ? (
          <div className={styles.loading}>
            <SkeletonGroups groups={placeholders} className={styles.placeholder} />
          </div>
        ) : groups.length === 0 ? (
          <NoDebtors search={search} view={view} answer={first} onView={onView} />
        ) : (
          <>
            <InfoNote tone={view === 'history' ? 'past' : 'info'}>{view === 'history' ? aboutHistory : about}</InfoNote>
            <h3 className={styles.total}>
              共 <b>{formatTotal(first)}</b> {unitOf(search)}
              {isPerson && '（按姓名与证件号）'}
            </h3>
            <LongList
              key={view}
              rows={groups}
              paging={query}
              endText={endOfDebtorsText(groups.length, unitOf(search), first)}
              visit={`${visit} ${view}`}
            >
              {(group) => <DebtorGroupCard key={groupKey(group)} group={group} view={view} />}
            </LongList>
          </>
        )}
      </div>
    </>
  )
}
