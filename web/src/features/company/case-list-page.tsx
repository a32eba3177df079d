import {
  type CaseGrouping,
  type CaseList,
  type CaseThread,
  caseGroupings,
} from '@baiqicha/contract/records/case-thread'
import { kindTable, type LegalRiskKey, legalRiskKeys } from '@baiqicha/contract/records/kind-table'
import { type RecordView, recordViewLabels, recordViews } from '@baiqicha/contract/records/record'
import { recordRoutes } from '@baiqicha/contract/routes/record'
import { useInfiniteQuery } from '@tanstack/react-query'
import { companyIdOf } from '../../domain/company/company-addresses.ts'
import { CompanyFailed } from '../../domain/company/company-failed.tsx'
import { OfficialCheckLink } from '../../domain/official-check/official-links.tsx'
import shared from '../../domain/page/shared.module.css'
import {
  CaseGroupingSwitch,
  RecordListHead,
  recordViewTabs,
  useLatestRecordList,
} from '../../domain/record/record-list-head.tsx'
import { casesPath, recordListPath } from '../../domain/record/record-paths.ts'
import { ShareAction } from '../../domain/share/share-action.tsx'
import { formatNumber } from '../../lib/format.ts'
import { useNavigate } from '../../lib/router/router.tsx'
import { useToggledSet } from '../../lib/use-toggled-set.ts'
import { apiPages, rowsOfPages } from '../../platform/api/api-pages.ts'
import { readFailure } from '../../platform/api/failure.ts'
import { PageBar, usePageLocation } from '../../platform/navigation/page.tsx'
import { PageLoginPrompt, PlainPage } from '../../platform/navigation/page-frame.tsx'
import { useSession } from '../../platform/session/session-store.ts'
import { Button } from '../../ui/button.tsx'
import { DemoStrip } from '../../ui/info-note.tsx'
import { ListState } from '../../ui/list-state.tsx'
import { type ListPaging, LongList } from '../../ui/long-list.tsx'
import { SkeletonGroups } from '../../ui/skeleton-groups.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import utility from '../../ui/utility.module.css'
import cardStyles from './case-card.module.css'
import { CaseCard, CaseRecordLink } from './case-card.tsx'

/** State of the list, as its URL states it. `kind` undefined: records of every legal kind. */
type Params = { companyId: string; view: RecordView; by: CaseGrouping; kind: LegalRiskKey | undefined }

function readParams(search: string): Params {
  const query = new URLSearchParams(search)
  return {
    companyId: companyIdOf(query, 'id'),
    view: recordViews.find((view) => view === query.get('view')) ?? 'current',
    by: caseGroupings.find((by) => by === query.get('by')) ?? 'case',
    kind: legalRiskKeys.find((kind) => kind === query.get('kind')),
  }
}

/** Records of one kind have a list of their own. */
function urlOf({ companyId, view, by, kind }: Params): string {
  const chosen = { ...(view !== 'current' && { view }) }
  if (kind === undefined) return casesPath(companyId, { ...chosen, ...(by !== 'case' && { by }) })
  return by === 'case' ? casesPath(companyId, { ...chosen, kind }) : recordListPath(kind, companyId, chosen)
}

const titleOf = ({ kind }: Params) => (kind === undefined ? '法律风险' : kindTable[kind].title)

/** `/company/cases?id`: legal records of a company by case, of every kind or of one. Needs a session. */
export function CaseListPage() {
  const { search, key } = usePageLocation()
  const { isLoggedIn } = useSession()
  const params = readParams(search)
  const title = titleOf(params)
  if (isLoggedIn && params.companyId !== '') return <CaseListScreen params={params} visit={key} />
  return (
    <PlainPage title={title}>
      {isLoggedIn ? <CompanyFailed failure={null} onRetry={() => {}} /> : <PageLoginPrompt purpose={`查看${title}`} />}
    </PlainPage>
  )
}

const useCaseListQuery = ({ companyId, view, by, kind }: Params) =>
  useInfiniteQuery(
    apiPages(
      ['caseList', companyId, view, by, kind],
      recordRoutes.caseList,
      (page) => ({ id: companyId, view, by, page, ...(kind && { kind }) }),
      { silent: false },
    ),
  )

const skeletonGroups = Array.from({ length: 4 }, (): (readonly [string, number])[] => [
  ['60%', 20],
  ['80%', 16],
  ['100%', 36],
])

type ScreenProps = { params: Params; visit: string }

function CaseListScreen({ params, visit }: ScreenProps) {
  const navigate = useNavigate()
  const query = useCaseListQuery(params)
  const { companyId, view, by } = params
  const first = query.data?.pages[0]
  const head = useLatestRecordList(first, companyId)
  const failure = query.isFetchNextPageError ? null : readFailure(query.error)
  const change = (next: Partial<Params>) => void navigate(urlOf({ ...params, ...next }), { replace: true })
  const title = titleOf(params)
  const about = `${title}${head === null ? '' : ` · ${head.company.name}`}`

  return (
    <>
      <PageBar title={title} right={<ShareAction path={urlOf(params)} about={about} />} />
      <Tabs
        trackId="record-view"
        // The sources of some kinds leave the company out, so that 0 of all kinds is not known.
        items={recordViewTabs(head === null ? null : { counts: head.counts, connected: false }, view)}
        value={view}
        onChange={(next) => change({ view: next })}
        label={title}
        panelId="cases"
        fill
        line
      />
      {head?.company.isDemo === true && <DemoStrip text="演示数据：本页企业、人物与案件均为虚构" />}
      {head !== null && failure?.type !== 'missing' && <RecordListHead company={head.company}>{null}</RecordListHead>}
      <div id="cases" role="tabpanel" aria-label={recordViewLabels[view]}>
        <h2 className={utility.spoken}>{recordViewLabels[view]}</h2>
        {failure !== null ? (
          <div className={shared.plain}>
            <CompanyFailed failure={failure} onRetry={() => void query.refetch()} />
          </div>
        ) : query.data === undefined || first === undefined ? (
          <SkeletonGroups groups={skeletonGroups} className={cardStyles.loading} />
        ) : first.list.length === 0 ? (
          <NoCases title={title} answer={first} view={view} onChange={change} />
        ) : (
          <>
            <div className={cardStyles.grouping}>
              <p>{countsText(first, view)}</p>
              <CaseGroupingSwitch value={by} onChange={(next) => change({ by: next })} />
            </div>
            <Rows
              key={by}
              by={by}
              companyId={companyId}
              pages={query.data.pages}
              query={query}
              visit={`${visit}${by}`}
            />
          </>
        )}
      </div>
    </>
  )
}

/** Counts are records. Cases are how the records are grouped. */
function countsText({ counts, cases, unnumbered }: CaseList, view: RecordView): string {
  const rest = unnumbered > 0 ? `，${formatNumber(unnumbered)} 条未公示案号` : ''
  return `${formatNumber(counts[view])} 条记录，归入 ${formatNumber(cases)} 个案件${rest}`
}

type RowsProps = {
  by: CaseGrouping
  companyId: string
  pages: readonly CaseList[]
  query: ListPaging
  visit: string
}

function Rows({ by, companyId, pages, query, visit }: RowsProps) {
  const [open, toggle] = useToggledSet<string>()
  const rows = rowsOfPages(pages)
  const total = pages[0]?.total ?? 0
  const endText =
    rows.length < total ? `仅显示前 ${formatNumber(rows.length)} ${by === 'case' ? '个案件' : '条'}` : '已显示全部'
  return (
    <LongList
      rows={rows}
      paging={query}
      visit={visit}
      endText={endText}
      foot={<p className={shared.listBasis}>按案号与执行依据归并，不按名称归并；条数仍按记录计。</p>}
    >
      {(thread) =>
        by === 'case' ? (
          <CaseCard
            key={thread.id}
            thread={thread}
            companyId={companyId}
            isOpen={open.has(thread.id)}
            onToggle={() => toggle(thread.id)}
          />
        ) : (
          <SingleRecord key={thread.id} thread={thread} companyId={companyId} />
        )
      }
    </LongList>
  )
}

function SingleRecord({ thread, companyId }: { thread: CaseThread; companyId: string }) {
  const [record] = thread.records
  return (
    <div className={cardStyles.card}>
      {record !== undefined && <CaseRecordLink record={record} companyId={companyId} caseNo={null} />}
    </div>
  )
}

type NoCasesProps = { title: string; answer: CaseList; view: RecordView; onChange: (next: Partial<Params>) => void }

/** The view is empty. No source says of every legal kind that there is nothing, so neither does the page. */
function NoCases({ title, answer: { company, counts, connected }, view, onChange }: NoCasesProps) {
  const others = recordViews.filter((other) => other !== view && counts[other] > 0)
  return (
    <div className={shared.plain}>
      <ListState
        art={connected ? 'none' : 'unconnected'}
        title={connected ? `未收录${recordViewLabels[view]}的${title}记录` : `${title}数据未接入`}
        text={connected ? '未收录不代表没有，可前往官方渠道核查' : '暂无法判断是否有相关记录，可前往官方渠道核查'}
      >
        {others.length === 0 ? (
          <OfficialCheckLink companyId={company.id} />
        ) : (
          others.map((other) => (
            <Button trackId="view-other" key={other} tone="line" onClick={() => onChange({ view: other })}>
              查看{recordViewLabels[other]} {formatNumber(counts[other])} 条
            </Button>
          ))
        )}
      </ListState>
    </div>
  )
}
