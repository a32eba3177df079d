import { type RecordList, type RecordRow, recordViewLabels } from '@baiqicha/contract/records/record'
import type { ListedKind } from '@baiqicha/contract/records/record-kind'
import type { ReactElement, ReactNode } from 'react'
import { CompanyFailed } from '../../domain/company/company-failed.tsx'
import companyList from '../../domain/company/company-row.module.css'
import shared from '../../domain/page/shared.module.css'
import { limitsText } from '../../domain/record/record-content.ts'
import {
  endOfListText,
  RecordHeadSkeleton,
  RecordListHead,
  RecordListNotes,
  recordViewTabs,
  useLatestRecordList,
} from '../../domain/record/record-list-head.tsx'
import { type RecordListParams, recordListUrl } from '../../domain/record/record-list-params.ts'
import { correctionPath } from '../../domain/record/record-paths.ts'
import { NoRecords } from '../../domain/record/record-states.tsx'
import { SectionFoot } from '../../domain/record/section-foot.tsx'
import { ShareAction } from '../../domain/share/share-action.tsx'
import { useNavigate } from '../../lib/router/router.tsx'
import { readFailure } from '../../platform/api/failure.ts'
import { PageBar, usePageLocation } from '../../platform/navigation/page.tsx'
import { PageLoginPrompt } from '../../platform/navigation/page-frame.tsx'
import { recordRowsOf, useRecordListQuery } from '../../platform/records/record-list-query.ts'
import { useSession } from '../../platform/session/session-store.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { DemoStrip } from '../../ui/info-note.tsx'
import { LongList } from '../../ui/long-list.tsx'
import { SkeletonGroups } from '../../ui/skeleton-groups.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import utility from '../../ui/utility.module.css'
import styles from './overview-list.module.css'

/** A labelled fact of a row. */
type FactPair = { label: string; value: string }

/** Facts that have a value. */
export const filledFacts = (facts: readonly (readonly [label: string, value: string | null])[]): FactPair[] =>
  facts.flatMap(([label, value]) => (value === null || value === '' || value === '-' ? [] : [{ label, value }]))

/** Labels and values in two columns; one with large text. */
export const FactPairs = ({ facts }: { facts: readonly FactPair[] }) => (
  <FactList className={styles.facts} rows={facts.map(({ label, value }) => ({ label, content: <bdi>{value}</bdi> }))} />
)

const groups = [168, 220, 140, 196, 180].map(
  (width) =>
    [
      [width, 16],
      ['100%', 4],
      ['80%', 12],
    ] as const,
)

/** Skeleton of list rows. */
export const RowsSkeleton = () => <SkeletonGroups groups={groups} className={styles.placeholder} />

type Props = {
  kind: ListedKind
  params: RecordListParams
  /** Action in the bar, before 分享. */
  action?: ReactNode
  /** Filters, below the company's name. */
  renderFilters?: (answer: RecordList, onChange: (facets: RecordListParams['facets']) => void) => ReactNode
  /** Content above the rows. */
  renderBefore?: (rows: readonly RecordRow[], answer: RecordList) => ReactNode
  children: (row: RecordRow, isLast: boolean) => ReactElement
}

/** List of register records of a company. Public except for history (PRODUCT B0). */
export function OverviewListScreen(props: Props) {
  const { isLoggedIn } = useSession()
  return props.params.view === 'history' && !isLoggedIn ? <HistoryForMembers {...props} /> : <ListScreen {...props} />
}

function HistoryForMembers({ kind, params }: Props) {
  return (
    <>
      <OverviewBar kind={kind} params={params} company={null} action={null} />
      <div className={shared.plain}>
        <PageLoginPrompt purpose={`查看历史${kind.title}`} />
      </div>
    </>
  )
}

function ListScreen(props: Props) {
  const { kind, params, action, renderFilters } = props
  const navigate = useNavigate()
  const query = useRecordListQuery(kind.key, params.companyId, { view: params.view, ...params.facets })
  const first = query.data?.pages[0]
  const head = useLatestRecordList(first, params.companyId)
  const isMissing = params.companyId === ''
  const failure = query.isFetchNextPageError ? null : readFailure(query.error)
  const change = (next: RecordListParams) => void navigate(recordListUrl(kind, next), { replace: true })
  const isHeadShown = head !== null && failure?.type !== 'missing'
  const isFirstLoading = head === null && failure === null && !isMissing

  return (
    <>
      <OverviewBar kind={kind} params={params} company={head?.company.name ?? null} action={action} />
      {isHeadShown && hasViews(head, params) && (
        <Tabs
          trackId="record-view"
          items={recordViewTabs(head, params.view)}
          value={params.view}
          onChange={(view) => change({ ...params, view, facets: {} })}
          label={kind.title}
          panelId="records"
          fill
          line
        />
      )}
      {isHeadShown && head.company.isDemo && <DemoStrip />}
      {isHeadShown && (
        <RecordListHead company={head.company}>
          {(head.connected || head.total > 0) && renderFilters?.(head, (facets) => change({ ...params, facets }))}
        </RecordListHead>
      )}
      {isFirstLoading && <RecordHeadSkeleton />}
      <div
        // A new key after the first skeleton, so that the replacement does not count as a layout shift.
        key={isFirstLoading ? 'first' : 'later'}
        id="records"
        className={isFirstLoading || (isHeadShown && first?.list.length !== 0) ? styles.panel : shared.plain}
      >
        {isMissing || failure !== null ? (
          <CompanyFailed failure={failure} onRetry={() => void query.refetch()} />
        ) : query.data === undefined || first === undefined ? (
          <RowsSkeleton />
        ) : first.list.length === 0 ? (
          <NoRecords kind={kind} answer={first} params={params} onChange={change} />
        ) : (
          <Rows {...props} answer={first} query={query} rows={recordRowsOf(query.data.pages)} />
        )}
      </div>
    </>
  )
}

/** A single view needs no tabs. */
const hasViews = ({ counts }: RecordList, { view }: RecordListParams) =>
  view !== 'current' || counts.disputed + counts.history > 0

type BarProps = { kind: ListedKind; params: RecordListParams; company: string | null; action: ReactNode }

function OverviewBar({ kind, params, company, action }: BarProps) {
  return (
    <PageBar
      title={kind.title}
      line
      right={
        <>
          {action}
          <ShareAction
            path={recordListUrl(kind, params)}
            about={company === null ? kind.title : `${kind.title} · ${company}`}
          />
        </>
      }
    />
  )
}

type RowsProps = Props & {
  answer: RecordList
  rows: readonly RecordRow[]
  query: ReturnType<typeof useRecordListQuery>
}

function Rows({ kind, params, renderBefore, children, answer, rows, query }: RowsProps) {
  const { key: visit } = usePageLocation()
  const rest = limitsText(kind.key, answer.limits)
  return (
    <>
      <RecordListNotes kind={kind} view={params.view} namesakes={answer.namesakes} />
      {rest !== null && <p className={styles.rest}>{rest}</p>}
      {renderBefore?.(rows, answer)}
      <div className={`${companyList.list} ${styles.rows}`}>
        <h2 className={utility.spoken}>{recordViewLabels[params.view]}</h2>
        <LongList
          rows={rows}
          paging={query}
          visit={visit}
          endText={endOfListText(rows.length, answer)}
          foot={
            <SectionFoot
              sources={answer.feeds}
              correction={correctionPath({ companyId: params.companyId, recordKind: kind.key })}
            />
          }
        >
          {(row, at) => <div key={row.id}>{children(row, at === rows.length - 1 && !query.hasNextPage)}</div>}
        </LongList>
      </div>
    </>
  )
}
