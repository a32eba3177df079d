import type { DebtorGroup, DebtorRecord } from '@baiqicha/contract/people'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import { recordViewLabels } from '@baiqicha/contract/records/record'
import shared from '../../domain/page/shared.module.css'
import { correctionPath, recordDetailPath } from '../../domain/record/record-paths.ts'
import { RecordValue } from '../../domain/record/record-value.tsx'
import { UsedKeyword } from '../../domain/search/search-notices.tsx'
import { classNames } from '../../lib/class-names.ts'
import { formatTotal, isHanging } from '../../lib/format.ts'
import { Link, useNavigate } from '../../lib/router/router.tsx'
import { PageBar, usePageLocation } from '../../platform/navigation/page.tsx'
import { PageLoginPrompt, PlainPage } from '../../platform/navigation/page-frame.tsx'
import { useSession } from '../../platform/session/session-store.ts'
import { Button } from '../../ui/button.tsx'
import factList from '../../ui/fact-list.module.css'
import { FactList } from '../../ui/fact-list.tsx'
import { Icon } from '../../ui/icon.tsx'
import { DemoStrip, InfoNote } from '../../ui/info-note.tsx'
import { ListState } from '../../ui/list-state.tsx'
import { LongList } from '../../ui/long-list.tsx'
import { SkeletonGroups } from '../../ui/skeleton-groups.tsx'
import { SourceChip } from '../../ui/source-chip.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Tag } from '../../ui/tag.tsx'
import utility from '../../ui/utility.module.css'
import {
  type DebtorSearchInput,
  FORM_PATH,
  formPath,
  listPath,
  searchInQuery,
  searchOf,
  searchQueryOf,
  useSearchMemory,
} from './debtor-search.ts'
import { DebtorsFailed, NoDebtors } from './debtor-states.tsx'
import { endOfDebtorsText, identityText, NAMESAKE_NOTICE, searchSummary, unitOf } from './messages.ts'
import styles from './people.module.css'
import { type DebtorView, groupKey, useDebtorQuery, useSearchMemoryEnd } from './people-queries.ts'

const { fields } = recordKinds.dishonestExecutor

/** Records of one name and one certificate. */
function DebtorGroupCard({ group, view }: { group: DebtorGroup; view: DebtorView }) {
  return (
    <section className={classNames(styles.card, view === 'history' && styles.past)}>
      <header className={styles.groupHead}>
        <h3 className={styles.groupName}>
          <bdi>{group.name}</bdi>
        </h3>
        <p className={utility.note}>
          <bdi>{identityText(group)}</bdi>
        </p>
      </header>
      {group.records.map((record) => (
        <Listing key={record.id} record={record} view={view} subjectType={group.subjectType} />
      ))}
    </section>
  )
}

type ListingProps = { record: DebtorRecord; view: DebtorView; subjectType: DebtorGroup['subjectType'] }

/** One record of a debtor. A tap opens it. */
function Listing({ record, view, subjectType }: ListingProps) {
  const heading = record.caseNo ?? '案号未公布'
  const isPlain = view === 'history' || record.isDisputed
  const { source } = record
  return (
    <article className={styles.record} data-record={record.id}>
      <header className={styles.recordHead}>
        <h4 className={classNames(styles.heading, isHanging(heading) && utility.hanging)}>
          <bdi>{heading}</bdi>
        </h4>
        {view === 'history' && <Tag tone="mute">已移出</Tag>}
        {view === 'current' && record.isDisputed && <Tag tone="amber">异议处理中</Tag>}
      </header>
      <FactList
        className={`${factList.columns} ${styles.facts}`}
        rows={factsOf(record, view).map(([key, label, value]) => ({
          key,
          label,
          content: (
            <RecordValue field={fields[key] ?? { label, type: 'date' }} value={value} isPlain={isPlain} isBrief />
          ),
        }))}
      />
      <footer className={styles.foot}>
        <span className={styles.source}>
          <SourceChip name={source.sourceName} asOf={source.asOf} />
        </span>
        <Link
          track-id="correct"
          className={classNames(styles.correct, utility.tap)}
          to={correctionPath({ companyId: record.companyId, recordKind: 'dishonestExecutor', recordId: record.id })}
        >
          {subjectType === '企业' ? '信息有误' : '不是同一人 / 纠错'}
          <span className={utility.spoken}>：{heading}</span>
        </Link>
        <Link
          track-id="record-open"
          className={styles.more}
          to={recordDetailPath('dishonestExecutor', record.id, record.companyId)}
        >
          详情
          <span className={utility.spoken}>：{heading}</span>
          <Icon name="right" size={16} />
        </Link>
      </footer>
    </article>
  )
}

type FactName = 'court' | 'province' | 'performance' | 'conduct' | 'filedDate' | 'publishDate' | 'removedAt'

/** Stated facts of a record in the order of the card. */
function factsOf(record: DebtorRecord, view: DebtorView): [name: FactName, label: string, value: string][] {
  const names: readonly FactName[] = [
    'court',
    'province',
    'performance',
    'conduct',
    'filedDate',
    'publishDate',
    ...(view === 'history' ? (['removedAt'] as const) : []),
  ]
  return names.flatMap((name): [FactName, string, string][] => {
    const value = record[name]
    return value === null ? [] : [[name, fields[name]?.label ?? '移出日期', value]]
  })
}

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
  onView: (view: DebtorView) => void
}

/** Results of a search, current ones and history in separate tabs. */
function DebtorList({ search, searchKey, view, visit, onView }: Props) {
  const query = useDebtorQuery(search, searchKey, view)
  const first = query.data?.pages[0]
  const groups = query.data?.pages.flatMap(({ list }) => list) ?? []
  const isPerson = search.subjectType === '自然人'
  const hasFailed = query.isError && !query.isFetchNextPageError
  return (
    <>
      <PageBar title="失信被执行人" />
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
          <span className={shared.noteLine}>{searchSummary(search)}</span>
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

/**
 * `/peopleList?view&name&code&province`: debtors of the company in the address; without a name, of the search for a person in
 * memory. Needs a session.
 */
export function PeopleListPage() {
  const { key, search: query } = usePageLocation()
  const { isLoggedIn, userInfo } = useSession()
  const memory = useSearchMemory()
  const navigate = useNavigate()
  useSearchMemoryEnd()
  const params = new URLSearchParams(query)
  const view = params.get('view') === 'history' ? 'history' : 'current'
  const typed = params.has('name') ? null : searchOf(memory, userInfo?.userId ?? null)
  const search = searchInQuery(params) ?? typed

  if (isLoggedIn && search !== null) {
    return (
      <DebtorList
        search={search}
        searchKey={typed === null ? JSON.stringify(search) : memory.number}
        view={view}
        visit={key}
        onView={(next) =>
          void navigate(listPath({ ...searchQueryOf(search), ...(next === 'history' && { view: next }) }), {
            replace: true,
          })
        }
      />
    )
  }
  return (
    <PlainPage title="失信被执行人">
      {isLoggedIn ? <NoSearch /> : <PageLoginPrompt purpose="查询失信被执行人" />}
    </PlainPage>
  )
}

/** The page was opened by its address, or reloaded: the search is lost with the memory of the page. */
function NoSearch() {
  const navigate = useNavigate()
  return (
    <ListState art="nothing" title="请输入查询条件" text="为保护隐私，刷新后需重新输入">
      <Button trackId="debtor-search" onClick={() => void navigate(FORM_PATH, { replace: true })}>
        去查询
      </Button>
    </ListState>
  )
}
