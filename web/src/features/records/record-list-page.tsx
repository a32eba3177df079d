import { listedKindKeys } from '@baiqicha/contract/records/kind-table'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import { type RecordList, type RecordRow, type RecordView, recordViewLabels } from '@baiqicha/contract/records/record'
import type { ListedKind, RecordKind } from '@baiqicha/contract/records/record-kind'
import { useEffect } from 'react'
import { CompanyFailed } from '../../domain/company/company-failed.tsx'
import shared from '../../domain/page/shared.module.css'
import {
  CaseGroupingSwitch,
  endOfListText,
  FacetRow,
  RecordHeadSkeleton,
  RecordListHead,
  RecordListNotes,
  recordViewTabs,
  useLatestRecordList,
} from '../../domain/record/record-list-head.tsx'
import { type RecordListParams, readRecordListParams, recordListUrl } from '../../domain/record/record-list-params.ts'
import { casesPath, correctionPath, listPathname } from '../../domain/record/record-paths.ts'
import { NoRecords } from '../../domain/record/record-states.tsx'
import { ShareAction } from '../../domain/share/share-action.tsx'
import { classNames } from '../../lib/class-names.ts'
import { Link, useNavigate } from '../../lib/router/router.tsx'
import { useToggledSet } from '../../lib/use-toggled-set.ts'
import { whenIdle } from '../../lib/when-idle.ts'
import { rowsOfPages } from '../../platform/api/api-pages.ts'
import { readFailure } from '../../platform/api/failure.ts'
import { PageBar, usePageLocation } from '../../platform/navigation/page.tsx'
import { PageLoginPrompt, PlainPage } from '../../platform/navigation/page-frame.tsx'
import { useRecordListQuery } from '../../platform/records/record-list-query.ts'
import { useSession } from '../../platform/session/session-store.ts'
import { Icon } from '../../ui/icon.tsx'
import { DemoStrip } from '../../ui/info-note.tsx'
import { type ListPaging, LongList } from '../../ui/long-list.tsx'
import skeleton from '../../ui/skeleton.module.css'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import utility from '../../ui/utility.module.css'
import { hearingOf } from './fact-rows.tsx'
import { hearingCountsText } from './messages.ts'
import { RecordCard } from './record-card.tsx'
import styles from './record-list.module.css'

const cards = [
  { heading: 190, rows: [168, 84, 110, 72, 72] },
  { heading: 172, rows: [150, 84, 96, 72, 72] },
  { heading: 184, rows: [168, 70, 104, 72, 72] },
]

/** Skeleton of cards with the geometry of the real ones. */
function RecordCardSkeleton() {
  return (
    <div className={skeleton.delayed} aria-busy="true">
      <output className={utility.spoken}>正在加载</output>
      {cards.map(({ heading, rows }) => (
        <div key={heading} className={styles.listCard}>
          <div className={styles.listHead}>
            <Skeleton width={heading} height={16} />
            <Skeleton width={54} height={18} />
          </div>
          {rows.map((width, at) => (
            <div key={`${at}-${width}`} className={styles.row}>
              <Skeleton width={52} height={12} />
              <Skeleton width={width} height={12} />
            </div>
          ))}
          <div className={styles.listFoot}>
            <Skeleton width={180} height={11} />
            <Skeleton width={36} height={12} />
          </div>
        </div>
      ))}
    </div>
  )
}

type Props = {
  kind: ListedKind
  params: RecordListParams
  /** Location key: going back to it reuses the measured heights. */
  visit: string
  onChange: (next: RecordListParams) => void
}

/** List of a logged-in user: tabs and rows of one response. The tabs stay while another view loads. */
function RecordListScreen({ kind, params, visit, onChange }: Props) {
  const navigate = useNavigate()
  const { companyId, view, facets } = params
  const query = useRecordListQuery(kind.key, companyId, { view, ...facets })
  const first = query.data?.pages[0]
  const head = useLatestRecordList(first, companyId)
  const failure = query.isFetchNextPageError ? null : readFailure(query.error)
  useRecordPagePreload(kind.hasDetail && first !== undefined)
  const choose = (next: RecordView) => onChange({ companyId, view: next, facets: {} })
  const openCases = () => {
    const chosen = { kind: kind.key, ...(view !== 'current' && { view }) }
    void navigate(casesPath(companyId, chosen), { replace: true })
  }
  const about = `${kind.title}${head === null ? '' : ` · ${head.company.name}`}`
  const isHeadShown = head !== null && failure?.type !== 'missing'

  return (
    <>
      <PageBar title={kind.title} right={<ShareAction path={recordListUrl(kind, params)} about={about} />} />
      <Tabs
        trackId="record-view"
        items={recordViewTabs(head, view)}
        value={view}
        onChange={choose}
        label={kind.title}
        panelId="records"
        fill
        line
      />
      {isHeadShown && head.company.isDemo && <DemoStrip />}
      {isHeadShown && (
        <RecordListHead company={head.company}>
          <div className={styles.filters}>
            {kind.group === 'legalRisk' && head.total > 0 && <CaseGroupingSwitch value="record" onChange={openCases} />}
            {(head.connected || head.total > 0) && (
              <FacetRow
                facets={head.facets}
                total={head.total}
                chosen={facets}
                onChange={(next) => onChange({ companyId, view, facets: next })}
              />
            )}
          </div>
        </RecordListHead>
      )}
      {head === null && failure === null && <RecordHeadSkeleton />}
      <div
        // A new key after the first skeleton, so that the replacement does not count as a layout shift.
        key={head === null ? 'first' : 'later'}
        id="records"
        role="tabpanel"
        aria-label={recordViewLabels[view]}
        className={classNames(styles.listPanel, (failure !== null || first?.list.length === 0) && styles.bare)}
      >
        <h2 className={utility.spoken}>{recordViewLabels[view]}</h2>
        {failure !== null ? (
          <CompanyFailed failure={failure} onRetry={() => void query.refetch()} />
        ) : query.data === undefined || first === undefined ? (
          <RecordCardSkeleton />
        ) : first.list.length === 0 ? (
          <NoRecords kind={kind} answer={first} params={params} onChange={onChange} />
        ) : (
          <>
            <RecordListNotes kind={kind} view={view} namesakes={first.namesakes} />
            <HearingCounts kind={kind} rows={rowsOfPages(query.data.pages)} total={first.total} />
            <RecordCards kind={kind} answer={first} query={query} pages={query.data.pages} visit={visit} />
          </>
        )}
      </div>
    </>
  )
}

/** Loads the code of a record's page while the list is read, so that a tap on a row does not wait for it. */
function useRecordPagePreload(isReady: boolean) {
  useEffect(() => {
    if (!isReady) return undefined
    // A failure shows when the page itself is opened.
    return whenIdle(() => void import('./record-page.tsx').catch(() => {}))
  }, [isReady])
}

type HearingCountsProps = { kind: ListedKind; rows: readonly RecordRow[]; total: number }

/** Hearings to come apart from those held; counted once every page is loaded. */
function HearingCounts({ kind, rows, total }: HearingCountsProps) {
  const text = rows.length < total ? null : hearingCountsText(rows.flatMap((row) => hearingOf(kind, row) ?? []))
  return text === null ? null : <p className={styles.hearings}>{text}</p>
}

type RecordCardsProps = {
  kind: RecordKind
  answer: RecordList
  pages: readonly RecordList[]
  query: ListPaging
  visit: string
}

/** Cards of a list, with 纠错 below the last. */
function RecordCards({ kind, answer, pages, query, visit }: RecordCardsProps) {
  const [open, toggle] = useToggledSet<string>()
  const rows = rowsOfPages(pages)

  return (
    <LongList
      rows={rows}
      paging={query}
      visit={visit}
      endText={endOfListText(rows.length, answer)}
      foot={<Objection kind={kind} answer={answer} />}
    >
      {(record) => (
        <RecordCard
          key={record.id}
          kind={kind}
          record={record}
          company={answer.company}
          isOpen={open.has(record.id)}
          onToggle={() => toggle(record.id)}
        />
      )}
    </LongList>
  )
}

function Objection({ kind, answer }: Pick<RecordCardsProps, 'kind' | 'answer'>) {
  return (
    <>
      <Link
        track-id="correct"
        className={styles.objection}
        to={correctionPath({ companyId: answer.company.id, recordKind: kind.key })}
      >
        <Icon name="edit" size={20} />
        <span className={styles.text}>
          <b>信息有误，或非同一企业？</b>
          <span>免费提交异议，20 日内答复</span>
        </span>
        <Icon name="right" size={16} />
      </Link>
      <p className={shared.listBasis}>记录按统一社会信用代码关联，不按姓名关联自然人。</p>
    </>
  )
}

/** Kind of a list's pathname. Throws for any other: the router loads the page only for lists. */
function kindOfListPath(pathname: string): ListedKind {
  const key = listedKindKeys.find((known) => listPathname(known) === pathname)
  if (key === undefined) throw new Error(`No list of records at ${pathname}`)
  return recordKinds[key]
}

/** `/legalRisk/<kind>` and `/businessRisk/<kind>List`: records of a kind of one company. Needs a session. */
export function RecordListPage() {
  const { pathname, search, key } = usePageLocation()
  const navigate = useNavigate()
  const { isLoggedIn } = useSession()
  const kind = kindOfListPath(pathname)
  const params = readRecordListParams(kind, search)

  if (isLoggedIn && params.companyId !== '') {
    return (
      <RecordListScreen
        kind={kind}
        params={params}
        visit={key}
        onChange={(next) => void navigate(recordListUrl(kind, next), { replace: true })}
      />
    )
  }
  return (
    <PlainPage title={kind.title}>
      {isLoggedIn ? (
        <CompanyFailed failure={null} onRetry={() => {}} />
      ) : (
        <PageLoginPrompt purpose={`查看${kind.title}`} />
      )}
    </PlainPage>
  )
}
